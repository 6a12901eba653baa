import { isUtf8 } from "node:buffer";
import { createBracketCheck, openListsAndObjects, type PieceCheck } from "./splitter.ts";
import {
  asBuffer,
  endedEarly,
  maxDepth,
  notJson,
  notUtf8,
  openList,
  openObject,
  skipSpace,
  tooDeep,
  trailingContent,
} from "./tokens.ts";

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
  throw faultIn(bytes);
}

/** What may become a string, word or number with more bytes. */
const scalarStart =
  /^(?:"[^"\\]*(?:\\.[^"\\]*)*\\?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-|-?(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<!\.)[eE][-+]?\d*)?)?$/s;

/** Why the bytes are not JSON: they end early, go on, or break the grammar. */
function faultIn(bytes: Uint8Array): unknown {
  const first = bytes[skipSpace(bytes, 0)];
  if (first === openList || first === openObject) {
    const brackets = createBracketCheck();
    brackets.push(bytes);
    brackets.end();
    return notJson();
  }
  const text = asBuffer(bytes).toString("latin1").trim();
  const [, scalar = "", rest = ""] = /^("[^"\\]*(?:\\.[^"\\]*)*"|[^\s"]*)(.*)$/s.exec(text) ?? [];
  if (rest !== "" && parsedJson(scalar) !== undefined) return trailingContent();
  return scalarStart.test(text) ? endedEarly() : notJson();
}

/** Checks the grammar of the beginning of a list or object, up to its last comma at the outer two levels. */
export function checkStart(bytes: Uint8Array): void {
  const { end, closings } = openListsAndObjects(bytes);
  const start = asBuffer(bytes).toString("latin1", 0, end);
  if (end > 0 && parsedJson(`${start}${closings}`) === undefined) throw notJson();
}

export function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  for (const item of Object.values(value)) if (isDeeperThan(depth - 1, item)) return true;
  return false;
}

/** Checks UTF-8 that arrives in pieces, cut anywhere. */
export function createUtf8Check(): PieceCheck {
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
