import { maxHeldBytes, tooLarge } from "../json/faults.ts";
import { skipSpace } from "../json/scan.ts";

/** UTF-8's byte order mark. */
const mark = Buffer.of(0xef, 0xbb, 0xbf);

/** The bytes of a body from the first that is not white space, of UTF-8's mark and of what follows it. */
export async function* withoutLead(
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
    if (!isMarked && mark.equals(bytes.subarray(at, at + mark.length))) {
      isMarked = true;
      at = skipSpace(bytes, at + mark.length);
    }
    dropped += at;
    if (dropped > maxHeldBytes) throw tooLarge();
    start = bytes.subarray(at);
    // What may still become a mark waits for the next piece.
    hasBegun = isMarked ? start.length > 0 : !start.equals(mark.subarray(0, start.length));
    if (hasBegun) yield start;
  }
  if (!hasBegun && start.length > 0) yield start;
}
