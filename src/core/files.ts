import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Socket } from "node:net";
import { userInfo } from "node:os";
import { dirname, join, sep } from "node:path";
import type { Readable } from "node:stream";
import type { Script } from "node:vm";

interface Placing {
  /** A path in the same folder that no other process uses; nothing stands there. */
  readonly beside: string;
  /** The permissions of the file; left out, those that new files get. */
  readonly mode?: number | undefined;
  /** Puts the file that is written into its place; replaces what stands there unless given. */
  readonly place?: (beside: string, target: string) => Promise<void>;
}

/**
 * Writes a file as a whole or not at all: to the disk beside its place, then put there in one step, so that
 * `target` holds its old content or the new one whenever the process ends. Rejects with the error of the file
 * system; nothing is left beside it.
 */
export async function writeAtomically(
  target: string,
  content: string | Uint8Array,
  { beside, mode, place }: Placing,
): Promise<void> {
  // Loaded on use: every start of svc loads this module.
  const { open, rename, rm } = await import("node:fs/promises");
  const file = await open(beside, "wx", mode);
  try {
    try {
      if (mode !== undefined) await file.chmod(mode & 0o7777);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await (place ?? rename)(beside, target);
  } finally {
    await rm(beside, { force: true });
  }
}

/**
 * Makes a folder and those above it that are missing, for this user alone (0700) unless another `mode` is given.
 * Throws the error of the file system. One by one: Node's own recursion never returns where a folder cannot be made
 * in one that exists, as below `/proc`.
 */
export function makeFolder(path: string, mode = 0o700): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode });
    } catch (error) {
      // Another process may have made it in the meantime.
      if (!existsSync(each)) throw error;
    }
  }
}

/** A file as it was read. */
interface TrustedFile {
  readonly text: string;
  readonly mtimeMs: number;
}

/**
 * Reads a file that only this user or the administrator can have written. Undefined where it is missing, too large,
 * not a regular file, of another user, or writable for others.
 */
export function readTrustedFile(path: string, maxBytes: number): TrustedFile | undefined {
  let file: number | undefined;
  try {
    // A pipe would be waited for.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.size > maxBytes || isWritableForOthers(facts.mode) || !isTrusted(facts.uid))
      return undefined;
    return { text: readFileSync(file, "utf8"), mtimeMs: facts.mtimeMs };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** True for modes that let others write; Windows has no such modes. */
const isWritableForOthers = (mode: number): boolean => sep === "/" && (mode & 0o022) !== 0;

function isTrusted(owner: number): boolean {
  try {
    const { uid } = userInfo();
    return uid < 0 || owner === uid || owner === 0;
  } catch {
    // A user without an entry in the system's list.
    return true;
  }
}

/**
 * A named pipe is opened without waiting for its other end: the wait would hold a thread that nothing but the end of
 * the other program frees, and with it the process. Windows has no such pipes.
 */
const withoutWaiting = constants.O_NONBLOCK ?? 0;

/**
 * The bytes of a file that a user named, to its end or until the signal. Of a pipe that is until its writers have closed
 * it, however long the first of them takes to come. Rejects with the error of the file system, or the signal's reason.
 */
export async function* fileChunks(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const stream = await streamOf(openSync(path, constants.O_RDONLY | withoutWaiting));
  const end = () => stream.destroy(new Error("aborted"));
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted === true) end();
  try {
    yield* stream;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/** Pipes and terminals are waited for without a thread. */
async function streamOf(file: number): Promise<Readable> {
  if (fstatSync(file).isFIFO()) return await pipeOf(file, "readable");
  const { isatty, ReadStream } = await import("node:tty");
  return isatty(file) ? new ReadStream(file) : createReadStream("", { fd: file });
}

async function pipeOf(file: number, side: "readable" | "writable"): Promise<Socket> {
  const { Socket } = await import("node:net");
  return new Socket({ fd: file, readable: false, writable: false, [side]: true });
}

/** Opens a named pipe to write without waiting; throws the error ENXIO of the file system where no program reads from it. */
export const openPipe = (path: string): number => openSync(path, constants.O_WRONLY | withoutWaiting);

/** Writes to a named pipe, as fast as its reader reads; rejects as `openPipe` throws. */
export async function writePipe(path: string, content: Uint8Array): Promise<void> {
  const pipe = await pipeOf(openPipe(path), "writable");
  await new Promise<void>((resolve, reject) => {
    pipe.on("error", reject);
    pipe.end(content, resolve);
  });
}

/** A script with the functions that V8 has compiled for it, and the file that the launcher looks for them in. */
export interface CompiledCode {
  readonly path: string;
  readonly script: Script;
}

/** Each file takes about a megabyte. When there are as many, all are removed, with those of other releases. */
const maxFiles = 40;

/** Stores code for this user alone. Never throws: svc only starts more slowly without it. */
export function storeCompiledCode(codes: readonly CompiledCode[], pid: number): void {
  for (const { path, script } of codes) {
    const beside = `${path}.${pid}`;
    try {
      const folder = dirname(path);
      makeFolder(folder);
      const names = readdirSync(folder);
      if (names.length >= maxFiles) for (const name of names) rmSync(join(folder, name), { force: true });
      writeFileSync(beside, script.createCachedData(), { mode: 0o600 });
      renameSync(beside, path);
    } catch {
      try {
        rmSync(beside, { force: true });
      } catch {
        // It could not be made either.
      }
    }
  }
}
