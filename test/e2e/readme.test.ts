import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentRows, exitCodeRows, formatRows } from "../../src/cli/reference/topics.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { rewrites, sessionsTimeoutMs, tellSessions } from "./sessions.ts";

const file = join(import.meta.dirname, "../../README.md");
const text = readFileSync(file, "utf8");

const tables = {
  formats: ["Form", "What it is", formatRows],
  environment: ["Variable", "What it says", environmentRows],
  "exit-codes": ["Code", "Meaning", exitCodeRows],
} as const;

/** A table between its mark and the next empty line but one. */
const tableOf = (name: keyof typeof tables): string => {
  const [term, meaning, rows] = tables[name];
  return [
    `<!-- ${name} -->`,
    "",
    `| ${term} | ${meaning} |`,
    "|---|---|",
    ...rows.map(([code, says]) => `| \`${code}\` | ${says.replaceAll("|", "\\|")} |`),
    "",
  ].join("\n");
};

describe("README", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ instant: true });
  });
  afterAll(() => sandbox.stop());

  const hasJq = spawnSync("jq", ["--version"]).status === 0;
  if (!hasJq) console.warn("jq is absent: the sessions of the README are not run");
  const sessions = "its sessions show what svc says, one after another";
  test.skipIf(!hasJq)(sessions, { timeout: sessionsTimeoutMs }, async () => {
    let written = await tellSessions(file, sandbox);
    if (!rewrites) return;
    for (const name of ["formats", "environment", "exit-codes"] as const) {
      written = written.replace(
        new RegExp(`<!-- ${name} -->\\n(?:\\n\\|[\\s\\S]*?\\n\\n)?`),
        () => `${tableOf(name)}\n`,
      );
    }
    writeFileSync(file, written.replace(/\n{3,}/g, "\n\n"));
  });

  test("its blocks of code end where they should, and what it links to is there", () => {
    const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, body = ""]) => body);
    expect(blocks.filter((body) => /^(#{2,} |```)/m.test(body))).toEqual([]);
    const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = ""]) => path);
    expect(links.filter((path) => !existsSync(join(dirname(file), path)))).toEqual([]);
    expect(links.length).toBeGreaterThan(4);
  });

  test.skipIf(rewrites).each(["formats", "environment", "exit-codes"] as const)(
    "its table of %s is that of svc",
    (name) => {
      expect(text).toContain(tableOf(name));
    },
  );
});
