import { isUtf8 } from "node:buffer";
import { Failure } from "../../core/failure.ts";
import { escapeText } from "./escape.ts";

/** Bytes of a body that are inspected before any of it is shown. */
const inspectedBytes = 64 * 1024;

/** A character of UTF-8 that the end of the bytes cuts is this long at most. */
const maxCharacterBytes = 4;

/**
 * A body as text that a terminal can show, with a line end
 * at its end. A `Failure` where it begins with binary data.
 */
export async function* escapedText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let last = "\n";
  const decode = (chunk?: Uint8Array): string => {
    const text = escapeText(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
    last = text.at(-1) ?? last;
    return text;
  };
  for await (const chunk of bytes) {
    if (heldBytes > inspectedBytes) {
      yield decode(chunk);
      continue;
    }
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes > inspectedBytes) yield decode(checkedText(Buffer.concat(held), true));
  }
  if (heldBytes <= inspectedBytes) yield decode(checkedText(Buffer.concat(held), false));
  yield decode();
  if (last !== "\n") yield "\n";
}

/** The bytes again; a `Failure` where they are not text. */
function checkedText(bytes: Buffer, isCut: boolean): Buffer {
  const isText = [0, 1, 2, 3]
    .slice(0, isCut ? maxCharacterBytes : 1)
    .some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)));
  if (isText && !bytes.includes(0)) return bytes;
  throw new Failure("other", "the answer is binary data, which a terminal cannot show", {
    hint: "write it to a file: svc ... > FILE",
  });
}
