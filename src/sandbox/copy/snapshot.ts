import type { CopyRecord } from "../../catalogue/site-copy.ts";
import { isSystemError, systemErrorText } from "../../core/failure.ts";
import { concatBytes, fileChunks } from "../../core/files.ts";

export class CopyError extends Error {}

const newline = 0x0a;

/** One line holds a whole machine, which can take megabytes. */
const maxLineBytes = 256 * 1024 * 1024;

export async function* readSnapshot(file: string, signal?: AbortSignal): AsyncGenerator<CopyRecord> {
  let lineNumber = 0;
  for await (const line of linesOf(file, signal)) {
    lineNumber += 1;
    yield parseLine(line, lineNumber);
  }
}

async function* linesOf(file: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of fileChunks(file, signal)) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        yield concatBytes([...pieces, chunk.subarray(start, end)]);
        pieces = [];
        length = 0;
        start = end + 1;
      }
      pieces.push(chunk.subarray(start));
      length += chunk.length - start;
      if (length > maxLineBytes)
        throw new CopyError("is not a snapshot of a site: a line is longer than 256 MiB");
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw isSystemError(error) ? new CopyError(`cannot be read (${systemErrorText(error)})`) : error;
  }
  if (length > 0) yield concatBytes(pieces);
}

function parseLine(line: Buffer, number: number): CopyRecord {
  try {
    return JSON.parse(line.toString("utf8")) as CopyRecord;
  } catch {
    throw new CopyError(
      number === 1 ? "is not a snapshot of a site" : `is damaged: line ${number} is not JSON`,
    );
  }
}
