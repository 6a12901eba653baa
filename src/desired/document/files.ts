import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { inParallel } from "../../core/parallel.ts";
import { unreadable } from "./sources.ts";
import type { FileNode } from "./tree.ts";

/** What a file holds, or why it is not to be had. */
export type FileContent = { readonly bytes: Buffer } | { readonly problem: string };

/** Bytes of one file, and of all files together. */
const maxFileBytes = 64 * 1024 * 1024;
const maxTotalBytes = 256 * 1024 * 1024;
const filesAtOnce = 8;

/** The contents of the files that documents name, by location. A pipe or device is not read: it may never end. */
export async function readFiles(
  files: ReadonlyMap<string, FileNode>,
): Promise<ReadonlyMap<string, FileContent>> {
  let total = 0;
  const contents = await inParallel([...files.keys()], filesAtOnce, async (location) => {
    const content = await readFile(location);
    if ("bytes" in content) total += content.bytes.byteLength;
    return total > maxTotalBytes ? { problem: "the files are larger than 256 MiB together" } : content;
  });
  return new Map(
    [...files.keys()].map((location, index) => [location, contents[index] ?? { problem: "was not read" }]),
  );
}

async function readFile(location: string): Promise<FileContent> {
  try {
    // Opened without waiting: a named pipe would wait for somebody who writes.
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

/** To the end of the file, whatever size it reports: that of files below /proc is 0. */
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
