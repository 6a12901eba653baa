import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { doubtfulService } from "./unclear-answer-service.ts";

const folder = folderOfFile();
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const image = file("image", "abc");

/** Command lines with `text` in each kind of position, and how the error message names that position. */
const places: readonly (readonly [words: (text: string) => readonly string[], name: string])[] = [
  [(text) => ["machines", "get", text], "argument 3"],
  [(text) => ["machines", "lock", text], "argument 3"],
  [(text) => ["fabrics", "get", text], "argument 3"],
  [(text) => ["fabrics", "create", "--name", text], "argument 4 (after --name)"],
  [(text) => ["fabrics", "create", `--name=${text}`], "--name"],
  [(text) => ["fabrics", "create", "--name", "a", "--set", `x=${text}`], "argument 6 (after --set)"],
  [(text) => ["machines", "list", "--hostname", text], "argument 4 (after --hostname)"],
  [(text) => ["machines", "lock", "--where", `pool=${text}`], "argument 4 (after --where)"],
  [(text) => ["machines", "set-workload-annotations", "aaaaaa", `k=${text}`], "argument 4"],
  [(text) => ["machines", "set-workload-annotations", "aaaaaa", `${text}=k`], "argument 4"],
  [(text) => ["api", "GET", `machines/${text}/`], "argument 3"],
  [(text) => ["api", "POST", "tags/", "-f", `name=${text}`], "argument 5 (after -f)"],
  [(text) => ["config", "set", "ntp_servers", text], "argument 4"],
  [(text) => ["files", "create", text, "--file", image], "argument 3"],
  [(text) => ["machines", "deploy", "aaaaaa", "--user-data", text], "argument 5 (after --user-data)"],
  [(text) => ["machines", "list", "--query", `[?a=='${text}']`], "argument 4 (after --query)"],
  [(text) => ["plan", text], "argument 2"],
];

async function run(words: readonly string[], input: string | Uint8Array = "") {
  const service = await doubtfulService("machine");
  const env = { SVC_URL: service.url, SVC_API_KEY: "a:b:c", SVC_CONFIG_DIR: folder };
  const { code, stderr } = await runSvc([...words, "-o", "json", "-y", "--retries", "0"], { env, input });
  const line = stderr.split("\n").find((each) => each.startsWith('{"error"')) ?? '{"error":{}}';
  return { code, stderr, error: JSON.parse(line).error, changes: service.changes };
}

test.each(places)("a lone surrogate is refused and its argument named (%#)", async (words, name) => {
  for (const text of ["a\ud800b", "\udfff", "\udc00\ud800"]) {
    const { code, error, changes } = await run(words(text));
    expect([code, error.outcome, changes]).toEqual([2, "not_sent", []]);
    expect(error.message).toBe(`${name} is not valid Unicode: it would be sent as different text`);
  }
});

test("finds out from the raw command line whether a replacement character was typed or stands for invalid bytes", async () => {
  const { code } = await run(["fabrics", "create", "--name", "a\ufffdb", "--set", "x=\u{1f600}"]);
  expect(code).not.toBe(2);
});

test.each([
  ["a NUL character", "a\u0000b", "is not text: it contains a NUL character"],
  ["bytes that are not UTF-8", Buffer.from([0x61, 0xff]), "is not text in UTF-8"],
])("%s in a file or on standard input is refused for a text value", async (_, content, why) => {
  const path = file("content", content);
  for (const value of [`@${path}`, "@-"])
    for (const words of [
      ["fabrics", "create", "--name", value],
      ["fabrics", "create", `--name=${value}`],
      ["dhcp-snippets", "create", "--name", "a", "--value", value],
      ["config", "set", "ntp_servers", value],
    ]) {
      const { code, error, changes } = await run(words, content);
      expect([code, error.outcome, changes], words.join(" ")).toEqual([2, "not_sent", []]);
      expect(error.message).toContain(why);
    }
});

test.each(places)("a text of 200,000 characters does not make the message long (%#)", async (words) => {
  const { stderr } = await run(words("x".repeat(200_000)));
  expect(stderr.length).toBeLessThan(6_000);
});
