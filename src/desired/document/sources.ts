import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { type FileHandle, open, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemErrorCode } from "../../core/failure.ts";
import { fileChunks } from "../../core/files.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Problems } from "../problems.ts";
import type { FileNode } from "./tree.ts";

export interface Source {
  /** For messages: the path as given or found, `-` for standard input. */
  readonly name: string;
  readonly text: string;
  /** The base of its relative paths. */
  readonly folder: string;
}

/** Bytes per source, files per folder, and bytes in total. */
const maxSourceBytes = 10_000_000;
const maxFolderFiles = 1_000;
const maxTotalBytes = 50_000_000;

const extensions = /\.(?:ya?ml|json)$/i;

/**
 * Reads files, the files of folders (`*.yaml`, `*.yml`, `*.json`, by name), and standard input for `-`, in order.
 * Duplicates are read once. Unreadable ones are noted in `problems`.
 */
export async function readSources(
  names: readonly string[],
  readStandardInput: () => Promise<Buffer>,
  problems: Problems,
): Promise<readonly Source[]> {
  const sources: Source[] = [];
  const seen = new Set<string>();
  let total = 0;
  const take = (name: string, bytes: Buffer, folder: string) => {
    total += bytes.byteLength;
    if (total > maxTotalBytes) return problems.addFile(name, "the sources are larger than 50 MB together");
    if (isWide(bytes)) return problems.addFile(name, "is UTF-16 or UTF-32; save it as UTF-8");
    if (!isUtf8(bytes)) return problems.add({ file: name, ...brokenAt(bytes) }, "is not text in UTF-8");
    const text = bytes.toString("utf8");
    sources.push({ name, text: text.startsWith("\uFEFF") ? text.slice(1) : text, folder });
  };
  for (const name of names) {
    if (total > maxTotalBytes) break;
    problems.begin(name);
    if (name === "-") {
      if (seen.has(name)) continue;
      seen.add(name);
      const bytes = await readStandardInput();
      if (bytes.byteLength > maxSourceBytes) problems.addFile(name, tooLarge);
      else take(name, bytes, ".");
      continue;
    }
    for (const path of await filesOf(name, problems)) {
      const real = await realpath(path).catch(() => path);
      if (seen.has(real)) continue;
      seen.add(real);
      problems.begin(path);
      const bytes = await readBounded(path, problems);
      if (bytes !== undefined) take(path, bytes, dirname(path));
      if (total > maxTotalBytes) break;
    }
  }
  return sources;
}

const tooLarge = "is larger than 10 MB";

/** The path itself, or the folder's files. */
async function filesOf(path: string, problems: Problems): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => !name.startsWith(".") && extensions.test(name));
    if (names.length > maxFolderFiles) {
      problems.addFile(path, `contains more than ${maxFolderFiles} files`);
      return [];
    }
    const paths = names.map((name) => join(path, name)).sort();
    const kinds = await Promise.all(paths.map((each) => stat(each).catch(() => undefined)));
    const files = paths.filter((_, index) => kinds[index]?.isDirectory() !== true);
    if (files.length === 0) problems.addFile(path, "contains no *.yaml, *.yml or *.json files");
    return files.filter((each) => {
      const facts = kinds[paths.indexOf(each)];
      // Reading a named pipe in a folder could block for ever.
      if (facts === undefined || facts.isFile()) return true;
      problems.addFile(each, "is not a regular file");
      return false;
    });
  } catch (error) {
    problems.addFile(path, unreadable(error));
    return [];
  }
}

async function readBounded(path: string, problems: Problems): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of fileChunks(path)) {
      size += chunk.byteLength;
      if (size > maxSourceBytes) {
        problems.addFile(path, tooLarge);
        return undefined;
      }
      chunks.push(chunk);
    }
  } catch (error) {
    problems.addFile(path, unreadable(error));
    return undefined;
  }
  return Buffer.concat(chunks, size);
}

/** In plain words for common reasons. */
function unreadable(error: unknown): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file",
    ENOTDIR: "no such file",
    EACCES: "may not be read",
    EISDIR: "is a folder",
    ELOOP: "is a symbolic link to itself",
    ENAMETOOLONG: "its name is too long",
    ERR_INVALID_ARG_VALUE: "a path cannot contain a NUL character",
  };
  const code = systemErrorCode(error);
  return reasons[code] ?? `cannot be read (${code})`;
}

/** Text begins with an ASCII character, which has no NUL beside it in UTF-8. */
function isWide(bytes: Buffer): boolean {
  const begins = (...mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff) || begins(0, 0, 0xfe, 0xff)) return true;
  return bytes.length > 1 && (bytes[0] === 0) !== (bytes[1] === 0);
}

/** Finds the first replacement character that the bytes do not contain. */
function brokenAt(bytes: Buffer): { readonly line: number; readonly column: number } {
  const text = bytes.toString("utf8");
  const replacement = Buffer.from("\uFFFD");
  let offset = 0;
  let from = 0;
  let at = text.indexOf("\uFFFD");
  for (; at !== -1; at = text.indexOf("\uFFFD", from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    if (!bytes.subarray(offset, offset + replacement.length).equals(replacement)) break;
    offset += replacement.length;
    from = at + 1;
  }
  const before = text.slice(0, Math.max(at, 0));
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

export type FileContent = { readonly bytes: Buffer } | { readonly problem: string };

/** Bytes per file, and in total. */
const maxFileBytes = 64 * 1024 * 1024;
const maxFilesBytes = 256 * 1024 * 1024;
const filesAtOnce = 8;

/** By location. Pipes and devices are refused: they may never end. */
export async function readFiles(
  files: ReadonlyMap<string, FileNode>,
): Promise<ReadonlyMap<string, FileContent>> {
  let total = 0;
  const contents = await inParallel([...files.keys()], filesAtOnce, async (location) => {
    const content = await readFile(location);
    if ("bytes" in content) total += content.bytes.byteLength;
    return total > maxFilesBytes ? { problem: "the files are larger than 256 MiB together" } : content;
  });
  return new Map(
    [...files.keys()].map((location, index) => [location, contents[index] ?? { problem: "was not read" }]),
  );
}

async function readFile(location: string): Promise<FileContent> {
  try {
    // Non-blocking: opening a named pipe would wait for a writer.
    const file = await open(location, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (facts.isDirectory()) return { problem: "is a folder" };
      if (!facts.isFile()) return { problem: "is not a regular file" };
      if (facts.size > maxFileBytes) return { problem: "is larger than 64 MiB" };
      return await readOpened(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    return { problem: unreadable(error) };
  }
}

/** Reads to the end whatever the reported size: it is 0 below /proc. */
async function readOpened(file: FileHandle): Promise<FileContent> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.createReadStream({ autoClose: false })) {
    size += (chunk as Buffer).byteLength;
    if (size > maxFileBytes) return { problem: "is larger than 64 MiB" };
    chunks.push(chunk as Buffer);
  }
  return { bytes: Buffer.concat(chunks, size) };
}
