import { isUtf8 } from "node:buffer";
import {
  asBuffer,
  closeList,
  closeObject,
  colon,
  comma,
  createTokenReader,
  endedEarly,
  followed,
  maxDepth,
  notJson,
  notUtf8,
  openList,
  openObject,
  tooDeep,
} from "./tokens.ts";

/** Checks JSON (RFC 8259) that arrives in pieces, cut anywhere. */
export interface JsonCheck {
  /** Throws a `Failure` if the bytes so far cannot begin a JSON document. */
  push(chunk: Uint8Array): void;
  /** Throws a `Failure` if the document is incomplete. */
  end(): void;
}

/** What may come next; `firstValue` and `firstName` also allow the end of the list or object. */
type Expected = "value" | "firstValue" | "name" | "firstName" | "colon" | "separator" | "end";

/** What may become a word or number with more bytes. */
const scalarStart =
  /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-|-?(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<!\.)[eE][-+]?\d*)?)$/;

/** Checks a JSON document token by token: grammar, depth, and that nothing follows it. */
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
    if (parsedJson(token) === undefined) throw isCut && scalarStart.test(token) ? endedEarly() : notJson();
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

/** Boxed, since the value may be null; undefined for text that Node's parser rejects. */
function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

/** Boxed; undefined for text that is not JSON or is nested too deeply. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  const parsed = parsedJson(text);
  return parsed === undefined || isDeeperThan(maxDepth, parsed.value) ? undefined : parsed;
}

/** Checks a complete JSON document. */
export function checkJson(bytes: Uint8Array): void {
  // Node's parser has the same grammar and is faster. Latin1 will do: both allow all characters beyond ASCII in
  // strings, and only there.
  const parsed = parsedJson(asBuffer(bytes).toString("latin1"));
  if (parsed !== undefined) {
    if (isDeeperThan(maxDepth, parsed.value)) throw tooDeep();
    return;
  }
  const check = createJsonCheck();
  check.push(bytes);
  check.end();
}

export function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  for (const item of Object.values(value)) if (isDeeperThan(depth - 1, item)) return true;
  return false;
}

/** Checks UTF-8 that arrives in pieces, cut anywhere. */
export function createUtf8Check(): JsonCheck {
  let open: Uint8Array = new Uint8Array();
  return {
    push(chunk) {
      const bytes = open.length === 0 ? chunk : Buffer.concat([open, chunk]);
      const end = bytes.length - openBytes(bytes);
      if (!isUtf8(bytes.subarray(0, end))) throw notUtf8();
      open = bytes.subarray(end);
    },
    end() {
      if (open.length > 0) throw notUtf8();
    },
  };
}

/** The number of final bytes that belong to an incomplete character. */
function openBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
