import { maxHeldBytes, tooLarge } from "../json/faults.ts";
import { isSpace } from "../json/scan.ts";

const bom = [0xef, 0xbb, 0xbf] as const;

/** The bytes of a body from the first that is not white space, of UTF-8's mark and of what follows it. */
export async function* withoutLead(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let marked = 0;
  let hasBegun = false;
  let dropped = 0;
  for await (const chunk of body) {
    if (hasBegun) {
      yield chunk;
      continue;
    }
    let at = 0;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (marked < bom.length && byte === bom[marked]) marked += 1;
      else if (!isSpace(byte) || (marked > 0 && marked < bom.length)) break;
    }
    dropped += at;
    if (dropped > maxHeldBytes) throw tooLarge();
    if (at === chunk.length) continue;
    hasBegun = true;
    // A mark that breaks off is text.
    if (marked > 0 && marked < bom.length) yield Uint8Array.from(bom.slice(0, marked));
    yield chunk.subarray(at);
  }
  if (!hasBegun && marked > 0 && marked < bom.length) yield Uint8Array.from(bom.slice(0, marked));
}
