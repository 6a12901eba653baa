import { expect, test } from "vitest";
import { escapeJson, escapeText } from "../../src/cli/output/escape.ts";
import { readValue } from "../../src/client/http/answer.ts";
import { answerFailure } from "../../src/client/http/errors.ts";
import { parseRetryAfter } from "../../src/client/http/retry.ts";
import { excerpt, htmlText, pageText, withoutControls } from "../../src/client/http/text.ts";
import { traceAnswer, traceBody } from "../../src/client/http/trace.ts";
import { checkJson, parseJson } from "../../src/client/json/check.ts";
import { parseExact } from "../../src/client/json/exact.ts";
import { createSplitter } from "../../src/client/json/splitter.ts";
import { maskUserInfo } from "../../src/core/secrets/names.ts";
import { createRedactor, redactText, redactUnauthorized, redactUrl } from "../../src/core/secrets/text.ts";
import { parseTime } from "../../src/core/text/times.ts";
import { csvRows, separatorOf } from "../../src/desired/document/csv.ts";
import { partOfRun } from "../unit/random.ts";
import { slowTexts } from "./growth.ts";

const redact = createRedactor(["secretsecret"]);
const asker = {
  operation: undefined,
  hasKey: true,
  hasUnverifiableSignature: false,
  tookMs: 0,
  redact,
  clockSkewMs: undefined,
  clockOffsetSeconds: undefined,
};

const failureOf = (status: number, type: string) => (body: string) =>
  answerFailure(
    {
      status,
      headers: { "content-type": type, location: body },
      body,
      retryAfterMs: undefined,
      request: "GET /",
    },
    asker,
  );

/** Every parser of a service's answers, and of tables in files. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  excerpt,
  htmlText,
  withoutControls,
  "pageText of UTF-8": (text) => pageText(Buffer.from(text), "text/html"),
  "pageText of UTF-16": (text) => pageText(Buffer.from(text, "utf16le"), undefined),
  parseRetryAfter: (text) => parseRetryAfter(text, 0),
  parseJson,
  checkJson: (text) => checkJson(Buffer.from(text)),
  parseExact,
  createSplitter: (text) => createSplitter().push(Buffer.from(`${text}]`)),
  csvRows: (text) => [...csvRows(text, separatorOf(text))],
  parseTime,
  escapeText,
  escapeJson,
  redact,
  redactText,
  redactUnauthorized,
  redactUrl,
  maskUserInfo,
  "a 400": failureOf(400, "text/plain"),
  "a 401": failureOf(401, "text/html"),
  "a 302": failureOf(302, "text/plain"),
  "a 404": failureOf(404, "application/json"),
  "a 410": failureOf(410, "text/plain"),
  "the trace of a header": (text) =>
    traceAnswer(() => undefined, { status: 401, headers: { x: text } }, 0, redact),
  "the trace of a body": (text) =>
    traceBody(
      () => undefined,
      { status: 200, start: Buffer.from(text), size: text.length, isSecret: false },
      redact,
    ),
  "text of a 200": (text) =>
    void readValue(
      { bytes: Buffer.from(text), contentType: "text/plain", status: 200, request: "GET /", isChange: false },
      "text",
    ).catch(() => undefined),
};

const units = [
  ..." \t\n\r<>{}[]()\"'\\=:,;&%#?/.-_+*@!~|09aZ",
  ...["日", "é", "\u0000", "\u001b[", "\u202e", "\ud83d"],
  '\\"',
  ...["\\\\", '":"', '{"a":', '"a":1,', '"password":"', "password=", "token: ", "a: b\n", "://", "://a@"],
  ...["a:b@", "<!--", "<a ", "</a>", "<script>", "<title>", "<h1>", "&amp;", "&#", " expected"],
  ...["expected ", "not found ", "404 ", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "oauth_signature="],
  ...["oauth_signature%3D", "abcdefghijklmnop:", "bearer ", "12345678901234567890", "\r\n\r\n"],
];

test.each(Object.entries(parsers))("%s takes no more than linear time", (name, parse) => {
  const turn = Object.keys(parsers).indexOf(name);
  expect(slowTexts(parse, partOfRun(units, 8, turn))).toEqual([]);
});
