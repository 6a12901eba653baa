import { checkJson } from "./check.ts";
import { parseExact } from "./exact.ts";
import { openList, openObject, quote, skipSpace } from "./scan.ts";

/**
 * A whole answer as a value: its JSON, or the text that it is where it does not look like JSON; undefined
 * where it is empty. A `Failure` where it begins as JSON and ends early, or is broken.
 */
export function parseAnswer(whole: Buffer): unknown {
  const start = skipSpace(whole, 0);
  const first = whole[start];
  if (first === undefined) return undefined;
  try {
    return parseExact(whole.toString());
  } catch (error) {
    if (first !== openObject && first !== openList && first !== quote) return whole.toString();
    checkJson(whole);
    throw error;
  }
}

/** True where an answer that begins with these bytes can only be text, a number or a word. */
export function beginsNoStructure(head: Uint8Array): boolean {
  const first = head[skipSpace(head, 0)];
  return first !== undefined && first !== openObject && first !== openList;
}
