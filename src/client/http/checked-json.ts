import { checkJson, createJsonCheck, createUtf8Check, type JsonCheck } from "../json/check.ts";
import { createBracketCheck } from "../json/splitter.ts";
import { maxHeldBytes, openList, openObject, skipSpace, tooLarge } from "../json/tokens.ts";
import { type AnswerFacts, describeFault, isBinary, isPlainText, joined, unreadable } from "./answer-body.ts";
import { lookedAtBytes } from "./text.ts";

/** Answers up to this size are checked in full, then passed on as one chunk. */
const heldBytes = 512 * 1024;

/** Of larger ones, this much is checked byte by byte, which is slow. */
const checkedBytes = 64 * 1024;

const noCheck: JsonCheck = { push: () => undefined, end: () => undefined };

/** The longest plain-text answer in place of JSON. */
const maxWordsBytes = 4096;

/**
 * The JSON of an answer as it arrives, without leading white space and byte order mark. A small answer is checked
 * before it is passed on; of a larger list or object, strings and brackets are followed meanwhile. Rejects with a
 * `Failure` of kind `other` for invalid JSON, an empty read, and anything too large that is not a list. Changes may
 * answer plain text or nothing.
 */
export async function* checkedJson(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  facts: AnswerFacts,
): AsyncGenerator<Uint8Array> {
  const check = createAnswerCheck(facts);
  for await (const chunk of withoutLead(body)) {
    yield* check.push(chunk);
    if (check.isDecided()) break;
  }
  yield* check.end();
}

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

async function* withoutLead(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let isMarked = false;
  let hasBegun = false;
  let dropped = 0;
  for await (const chunk of body) {
    if (hasBegun) {
      yield chunk;
      continue;
    }
    const bytes = Buffer.concat([start, chunk]);
    let at = skipSpace(bytes, 0);
    if (!isMarked && byteOrderMark.equals(bytes.subarray(at, at + byteOrderMark.length))) {
      isMarked = true;
      at = skipSpace(bytes, at + byteOrderMark.length);
    }
    dropped += at;
    if (dropped > maxHeldBytes) throw tooLarge();
    start = bytes.subarray(at);
    // What may become a mark waits for the next piece.
    hasBegun = isMarked ? start.length > 0 : !start.equals(byteOrderMark.subarray(0, start.length));
    if (hasBegun) yield start;
  }
  if (!hasBegun && start.length > 0) yield start;
}

interface AnswerCheck {
  push(chunk: Uint8Array): readonly Uint8Array[];
  /** True once the beginning shows what the answer is. */
  isDecided(): boolean;
  end(): readonly Uint8Array[];
}

function createAnswerCheck(facts: AnswerFacts): AnswerCheck {
  const held: Uint8Array[] = [];
  const utf8 = createUtf8Check();
  let check = createJsonCheck();
  let isHolding = true;
  let fault: unknown;
  let size = 0;
  let first: number | undefined;
  const isStructure = () => first === openList || first === openObject;

  const followOn = () => {
    const further = facts.isFollowed === true ? noCheck : createBracketCheck();
    const whole = joined(held);
    check.push(whole.subarray(0, checkedBytes));
    for (const piece of held) further.push(piece);
    check = further;
  };

  return {
    push(chunk) {
      size += chunk.length;
      first ??= chunk[0];
      if (size > maxHeldBytes && first !== openList) throw tooLarge();
      fault ??= faultOf(() => {
        if (!isHolding || !isStructure()) check.push(chunk);
        utf8.push(chunk);
      });
      if (!isHolding) {
        if (fault !== undefined) throw describeFault(fault, undefined, facts);
        return [chunk];
      }
      held.push(chunk);
      if (size <= heldBytes) return [];
      if (isStructure()) fault ??= faultOf(followOn);
      if (fault !== undefined) return [];
      isHolding = false;
      return held.splice(0);
    },
    isDecided: () => fault !== undefined && size >= lookedAtBytes,
    end() {
      if (first === undefined) return emptyAnswer(facts);
      const whole = joined(held);
      fault ??= faultOf(() => {
        if (isHolding && isStructure()) checkJson(whole);
        else check.end();
        utf8.end();
      });
      const start = isHolding ? whole : undefined;
      if (fault !== undefined && (start === undefined || !mayBeWords(start, facts)))
        throw describeFault(fault, start, facts);
      return held.length === 0 ? [] : [whole];
    },
  };
}

/** An empty answer is valid after a change that promises no object. */
function emptyAnswer(facts: AnswerFacts): readonly Uint8Array[] {
  switch (facts.emptyAnswer) {
    case "object":
      return [Buffer.from("{}")];
    case "list":
      return [Buffer.from("[]")];
    case "named":
      return [];
  }
  if (facts.changes && facts.answersWith === undefined) return [];
  throw unreadable("the service's answer is empty", facts);
}

function faultOf(check: () => void): unknown {
  try {
    check();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Deployed services may answer a change in words. */
function mayBeWords(start: Buffer, { changes, contentType }: AnswerFacts): boolean {
  return (
    changes &&
    isPlainText(contentType) &&
    start.length <= maxWordsBytes &&
    !isBinary(start) &&
    !/^[\uFEFF\s]*[[{<"]/.test(start.toString("utf8"))
  );
}
