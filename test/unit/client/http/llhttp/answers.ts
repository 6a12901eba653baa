import type { SeededRandom } from "../../../random.ts";

/** Answers as services send them, nearly so, and broken, as bytes and in pieces. */
export interface Generated {
  readonly pieces: readonly Buffer[];
  /** True where nothing in it is unusual and its first head comes as a whole. */
  readonly isPlain: boolean;
}

const usualFields = [
  "Content-Type: text/plain",
  "Server:a",
  "X-A: a b",
  "Vary: a\tb: c",
  "Connection: keep-alive",
];
const oddFields = [
  "Connection: close",
  "Connection: keep-alive, upgrade",
  "Proxy-Connection: close",
  "Upgrade: h2c",
  "Content-Length: 3",
  "Content-Length: +3",
  "Content-Length: 12345678901234567890123",
  "content-length:",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: identity",
  "X-Empty:",
  "X-Space:  x ",
  "X-Folded: a\r\n b",
  "X-Bytes: \xe9",
  "X-Control: a\x01",
  "No colon",
  "Space : a",
];
const oddLines = [
  "HTTP/1.0 200 OK",
  "HTTP/1.1 100 Continue",
  "HTTP/1.1 101 x",
  "HTTP/1.1 600 x",
  "HTTP/1.1 20 x",
];
const moreOddLines = [
  "HTTP/1.1 200",
  "HTTP/1.1 200 ",
  "HTTP/1.1 200  x",
  "HTTP/2.0 200 OK",
  "ICY 200 OK",
  "\r\nHTTP/1.1 200 OK",
];

function chunksOf(random: SeededRandom, isOdd: boolean): string {
  const chance = (oneIn: number) => isOdd && random.below(oneIn) === 0;
  let text = "";
  for (let count = random.below(4); count > 0; count -= 1) {
    const data = "q".repeat(1 + random.below(40));
    const size = chance(9) ? random.pick(["", "g", "0".repeat(17), " 3", "fffffffffffffffff"]) : "";
    const extension = chance(9) ? random.pick([";a=b", ';a="b"', ";", " "]) : "";
    const end = chance(9) ? random.pick(["\n", "\r", ""]) : "\r\n";
    text += `${size}${data.length.toString(16)}${extension}${end}${data}${chance(9) ? "x" : ""}\r\n`;
  }
  return `${text}0\r\n${chance(4) ? "X-Trailer: 1\r\n" : ""}\r\n`;
}

function message(random: SeededRandom, isOdd: boolean): string {
  const chance = (oneIn: number) => isOdd && random.below(oneIn) === 0;
  const status = random.pick([200, 200, 201, 204, 304, 404, 503]);
  const line = chance(5)
    ? random.pick([...oddLines, ...moreOddLines])
    : `HTTP/1.1 ${status} ${random.pick(["OK", "Not Found"])}`;
  const fields = Array.from({ length: random.below(4) }, () =>
    random.pick(chance(3) ? oddFields : usualFields),
  );
  const body = "z".repeat(random.below(50));
  const end = chance(12) ? "\n" : "\r\n";
  const head = (more: readonly string[]) => [line, ...fields, ...more, "", ""].join(end);
  if (status === 204 || status === 304) return head(random.below(2) === 0 ? [] : ["Content-Length: 0"]);
  if (chance(6)) return head([]) + body;
  if (random.below(2) === 0) return head(["Transfer-Encoding: chunked"]) + chunksOf(random, isOdd);
  return head([`Content-Length: ${body.length + (chance(9) ? 1 : 0)}`]) + body;
}

export function generateAnswers(random: SeededRandom): Generated {
  const isOdd = random.below(2) === 0;
  const text = Array.from({ length: 1 + random.below(3) }, () => message(random, isOdd)).join("");
  const bytes = Buffer.from(text, "latin1");
  if (isOdd && random.below(4) === 0 && bytes.length > 0)
    bytes[random.below(bytes.length)] = random.below(256);
  const whole = isOdd && random.below(6) === 0 ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes;
  const firstHead = text.indexOf("\r\n\r\n") + 4;
  const step = random.pick([1, 8, 60, bytes.length]);
  const pieces: Buffer[] = [];
  const startsWhole = random.below(3) > 0;
  for (let at = 0; at < whole.length; ) {
    const size = at === 0 && startsWhole ? firstHead : 1 + random.below(step);
    pieces.push(whole.subarray(at, at + size));
    at += size;
  }
  const isOnePlain = !isOdd && startsWhole && text.indexOf("HTTP/", firstHead) < 0;
  return { pieces, isPlain: isOnePlain || (!isOdd && pieces.length === 1) };
}
