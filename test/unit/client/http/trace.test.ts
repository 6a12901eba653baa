import { describe, expect, test } from "vitest";
import { traceAnswer, traceBody, traceRequest } from "../../../../src/client/http/trace.ts";
import { createRedactor } from "../../../../src/core/secrets/text.ts";
import { content, credentials } from "./endpoint.ts";

const redact = createRedactor([credentials.tokenSecret]);

function lines(run: (sink: (line: string) => void) => void): string[] {
  const events: string[] = [];
  run((line) => events.push(line));
  return events;
}

describe("traceRequest", () => {
  test("shows address, headers and parts, without secrets and without the bytes of files", () => {
    const traceLines = lines((sink) =>
      traceRequest(
        sink,
        {
          method: "POST",
          url: "http://h/x/?password=a%20b&zone=1",
          parts: [
            { name: "comment", value: "hi\u001b[2J" },
            { name: "password", value: "hunter2" },
            { name: "user", value: "hunter3", secret: true },
            { name: "note", value: credentials.tokenSecret },
            { name: "long", value: "x".repeat(9000) },
            { name: "file", value: content("a.bin", "secretbytes") },
          ],
        },
        { authorization: 'OAuth oauth_signature="%26abc"' },
        redact,
      ),
    );
    expect(traceLines.slice(0, 6)).toEqual([
      "> POST http://h/x/?password=********&zone=1",
      '> authorization: OAuth oauth_signature="********"',
      "> comment=hi[2J",
      "> password=********",
      "> user=********",
      "> note=********",
    ]);
    expect(traceLines[6]?.length).toBeLessThan(5000);
    expect(traceLines[7]).toBe("> file=@a.bin (11 bytes)");
  });
});

describe("traceAnswer and traceBody", () => {
  test("show status, time and headers", () => {
    const answer = { status: 200, headers: { "x-a": "1\u001b" } };
    expect(lines((sink) => traceAnswer(sink, answer, 12.6, redact))).toEqual([
      "< 200 after 13 ms",
      "< x-a: 1",
    ]);
  });

  const body = (text: string, changes: { status?: number; size?: number; isSecret?: boolean } = {}) =>
    lines((sink) =>
      traceBody(
        sink,
        { status: 200, start: Buffer.from(text), size: text.length, isSecret: false, ...changes },
        redact,
      ),
    );

  test("show only the size of secret and binary bodies", () => {
    expect(body("hunter2", { isSecret: true })).toEqual(["< (7 bytes, secret)"]);
    expect(body("a\0b")).toEqual(["< (3 bytes, binary)"]);
    expect(body("")).toEqual([]);
  });

  test("mask everything in a 401 that may be a secret", () => {
    expect(body("Expected: zzzz", { status: 401 }).join()).not.toContain("zzzz");
  });

  test("show the size of a body that is shown in part", () => {
    expect(body("abc\ndef", { size: 900 })).toEqual(["< abc", "< def", "< ... (900 bytes)"]);
  });
});
