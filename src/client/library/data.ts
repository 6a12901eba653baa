import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { Content } from "../http/call.ts";
import { collect, contentInMemory, fileBytes, fileContent, tooLarge } from "../values/files.ts";
import { kindOf } from "./options.ts";

/** Files and `Blob`s are read when they are sent, a stream before, which fails beyond 64 MiB. */
export async function contentOf(value: unknown, name: string, signal?: AbortSignal): Promise<Content> {
  const path = pathOf(value);
  if (path !== undefined) return await fileContent(path, name, signal);
  if (!(value instanceof Blob)) return contentInMemory(name, await bytesInMemory(value, name, signal));
  const filename = "name" in value && typeof value.name === "string" ? value.name : name;
  return { filename, size: value.size, open: () => value.stream() };
}

/** Reads the bytes of a base64 field, at most 64 MiB from a file or stream. Throws a usage `Failure`. */
export async function bytesOf(value: unknown, name: string, signal?: AbortSignal): Promise<Buffer> {
  const path = pathOf(value);
  if (path !== undefined) return await fileBytes(path, name, undefined, signal);
  return await bytesInMemory(value instanceof Blob ? value.stream() : value, name, signal);
}

async function bytesInMemory(value: unknown, name: string, signal?: AbortSignal): Promise<Buffer> {
  if (typeof value === "string") return Buffer.from(value, "utf8");
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (isStream(value))
    return await collect(chunksOf(value, name, signal), () => tooLarge(name, "the stream"));
  throw new Failure("usage", `${name} takes text, bytes, a stream, a Blob or { path }, not ${kindOf(value)}`);
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  isRecord(value) && typeof Reflect.get(value, Symbol.asyncIterator) === "function";

/** Does not wait until an unfinished stream has closed. */
async function* chunksOf(
  stream: AsyncIterable<unknown>,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  const chunks = stream[Symbol.asyncIterator]();
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
  let isOpen = true;
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), aborted]);
      isOpen = done !== true;
      if (!isOpen) return;
      if (typeof value !== "string" && !(value instanceof Uint8Array))
        throw new Failure("usage", `${name}: the stream yields ${kindOf(value)} instead of bytes`);
      yield value;
    }
  } finally {
    if (abort !== undefined) signal?.removeEventListener("abort", abort);
    if (isOpen) closeStream(stream, chunks);
  }
}

/** Node streams close at once; other iterators close after their pending read. */
function closeStream(stream: AsyncIterable<unknown>, chunks: AsyncIterator<unknown>): void {
  if ("destroy" in stream && typeof stream.destroy === "function") stream.destroy();
  else chunks.return?.().catch(() => undefined);
}

function pathOf(value: unknown): string | undefined {
  const path = isRecord(value) && !(value instanceof Uint8Array) ? value["path"] : undefined;
  return typeof path === "string" && !isStream(value) ? path : undefined;
}
