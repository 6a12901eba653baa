import { isUtf8 } from "node:buffer";
import type { JsonCheck } from "./check.ts";
import { notUtf8 } from "./faults.ts";

/** Checks that bytes, which arrive in pieces cut anywhere, are well-formed UTF-8. */
export function createUtf8Check(): JsonCheck {
  let open: Uint8Array = new Uint8Array();
  return {
    push(chunk) {
      const bytes = open.length === 0 ? chunk : Buffer.concat([open, chunk]);
      const end = bytes.length - openBytes(bytes);
      if (!isUtf8(bytes.subarray(0, end))) throw notUtf8();
      // A copy: the memory of a chunk may be used again.
      open = Buffer.from(bytes.subarray(end));
    },
    end() {
      if (open.length > 0) throw notUtf8();
    },
  };
}

/** How many bytes at the end begin a character that goes on after them. */
function openBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
