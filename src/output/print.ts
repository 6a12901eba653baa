import type { TextOutput } from "../context.ts";
import type { OutputSettings, Shape } from "./shape.ts";

/** Prints a parsed answer; `undefined` (an empty answer) prints nothing. Rejects with `ClosedPipe` when the reader is gone. */
export async function printValue(
  value: unknown,
  _shape: Shape,
  _settings: OutputSettings,
  out: TextOutput,
): Promise<void> {
  if (value !== undefined) out.write(`${JSON.stringify(value)}\n`);
}

/** Prints a JSON answer as it arrives. Rejects with `ClosedPipe` when the reader is gone, with a `Failure` when it ends early. */
export async function printBytes(
  bytes: AsyncIterable<Uint8Array>,
  _shape: Shape,
  _settings: OutputSettings,
  out: TextOutput,
): Promise<void> {
  for await (const chunk of bytes) out.write(chunk);
}
