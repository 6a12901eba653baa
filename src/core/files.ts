import {
  accessSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Socket } from "node:net";
import { dirname, isAbsolute, join } from "node:path";
import type { Readable } from "node:stream";
import type { Script } from "node:vm";
import { attempt, systemErrorCode } from "./failure.ts";

interface AtomicWrite {
  readonly temporaryPath: string;
  readonly mode?: number | undefined;
  readonly move?: (temporaryPath: string, target: string) => Promise<void>;
}

/** Returns a folder such as `XDG_CACHE_HOME`. Ignores a relative path, as the specification requires. */
export function xdgFolder(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const folder = env[`XDG_${name}_HOME`];
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/** Windows has `USERPROFILE` in place of `HOME`. */
export const homeFolder = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  env["HOME"] ?? env["USERPROFILE"];

/** `target` always has either its old or its new content. No temporary file is left behind. */
export async function writeAtomically(
  target: string,
  content: string | Uint8Array,
  { temporaryPath, mode, move }: AtomicWrite,
): Promise<void> {
  // Loaded on use: every start of svc loads this module.
  const { open, rename, rm } = await import("node:fs/promises");
  const file = await open(temporaryPath, "wx", mode);
  try {
    try {
      if (mode !== undefined) await file.chmod(mode & 0o7777);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await (move ?? rename)(temporaryPath, target);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

/** Returns false if the file exists. On a full disk no empty file is left behind. */
export function createFile(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    attempt(() => rmSync(path));
    throw error;
  }
}

/**
 * Returns the folders that were missing, the innermost last. Node's recursive mkdir never returns if a folder cannot be made
 * inside an existing one, as in `/proc`.
 */
export function makeFolder(path: string, mode = 0o700): readonly string[] {
  const missingFolders: string[] = [];
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missingFolders.unshift(folder);
  for (const folder of missingFolders) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process may have made it in the meantime.
      if (!existsSync(folder)) throw error;
    }
  }
  return missingFolders;
}

export const hasAccess = (path: string, mode: number): boolean =>
  attempt(() => {
    accessSync(path, mode);
    return true;
  }) ?? false;

/** Without this flag, opening a named pipe holds a thread, and so the process, until the other program ends. */
export const nonBlocking = constants.O_NONBLOCK ?? 0;

/** For a named pipe, waits for the first writer, and ends when all writers have closed it. */
export async function* fileChunks(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const stream = await streamOf(openSync(path, constants.O_RDONLY | nonBlocking));
  if (signal !== undefined) (await import("node:stream")).addAbortSignal(signal, stream);
  try {
    yield* stream;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Stops after the chunk that exceeds `maxBytes`; a longer result shows that the stream is too large. */
export async function readBytes(
  stream: AsyncIterable<string | Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    chunks.push(bytes);
    size += bytes.length;
    if (size > maxBytes) break;
  }
  return concatBytes(chunks);
}

export function concatBytes(pieces: readonly Uint8Array[]): Buffer {
  const [first] = pieces;
  if (first === undefined || pieces.length > 1) return Buffer.concat(pieces);
  return Buffer.from(first.buffer, first.byteOffset, first.length);
}

/** Sockets and terminal streams poll a pipe or terminal without holding a thread. */
async function streamOf(file: number): Promise<Readable> {
  if (fstatSync(file).isFIFO()) return await pipeOf(file, "readable");
  const { isatty, ReadStream } = await import("node:tty");
  return isatty(file) ? new ReadStream(file) : createReadStream("", { fd: file });
}

async function pipeOf(file: number, side: "readable" | "writable"): Promise<Socket> {
  const { Socket } = await import("node:net");
  return new Socket({ fd: file, readable: false, writable: false, [side]: true });
}

/** Opens a named pipe for writing without blocking; throws ENXIO if no program reads it. */
export const openPipe = (path: string): number => openSync(path, constants.O_WRONLY | nonBlocking);

/** Writes as fast as the reader reads; rejects with ENXIO if no program reads the pipe. */
export async function writePipe(path: string, content: Uint8Array): Promise<void> {
  const pipe = await pipeOf(openPipe(path), "writable");
  await new Promise<void>((resolve, reject) => {
    pipe.on("error", reject);
    pipe.end(content, resolve);
  });
}

/** A script whose functions V8 has compiled, and the path where the launcher looks for the compiled code. */
export interface CompiledCode {
  readonly path: string;
  readonly script: Script;
}

/** At this number of files, each about a megabyte, svc removes all of them, including those of other versions. */
const maxCodeFiles = 40;

/** Stores code for this user only. Never throws: without stored code, svc merely starts more slowly. */
export function storeCompiledCode(codes: readonly CompiledCode[], pid: number): void {
  for (const { path, script } of codes) {
    const temporaryPath = `${path}.${pid}`;
    try {
      const folder = dirname(path);
      makeFolder(folder);
      const names = readdirSync(folder);
      if (names.length >= maxCodeFiles) for (const name of names) rmSync(join(folder, name), { force: true });
      const code = script.createCachedData();
      writeFileSync(temporaryPath, Buffer.concat([code, code]), { mode: 0o600 });
      renameSync(temporaryPath, path);
    } catch {
      attempt(() => rmSync(temporaryPath, { force: true }));
    }
  }
}
