import { expect, test } from "vitest";
import { splitFqdn } from "../../src/sandbox/model/networks/dns.ts";
import { headerCredentials, parameterCredentials } from "../../src/sandbox/wire/authentication.ts";
import { parseForm, parseHeaderValue, parsePairs } from "../../src/sandbox/wire/form.ts";
import { readPath } from "../../src/sandbox/wire/router.ts";
import { networkedWorld } from "../unit/sandbox/networked-world.ts";
import { slowTexts } from "./growth.ts";

const world = networkedWorld(2);
const multipart = "multipart/form-data; boundary=b";
const head = 'Content-Disposition: form-data; name="a"';

const part = (encoding: string) => (text: string) =>
  parseForm(
    multipart,
    Buffer.from(`--b\r\n${head}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}\r\n--b--`),
  );

/** Every parser of a client's requests. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  "a multipart body": (text) => parseForm(multipart, Buffer.from(text)),
  "a multipart body with a long boundary": (text) =>
    parseForm(`multipart/form-data; boundary=${"-".repeat(70)}`, Buffer.from(text)),
  "the head of a part": (text) => parseForm(multipart, Buffer.from(`--b\r\n${text}\r\n\r\n\r\n--b--`)),
  "a part": part("binary"),
  "a part in base64": part("base64"),
  "a part in quoted-printable": part("quoted-printable"),
  "a urlencoded body": (text) => parseForm("application/x-www-form-urlencoded", Buffer.from(text)),
  "a type": (text) => parseForm(text, Buffer.from("x")),
  "a full name": (text) => splitFqdn(world, text),
  parsePairs,
  readPath,
  parseHeaderValue,
  "an Authorization header": (text) => headerCredentials(`OAuth ${text}`),
  "credentials in a query": (text) => parameterCredentials(parsePairs(text)),
};

const units = [
  ..." \t\n\r<>{}[]()\"'\\=:,;&%#?/.-_+*09aZ",
  ...["é", "\r\n", "\r\n\r\n", "\r\n--b", "\r\n--b \t", "\r\n--b\r\n"],
  `\r\n--b\r\n${head}\r\n\r\n`,
  "--b\r\n",
  `--b\r\n${head}\r\n\r\nx\r\n`,
  "\r\n-",
  `\r\n${"-".repeat(40)}`,
  ...["a=1&", "%41", "%", "=\r\n", " \r\n", "=3D", 'a="b";'],
  'a="\\"',
  'a="b", ',
  "oauth_a=b&",
  "//",
  "%2F",
];

test.each(Object.entries(parsers))("%s takes no more than linear time", (_, parse) => {
  expect(slowTexts(parse, units)).toEqual([]);
});
