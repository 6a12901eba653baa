import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { holdsKey, keyText, parseKey, readExplicitKey } from "../../../../src/client/profiles/credentials.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { rejection } from "../../rejection.ts";
import { labKey, otherKey } from "./lab.ts";

const nothing = { apiKeyFile: undefined, apiKeyStdin: false };
const context = (env: Record<string, string> = {}, input: string[] = []) => ({
  env,
  stdin: Readable.from(input),
});

describe("a key", () => {
  test.each([
    ["one part", "justhushword", "1 part, 3 expected"],
    ["two parts", "hushone:hushtwo", "2 parts, 3 expected"],
    ["four parts", "hushone:hushtwo:hushthree:hushfour", "4 parts, 3 expected"],
    ["an empty part", "hushone::hushthree", "a part is empty or has invalid characters"],
    ["a space inside", "hushone:hush two:hushthree", "a part is empty or has invalid characters"],
    ["a line break inside", "hushone:hushtwo\n:hushthree", "a part is empty or has invalid characters"],
    ["a quote", "'hushone:hushtwo:hushthree'", "a part is empty or has invalid characters"],
    ["a control character", "hushone:hushtwo:hush\u0007three", "a part is empty or has invalid characters"],
    ["nothing", "  \n", "it is empty"],
  ])("with %s is refused and never repeated", async (_, text, problem) => {
    const failure = await rejection(() => parseKey(text, "SVC_API_KEY"));
    expect(failure.kind).toBe("notAuthenticated");
    expect(failure.message).toBe(`SVC_API_KEY is not an API key: ${problem}`);
    expect(JSON.stringify([failure.message, failure.details])).not.toContain("hush");
  });

  test("may have white space around it, and is written as it was read", () => {
    expect(keyText(parseKey(` \t${labKey}\r\n`, "it"))).toBe(labKey);
  });
});

describe("text that contains a key", () => {
  test.each([labKey, ` ${labKey}`, `http://${labKey}@lab.example/SVC`, `key=${labKey}`])(
    "is recognised",
    (text) => {
      expect(holdsKey(text)).toBe(true);
    },
  );

  test.each(["http://lab.example:5240/SVC", "lab", "00:16:3e:aa:bb:cc", "fe80::1:2:3", "a:b:c"])(
    "is not found in %s",
    (text) => {
      expect(holdsKey(text)).toBe(false);
    },
  );
});

describe("the explicit key", () => {
  test("is undefined without an option and with an empty variable", async () => {
    expect(await readExplicitKey(nothing, context({ SVC_API_KEY: "" }))).toBeUndefined();
  });

  test("comes from the file rather than from the environment", async () => {
    const file = join(folderOfTest(), "key");
    writeFileSync(file, `${labKey}\n`);
    const explicitKey = await readExplicitKey(
      { ...nothing, apiKeyFile: file },
      context({ SVC_API_KEY: otherKey }),
    );
    expect(explicitKey && keyText(explicitKey.credentials)).toBe(labKey);
  });

  test("comes from standard input, in any chunks", async () => {
    const explicitKey = await readExplicitKey(
      { ...nothing, apiKeyStdin: true },
      context({}, [labKey.slice(0, 7), labKey.slice(7), "\n"]),
    );
    expect(explicitKey && keyText(explicitKey.credentials)).toBe(labKey);
  });

  test("must not come from both standard input and a file", async () => {
    const failure = await rejection(() =>
      readExplicitKey({ apiKeyFile: "key", apiKeyStdin: true }, context()),
    );
    expect(failure.kind).toBe("usage");
  });

  test("from an endless input is refused after the maximum length", async () => {
    let pieces = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          pieces++;
          yield "x".repeat(1024);
        }
      })(),
      { objectMode: true, highWaterMark: 1 },
    );
    const failure = await rejection(() =>
      readExplicitKey({ ...nothing, apiKeyStdin: true }, { env: {}, stdin: endless }),
    );
    expect(failure.kind).toBe("notAuthenticated");
    expect(pieces).toBeLessThan(20);
  });

  test("from a file that is missing, a folder or too large is refused", async () => {
    const folder = folderOfTest();
    const large = join(folder, "large");
    writeFileSync(large, "x".repeat(100_000));
    const missing = await rejection(() =>
      readExplicitKey({ ...nothing, apiKeyFile: join(folder, "none") }, context()),
    );
    expect([missing.kind, missing.message]).toEqual(["usage", expect.stringContaining("no such file")]);
    const directory = await rejection(() => readExplicitKey({ ...nothing, apiKeyFile: folder }, context()));
    expect([directory.kind, directory.message]).toEqual([
      "usage",
      expect.stringContaining("illegal operation on a directory"),
    ]);
    expect((await rejection(() => readExplicitKey({ ...nothing, apiKeyFile: large }, context()))).kind).toBe(
      "notAuthenticated",
    );
  });
});

test.skipIf(process.platform === "win32")(
  "a pipe that nobody writes to yet does not block the process",
  async () => {
    const pipe = join(folderOfTest(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const reading = readExplicitKey({ ...nothing, apiKeyFile: pipe }, context());
    await writeFile(pipe, labKey);
    expect(keyText((await reading)?.credentials ?? parseKey("", "the pipe"))).toBe(labKey);
  },
);
