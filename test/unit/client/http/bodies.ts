import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";

const pages = [
  "<!DOCTYPE html><html><head><title>Sign in</title></head></html>",
  "<html><body>Sign in</body></html>",
  "\n\n  <HTML>\n<BODY>Sign in",
  "<!-- a proxy --><!-- [1] -->\n<!doctype HTML><p>Sign in",
  '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN"><html/>',
  "<head><meta http-equiv=refresh>",
  "<script>location='/login'</script>",
  "<h1>502 Bad Gateway</h1>",
  `<html>${"<p>x".repeat(30_000)}</html>`,
];

/** The text in UTF-16 and UTF-32, in both byte orders, with and without a byte order mark. */
function encodings(text: string): Buffer[] {
  const little = Buffer.from(text, "utf16le");
  const wide = Buffer.alloc(little.length * 2);
  for (let at = 0; at < little.length; at += 2) wide.writeUInt32LE(little.readUInt16LE(at), at * 2);
  const big = Buffer.from(little).swap16();
  const wideBig = Buffer.from(wide).swap32();
  return [
    little,
    big,
    wide,
    wideBig,
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), wide]),
    Buffer.concat([Buffer.from([0, 0, 0xfe, 0xff]), wideBig]),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
  ];
}

/** Web pages in several encodings. */
export const webPages: readonly Buffer[] = [
  ...pages.map((page) => Buffer.from(page)),
  ...pages.slice(0, 4).flatMap(encodings),
];

const page = Buffer.from(pages[0] ?? "");

/** Bytes that are not text: compressed data, images, programs, counters. */
export const binaries: readonly Buffer[] = [
  gzipSync(page),
  brotliCompressSync(Buffer.from("Sign in ".repeat(50))),
  deflateRawSync(Buffer.from("Sign in ".repeat(50))),
  gzipSync("[]"),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]),
  Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  Buffer.from("[]", "utf16le"),
  Buffer.from("\u0001\u0002\u0003"),
];

const machine =
  '{"system_id":"abc","hostname":"web-01","pool":{"id":0,"name":"default"},"tags":["a","b\\"]"]}';
const documents = [
  machine,
  `[${machine},${machine}]`,
  '{"count":1,"events":[{"id":1}]}',
  '["a",1,null,true]',
  "[]",
  "{}",
];

export const wholeDocuments: readonly Buffer[] = documents.map((text) => Buffer.from(text));

/** Invalid documents: truncated, followed by other text, nested too deeply, or not JSON. */
export const brokenDocuments: readonly Buffer[] = [
  ...documents.slice(0, 4).flatMap(misspelled),
  ...[
    ...documents.flatMap((text) =>
      [1, Math.floor(text.length / 3), Math.floor(text.length / 2), text.length - 1]
        .filter((length) => length > 0 && length < text.length)
        .map((length) => text.slice(0, length)),
    ),
    ...documents.flatMap((text) => [
      `${text} trailing`,
      `${text}]`,
      `${text}${text}`,
      `${text}\n{}`,
      `${text},`,
    ]),
    ...documents.map((text) => `${text}<html>`),
    `${"[".repeat(5000)}${"]".repeat(5000)}`,
    `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
    ...["[1,]", "[1 2]", "{a:1}", "{'a':1}", '{"a":1,}', "[NaN]", "[01]"],
    '["\n"]',
  ].map((text) => Buffer.from(text)),
];

/** Variants of the text with an invalid UTF-8 sequence in place of a letter. */
function misspelled(text: string): Buffer[] {
  const at = text.search(/[a-z]/);
  return [[0xff], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0xaf]].map((bytes) =>
    Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at + 1))]),
  );
}

export const garbage: readonly Buffer[] = [
  ...[[0xef], [0xef, 0xbb], [0x20, 0xef, 0xbb]].map((bytes) => Buffer.from(bytes)),
  ...[
    ...["Sign in", "garbage", "\u001b[2Jboom", "%PDF-1.7", "error: no", "-", "tru", "nul"],
    "Traceback (most recent call last):",
  ].map((text) => Buffer.from(text)),
];

export const contentTypes = [
  undefined,
  ...["application/json; charset=utf-8", "text/html", "text/plain", "application/octet-stream"],
  "application/bson",
] as const;
