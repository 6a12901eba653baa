import { concatBytes } from "../../core/files.ts";
import { checkJson, checkStart, createUtf8Check } from "../json/check.ts";
import { createBracketCheck, type PieceCheck } from "../json/splitter.ts";
import { maxBufferedBytes, openList, openObject, skipSpace, tooLarge } from "../json/tokens.ts";
import { type AnswerFacts, describeFault, isBinary, isPlainText, unreadable } from "./answer-body.ts";
import { sniffedBytes } from "./text.ts";

/** Answers up to this size are checked completely, then passed on as one chunk. */
const maxWholeCheckBytes = 512 * 1024;

/** How many bytes at the beginning of a larger answer are checked against the JSON grammar. */
const startCheckBytes = 64 * 1024;

const maxPlainTextBytes = 4096;

/** Small answers are checked before they are passed on; of larger ones, strings and brackets are checked on the way. */
export async function* checkedJson(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  facts: AnswerFacts,
): AsyncGenerator<Uint8Array> {
  const pendingChunks: Uint8Array[] = [];
  let checks: readonly PieceCheck[] = [];
  let firstByte: number | undefined;
  let size = 0;
  for await (const chunk of withoutByteOrderMark(body)) {
    firstByte ??= chunk[0];
    size += chunk.length;
    if (size > maxBufferedBytes && firstByte !== openList) throw tooLarge();
    pendingChunks.push(chunk);
    const isBuffering = checks.length === 0;
    const isStructure = firstByte === openList || firstByte === openObject;
    if (isBuffering && !isStructure && size >= sniffedBytes && !beginsScalar(firstByte)) break;
    if (isBuffering && (!isStructure || size <= maxWholeCheckBytes)) continue;
    const bytes = concatBytes(pendingChunks.splice(0));
    if (isBuffering)
      checks = [createUtf8Check(), ...(facts.readerChecksBrackets === true ? [] : [createBracketCheck()])];
    try {
      if (isBuffering) checkStart(bytes.subarray(0, startCheckBytes));
      for (const check of checks) check.push(bytes);
    } catch (fault) {
      throw describeFault(fault, isBuffering ? bytes : undefined, facts);
    }
    yield bytes;
  }
  if (firstByte === undefined) yield* emptyAnswer(facts);
  else if (checks.length === 0) yield checkedWhole(concatBytes(pendingChunks), facts);
  else
    try {
      for (const check of checks) check.end();
    } catch (fault) {
      throw describeFault(fault, undefined, facts);
    }
}

const beginsScalar = (byte = 0): boolean => /["\d\-tfn]/.test(String.fromCharCode(byte));

function checkedWhole(bytes: Buffer, facts: AnswerFacts): Buffer {
  const utf8 = createUtf8Check();
  try {
    utf8.push(bytes);
    checkJson(bytes);
    utf8.end();
  } catch (fault) {
    if (!mayBePlainText(bytes, facts)) throw describeFault(fault, bytes, facts);
  }
  return bytes;
}

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

async function* withoutByteOrderMark(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let hasSkippedMark = false;
  let hasBegun = false;
  let dropped = 0;
  for await (const chunk of body) {
    if (hasBegun) {
      yield chunk;
      continue;
    }
    const bytes = Buffer.concat([start, chunk]);
    let at = skipSpace(bytes, 0);
    if (!hasSkippedMark && byteOrderMark.equals(bytes.subarray(at, at + byteOrderMark.length))) {
      hasSkippedMark = true;
      at = skipSpace(bytes, at + byteOrderMark.length);
    }
    dropped += at;
    if (dropped > maxBufferedBytes) throw tooLarge();
    start = bytes.subarray(at);
    // Bytes that may be the beginning of a byte order mark wait for the next chunk.
    hasBegun = hasSkippedMark ? start.length > 0 : !start.equals(byteOrderMark.subarray(0, start.length));
    if (hasBegun) yield start;
  }
  if (!hasBegun && start.length > 0) yield start;
}

function emptyAnswer(facts: AnswerFacts): readonly Uint8Array[] {
  switch (facts.emptyAnswer) {
    case "object":
      return [Buffer.from("{}")];
    case "list":
      return [Buffer.from("[]")];
    case "named":
      return [];
  }
  if (facts.isChange && facts.answersWith === undefined) return [];
  throw unreadable("the service's answer is empty", facts);
}

/** Live services answer some changes with plain text. */
function mayBePlainText(start: Buffer, { isChange, contentType }: AnswerFacts): boolean {
  return (
    isChange &&
    isPlainText(contentType) &&
    start.length <= maxPlainTextBytes &&
    !isBinary(start) &&
    !/^[\uFEFF\s]*[[{<"]/.test(start.toString("utf8"))
  );
}
