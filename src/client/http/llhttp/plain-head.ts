/** The head of an answer that states its body's end in the usual way; positions are offsets in the bytes it was read from. */
export interface PlainHead {
  readonly status: number;
  /** Where the reason begins and ends. */
  readonly reason: readonly [number, number];
  /** Where each name and value begins and ends. */
  readonly fields: readonly (readonly [number, number, number, number])[];
  /** The bytes of the body, or undefined where it comes in chunks. */
  readonly length: number | undefined;
  /** Where the head ends. */
  readonly end: number;
}

const statusLine = /^HTTP\/1\.1 ([2-5]\d\d) ([!-~](?:[ -~]*[!-~])?)\r\n/;
const field = /([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([!-~](?:[\t -~]*[!-~])?)\r\n/y;
const fewDigits = /^\d{1,15}$/;
const maxBytes = 16_384;

/**
 * Reads a head that lies in the bytes from `start` as a whole, without white space to spare, with one Content-Length or with chunks,
 * and on a connection that stays open. Undefined for every other one.
 */
export function readPlainHead(bytes: Buffer, start: number): PlainHead | undefined {
  const last = bytes.indexOf("\r\n\r\n", start, "latin1");
  if (last < 0 || last - start > maxBytes) return undefined;
  const text = bytes.toString("latin1", start, last + 2);
  const line = statusLine.exec(text);
  const [begin = "", code = "", reason = ""] = line ?? [];
  if (line === null) return undefined;
  const fields: [number, number, number, number][] = [];
  const body = createBodyReading();
  let at = begin.length;
  while (at < text.length) {
    field.lastIndex = at;
    const found = field.exec(text);
    const [whole = "", name = "", value = ""] = found ?? [];
    if (found === null || !body.takes(name.toLowerCase(), value)) return undefined;
    const [nameAt, valueEnd] = [start + at, start + at + whole.length - 2];
    fields.push([nameAt, nameAt + name.length, valueEnd - value.length, valueEnd]);
    at += whole.length;
  }
  const status = Number(code);
  if (!body.isKnown(status)) return undefined;
  const reasonAt = start + begin.length - 2 - reason.length;
  return {
    status,
    reason: [reasonAt, reasonAt + reason.length],
    fields,
    length: body.length(),
    end: last + 4,
  };
}

/** What the fields of one head say about the body. */
function createBodyReading() {
  let length: number | undefined;
  let isChunked = false;
  return {
    /** False for a field that says anything unusual. */
    takes(name: string, value: string): boolean {
      switch (name) {
        case "content-length":
          if (length !== undefined || !fewDigits.test(value)) return false;
          length = Number(value);
          return true;
        case "transfer-encoding":
          if (isChunked || value.toLowerCase() !== "chunked") return false;
          isChunked = true;
          return true;
        case "connection":
          return value.toLowerCase() === "keep-alive";
        case "proxy-connection":
        case "upgrade":
          return false;
        default:
          return true;
      }
    },
    /** True where exactly one field says where it ends; a 204 and a 304 have none. */
    isKnown: (status: number) =>
      status === 204 || status === 304
        ? !isChunked && (length ?? 0) === 0
        : isChunked !== (length !== undefined),
    length: () => (isChunked ? undefined : (length ?? 0)),
  };
}
