import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemErrorCode, systemErrorText } from "../../core/failure.ts";
import { fileChunks, readBytes } from "../../core/files.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Problems } from "../problems.ts";
import type { NodeOf } from "./tree.ts";

export interface Source {
  readonly name: string;
  readonly text: string;
  readonly folder: string;
}

interface Limit {
  readonly bytes: number;
  readonly name: string;
}

const sourceLimit: Limit = { bytes: 10_000_000, name: "10 MB" };
const maxFolderFiles = 1_000;
const maxTotalBytes = 50_000_000;

const extensions = /\.(?:ya?ml|json)$/i;

/**
 * Reads files, the files of folders (`*.yaml`, `*.yml`, `*.json`, by name), and standard input for `-`, in order and
 * each once. Adds a problem for each unreadable one, and for each folder unless `takesFolders`.
 */
export async function readSources(
  names: readonly string[],
  readStandardInput: () => Promise<Buffer>,
  problems: Problems,
  takesFolders = true,
): Promise<readonly Source[]> {
  const sources: Source[] = [];
  const realPaths = new Set<string>();
  let total = 0;
  for (const name of names) {
    problems.beginFile(name);
    for (const path of name === "-" || !takesFolders ? [name] : await filesOf(name, problems)) {
      const realName = name === "-" ? name : await realpath(path).catch(() => path);
      if (realPaths.has(realName)) continue;
      realPaths.add(realName);
      problems.beginFile(path);
      const input = name === "-" ? await readStandardInput() : readBytes(fileChunks(path), sourceLimit.bytes);
      const content = await contentOf(input, sourceLimit);
      if ("problem" in content) {
        problems.addFile(path, content.problem);
        continue;
      }
      const { bytes } = content;
      total += bytes.byteLength;
      if (total > maxTotalBytes) {
        problems.addFile(path, "the sources together exceed 50 MB");
        return sources;
      }
      if (isUtf16Or32(bytes)) problems.addFile(path, "is UTF-16 or UTF-32; save it as UTF-8");
      else if (!isUtf8(bytes)) problems.add({ file: path, ...invalidByteAt(bytes) }, "is not text in UTF-8");
      else {
        const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
        sources.push({ name: path, text, folder: dirname(path) });
      }
    }
  }
  return sources;
}

async function filesOf(path: string, problems: Problems): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => !name.startsWith(".") && extensions.test(name));
    if (names.length > maxFolderFiles) {
      problems.addFile(path, `contains more than ${maxFolderFiles} files`);
      return [];
    }
    const paths = names.map((name) => join(path, name)).sort();
    const stats = await Promise.all(paths.map((each) => stat(each).catch(() => undefined)));
    const files = paths.filter((_, index) => stats[index]?.isDirectory() !== true);
    if (files.length === 0) problems.addFile(path, "contains no *.yaml, *.yml or *.json files");
    return files.filter((each) => {
      const facts = stats[paths.indexOf(each)];
      // Reading a named pipe in a folder could block for ever.
      if (facts === undefined || facts.isFile()) return true;
      problems.addFile(each, "is not a regular file");
      return false;
    });
  } catch (error) {
    problems.addFile(path, readErrorText(error));
    return [];
  }
}

export type FileContent = { readonly bytes: Buffer } | { readonly problem: string };

async function contentOf(content: Buffer | Promise<Buffer>, limit: Limit): Promise<FileContent> {
  try {
    const bytes = await content;
    return bytes.byteLength > limit.bytes ? { problem: `is larger than ${limit.name}` } : { bytes };
  } catch (error) {
    return { problem: readErrorText(error) };
  }
}

function readErrorText(error: unknown): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file",
    ENOTDIR: "no such file",
    EACCES: "cannot be read (permission denied)",
    EISDIR: "is a folder",
    ELOOP: "is a symbolic link to itself",
    ENAMETOOLONG: "its name is too long",
    ERR_INVALID_ARG_VALUE: "a path cannot contain a NUL character",
  };
  return reasons[systemErrorCode(error)] ?? `cannot be read (${systemErrorText(error)})`;
}

function isUtf16Or32(bytes: Buffer): boolean {
  const begins = (...mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff) || begins(0, 0, 0xfe, 0xff)) return true;
  return bytes.length > 1 && (bytes[0] === 0) !== (bytes[1] === 0);
}

function invalidByteAt(bytes: Buffer): { readonly line: number; readonly column: number } {
  const repaired = Buffer.from(bytes.toString("utf8"));
  const offset = bytes.findIndex((byte, index) => byte !== repaired[index]);
  // In stream mode, the decoder drops the character that is cut off.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const before = decoder.decode(bytes.subarray(0, offset), { stream: true });
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

const fileLimit: Limit = { bytes: 64 * 1024 * 1024, name: "64 MiB" };
const maxFilesBytes = 256 * 1024 * 1024;
const filesAtOnce = 8;

/** Contents by location. Refuses pipes and devices, which may never end. */
export async function readFiles(
  files: ReadonlyMap<string, NodeOf<"file">>,
): Promise<ReadonlyMap<string, FileContent>> {
  let total = 0;
  const contents = await inParallel([...files.keys()], filesAtOnce, async (location) => {
    const content = await readFile(location);
    if ("bytes" in content) total += content.bytes.byteLength;
    return total > maxFilesBytes ? { problem: "the files together exceed 256 MiB" } : content;
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
      // Reads to the end, because the reported size is 0 for files below /proc.
      const chunks = file.createReadStream({ autoClose: false });
      return await contentOf(readBytes(chunks, fileLimit.bytes), fileLimit);
    } finally {
      await file.close();
    }
  } catch (error) {
    return { problem: readErrorText(error) };
  }
}
