import { type Callbacks, codes } from "./interface.ts";
import { type PlainHead, readPlainHead } from "./plain-head.ts";

/** Where the parsing of a connection stands between two pieces. */
export interface Plain {
  step: Step;
  /** Bytes of the body, or of its chunk, that are still to come. */
  left: number;
  /** The hexadecimal digits of a chunk's size, as far as they have come. */
  digits: string;
  isChunked: boolean;
  /** True where nothing that follows the message is HTTP. */
  isLast: boolean;
}

/** At `complete` a message has ended, at `ended` the connection becomes another one. */
type Step = "start" | "body" | "complete" | "ended" | keyof typeof chunkSteps;

/** What came last of a chunked body at each of its steps. */
const chunkSteps = {
  size: "",
  sizeEnd: "\r",
  dataEnd: "1\r\na",
  dataEndLine: "1\r\na\r",
  lastEnd: "0\r\n",
  lastEndLine: "0\r\n\r",
} as const;

export const createPlain = (): Plain => ({
  step: "start",
  left: 0,
  digits: "",
  isChunked: false,
  isLast: false,
});

/** How far a piece was parsed: `position` is the first byte that was not. */
interface Parsed {
  readonly position: number;
  /** True where the piece goes on with what only llhttp itself parses. */
  readonly isOdd: boolean;
  /** One of `codes`, or what a callback answered. */
  readonly code: number;
  readonly reason: string;
}

const maxDigits = 12;
const [carriageReturn, lineFeed] = [0x0d, 0x0a];

/** What llhttp would have to be given to stand where the parsing of a message stands; empty between two messages. */
export function madeUpBeginning({ step, digits }: Plain): string {
  if (!isChunkStep(step)) return "";
  return `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${digits}${chunkSteps[step]}`;
}

const isChunkStep = (step: Step): step is keyof typeof chunkSteps => step in chunkSteps;

/** Parses the bytes of a piece, which begins at `offset` of the memory, and calls back as llhttp does. */
export function parsePlain<Handle extends { readonly plain: Plain }>(
  handle: Handle,
  bytes: Buffer,
  offset: number,
  callbacks: Callbacks<Handle>,
): Parsed {
  const { plain } = handle;
  let position = 0;
  const stop = (code: number, reason: string): Parsed => ({ position, isOdd: false, code, reason });
  const odd = (): Parsed => ({ position, isOdd: true, code: codes.ok, reason: "" });
  for (;;) {
    if (plain.step === "complete") {
      plain.step = plain.isLast ? "ended" : "start";
      const answer = callbacks.wasm_on_message_complete(handle);
      if (answer === codes.paused) return stop(answer, "on_message_complete pause");
      if (answer !== 0) return stop(codes.messageComplete, "`on_message_complete` callback error");
    } else if (plain.step === "ended") return stop(codes.pausedUpgrade, "Pause on CONNECT/Upgrade");
    else if (position === bytes.length) return stop(codes.ok, "");
    else if (plain.step === "start") {
      const head = readPlainHead(bytes, position);
      if (head === undefined) return odd();
      if (callbacks.wasm_on_message_begin(handle) !== 0)
        return stop(codes.messageBegin, "`on_message_begin` callback error");
      passHead(handle, head, offset, callbacks);
      position = head.end;
      const answer = beginBody(handle, head, callbacks);
      if (answer !== undefined) return stop(answer.code, answer.reason);
    } else if (plain.step === "body") {
      const length = Math.min(plain.left, bytes.length - position);
      const answer = callbacks.wasm_on_body(handle, offset + position, length);
      position += length;
      plain.left -= length;
      if (plain.left === 0) plain.step = plain.isChunked ? "dataEnd" : "complete";
      if (answer !== 0) return stop(answer === -1 ? codes.user : answer, "Span callback error in on_body");
    } else if (takesChunkByte(plain, bytes[position])) position += 1;
    else return odd();
  }
}

function passHead<Handle>(handle: Handle, head: PlainHead, offset: number, callbacks: Callbacks<Handle>) {
  const [reasonAt, reasonEnd] = head.reason;
  callbacks.wasm_on_status(handle, offset + reasonAt, reasonEnd - reasonAt);
  for (const [nameAt, nameEnd, valueAt, valueEnd] of head.fields) {
    callbacks.wasm_on_header_field(handle, offset + nameAt, nameEnd - nameAt);
    callbacks.wasm_on_header_value(handle, offset + valueAt, valueEnd - valueAt);
  }
}

/** Goes on to what follows the head; gives what stops the parsing where the caller wants that. */
function beginBody<Handle extends { readonly plain: Plain }>(
  handle: Handle,
  { status, length }: PlainHead,
  callbacks: Callbacks<Handle>,
): { readonly code: number; readonly reason: string } | undefined {
  const { plain } = handle;
  const answer = callbacks.wasm_on_headers_complete(handle, status, 0, 1);
  plain.isChunked = length === undefined;
  plain.left = length ?? 0;
  plain.digits = "";
  plain.isLast = answer === 2;
  const hasBody = answer !== 1 && answer !== 2 && length !== 0;
  plain.step = !hasBody ? "complete" : length === undefined ? "size" : "body";
  if (answer === 0 || answer === 1 || answer === 2) return undefined;
  if (answer === codes.paused) return { code: answer, reason: "Paused by on_headers_complete" };
  return { code: codes.headersComplete, reason: "User callback error" };
}

/** Takes a byte between the data of two chunks; false where it is not the usual one. */
function takesChunkByte(plain: Plain, byte: number | undefined): boolean {
  switch (plain.step) {
    case "size": {
      const digit = byte === undefined ? Number.NaN : Number.parseInt(String.fromCharCode(byte), 16);
      if (!Number.isNaN(digit) && plain.digits.length < maxDigits) plain.digits += digit.toString(16);
      else if (byte === carriageReturn && plain.digits !== "") plain.step = "sizeEnd";
      else return false;
      return true;
    }
    case "sizeEnd":
      if (byte !== lineFeed) return false;
      plain.left = Number.parseInt(plain.digits, 16);
      plain.digits = "";
      plain.step = plain.left === 0 ? "lastEnd" : "body";
      return true;
    case "dataEnd":
      return follows(plain, byte === carriageReturn, "dataEndLine");
    case "dataEndLine":
      return follows(plain, byte === lineFeed, "size");
    case "lastEnd":
      return follows(plain, byte === carriageReturn, "lastEndLine");
    case "lastEndLine":
      return follows(plain, byte === lineFeed, "complete");
    default:
      return false;
  }
}

function follows(plain: Plain, isUsual: boolean, step: Step): boolean {
  if (isUsual) plain.step = step;
  return isUsual;
}
