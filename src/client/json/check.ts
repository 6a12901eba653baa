import { endedEarly, followed, maxDepth, notJson, tooDeep } from "./faults.ts";
import { asBuffer, closeList, closeObject, colon, comma, openList, openObject } from "./scan.ts";
import { nestsWithinBound } from "./split-whole.ts";
import { createTokenReader } from "./tokens.ts";

/** Follows JSON (RFC 8259) that arrives in pieces, cut anywhere. */
export interface JsonCheck {
  /** A `Failure` where the bytes so far begin no JSON document. */
  push(chunk: Uint8Array): void;
  /** A `Failure` where the document has not ended. */
  end(): void;
}

/** What may come next; a list or object that has just been opened may also end. */
type Expected = "value" | "firstValue" | "name" | "firstName" | "colon" | "separator" | "end";

/** What may become a word or number when more bytes come. */
const scalarStart =
  /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-|-?(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<!\.)[eE][-+]?\d*)?)$/;

/** Checks one JSON document whole, token by token: grammar, depth and that nothing follows it. */
export function createJsonCheck(): JsonCheck {
  const closings: number[] = [];
  let expected: Expected = "value";
  let isCut = false;

  const endValue = (): void => {
    expected = closings.length === 0 ? "end" : "separator";
  };

  const scalar = (token: string): void => {
    if (expected === "end") throw followed();
    const isName = expected === "name" || expected === "firstName";
    if (expected === "colon" || expected === "separator" || (isName && !token.startsWith('"')))
      throw notJson();
    if (!isJson(token)) throw isCut && scalarStart.test(token) ? endedEarly() : notJson();
    if (isName) expected = "colon";
    else endValue();
  };

  const open = (byte: number): void => {
    if (expected !== "value" && expected !== "firstValue") throw notJson();
    if (closings.length === maxDepth) throw tooDeep();
    closings.push(byte === openObject ? closeObject : closeList);
    expected = byte === openObject ? "firstName" : "firstValue";
  };

  const close = (byte: number): void => {
    const mayClose = expected === "separator" || expected === "firstName" || expected === "firstValue";
    if (!mayClose || closings.pop() !== byte) throw notJson();
    endValue();
  };

  const punctuation = (byte: number): void => {
    if (expected === "end") throw followed();
    if (byte === openObject || byte === openList) open(byte);
    else if (byte === closeObject || byte === closeList) close(byte);
    else if (expected !== (byte === colon ? "colon" : "separator")) throw notJson();
    else expected = byte === comma && closings.at(-1) === closeObject ? "name" : "value";
  };

  const tokens = createTokenReader({ scalar, punctuation });
  return {
    push: (chunk) => tokens.push(asBuffer(chunk)),
    end() {
      isCut = true;
      tokens.end();
      if (expected !== "end") throw endedEarly();
    },
  };
}

/** True for text that Node's own parser takes. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Checks one JSON document that is there as a whole. */
export function checkJson(bytes: Uint8Array): void {
  if (isPlainJson(bytes)) return;
  const check = createJsonCheck();
  check.push(bytes);
  check.end();
}

/**
 * True for JSON that is known not to be nested too deeply. Node's own parser takes the same grammar (bytes as
 * characters: beyond ASCII both let all stand in strings, and nowhere else), and is quicker.
 */
function isPlainJson(bytes: Uint8Array): boolean {
  const text = asBuffer(bytes).toString("latin1");
  return isJson(text) && (hasFewBrackets(text) || nestsWithinBound(text));
}

/** True for text with too few brackets to be nested too deeply. */
function hasFewBrackets(text: string): boolean {
  let brackets = 0;
  for (const bracket of ["[", "{"])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      brackets += 1;
      if (brackets > maxDepth) return false;
    }
  return true;
}
