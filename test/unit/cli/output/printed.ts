import { Writable } from "node:stream";
import type { OutputSettings, Shape } from "../../../../src/cli/output/columns.ts";
import { printBytes, printValue } from "../../../../src/cli/output/print.ts";
import type { TextOutput } from "../../../../src/context.ts";

interface Collected {
  readonly out: TextOutput;
  text(): string;
}

/** A stream that stores what is written; with `columns` it is a terminal of that width. */
function collect(columns?: number): Collected {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      pieces.push(Buffer.from(chunk));
      done();
    },
  });
  const out = Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns });
  return { out, text: () => Buffer.concat(pieces).toString() };
}

export const shape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "fqdn" },
    { header: "STATUS", path: "status_name", as: "status" },
    { header: "POOL", path: "pool.name" },
    { header: "RAM", path: "memory", as: "mebibytes" },
    { header: "IP", path: "ip_addresses", wide: true },
  ],
};

export const settings: OutputSettings = {
  format: "table",
  hasHeader: true,
  showSecrets: false,
  color: false,
};

interface PrintOptions extends Partial<OutputSettings> {
  readonly shape?: Shape;
  /** The width of the terminal; without it the output is a pipe. */
  readonly terminal?: number;
}

/** The output of `printValue`. */
export async function printedText(
  value: unknown,
  { shape: customShape, terminal, ...rest }: PrintOptions = {},
): Promise<string> {
  const { out, text } = collect(terminal);
  await printValue(value, customShape ?? shape, { ...settings, ...rest }, out);
  return text();
}

/** The output of `printBytes` for these chunks. */
export async function shownBytes(
  chunks: readonly (string | Uint8Array)[],
  { shape: customShape, terminal, ...rest }: PrintOptions = {},
): Promise<string> {
  const { out, text } = collect(terminal);
  await printBytes(inPieces(chunks), customShape ?? shape, { ...settings, ...rest }, out);
  return text();
}

export async function* inPieces(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}
