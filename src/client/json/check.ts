import { isUtf8 } from "node:buffer";
import type { Failure } from "../../core/failure.ts";
import { type ChunkCheck, createBracketCheck, lastOuterComma } from "./splitter.ts";
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

/** Wraps the value, because undefined means that the text is not JSON. */
function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

export function parseJson(text: string): { readonly value: unknown } | undefined {
  const parsed = tryParse(text);
  return parsed === undefined || isDeeperThan(maxDepth, parsed.value) ? undefined : parsed;
}

export function checkJson(bytes: Uint8Array): void {
  // Node's parser is the fastest check. Latin1 is enough: non-ASCII characters are valid only in strings, where the
  // parser accepts them all.
  const parsed = tryParse(asBuffer(bytes).toString("latin1"));
  if (parsed !== undefined) {
    if (isDeeperThan(maxDepth, parsed.value)) throw tooDeep();
    return;
  }
  throw explainInvalidJson(bytes);
}

const scalarStart =
  /^(?:"[^"\\]*(?:\\.[^"\\]*)*\\?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-|-?(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<!\.)[eE][-+]?\d*)?)?$/s;

function explainInvalidJson(bytes: Uint8Array): Failure {
  const firstByte = bytes[skipSpace(bytes, 0)];
  if (firstByte === openList || firstByte === openObject) {
    const brackets = createBracketCheck();
    brackets.push(bytes);
    brackets.end();
    return notJson();
  }
  const text = asBuffer(bytes).toString("latin1").trim();
  const [, scalar = "", rest = ""] = /^("[^"\\]*(?:\\.[^"\\]*)*"|[^\s"]*)(.*)$/s.exec(text) ?? [];
  if (rest !== "" && tryParse(scalar) !== undefined) return trailingContent();
  return scalarStart.test(text) ? endedEarly() : notJson();
}

/** Checks the grammar of the first bytes of a list or object, up to the last comma at its outer two levels. */
export function checkStart(bytes: Uint8Array): void {
  const { end, closingBrackets } = lastOuterComma(bytes);
  const start = asBuffer(bytes).toString("latin1", 0, end);
  if (end > 0 && tryParse(`${start}${closingBrackets}`) === undefined) throw notJson();
}

export function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  for (const item of Object.values(value)) if (isDeeperThan(depth - 1, item)) return true;
  return false;
}

/** Checks UTF-8 in chunks, whose borders may split a character. */
export function createUtf8Check(): ChunkCheck {
  let incompleteBytes: Uint8Array = new Uint8Array();
  return {
    push(chunk) {
      const bytes = incompleteBytes.length === 0 ? chunk : Buffer.concat([incompleteBytes, chunk]);
      const end = bytes.length - countIncompleteBytes(bytes);
      if (!isUtf8(bytes.subarray(0, end))) throw notUtf8();
      incompleteBytes = bytes.subarray(end);
    },
    end() {
      if (incompleteBytes.length > 0) throw notUtf8();
    },
  };
}

function countIncompleteBytes(bytes: Uint8Array): number {
  for (let distance = 1; distance <= Math.min(3, bytes.length); distance += 1) {
    const byte = bytes[bytes.length - distance] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return distance < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? distance : 0;
  }
  return 0;
}
