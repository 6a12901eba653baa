import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentRows, exitCodeRows, formatRows } from "../../src/reference/topics.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { runInShell } from "./terminal.ts";

const file = join(import.meta.dirname, "../../README.md");
const text = readFileSync(file, "utf8");

/** Writes the tables and what the sessions really said into the file. */
const rewrites = process.env["SVC_REWRITE_STORIES"] === "1";

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

interface Session {
  readonly whole: string;
  readonly commands: readonly string[];
}

/** The sessions that are run: the blocks of the language `console`. */
const sessions: readonly Session[] = [...text.matchAll(/```console\n([\s\S]*?)```\n/g)].map(
  ([whole, body = ""]) => ({
    whole,
    commands: body.split("\n").flatMap((line) => (line.startsWith("$ ") ? [line.slice(2)] : [])),
  }),
);

/** The files that sessions read: the blocks of YAML that begin with their names. */
const files: readonly (readonly [name: string, body: string])[] = [
  ...text.matchAll(/```yaml\n(# ([\w.-]+)\n[\s\S]*?)```\n/g),
].map(([, body = "", name = ""]) => [name, body]);

describe("README", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ instant: true });
  });
  afterAll(() => sandbox.stop());

  const hasJq = spawnSync("jq", ["--version"]).status === 0;
  if (!hasJq) console.warn("jq is absent: the sessions of the README are not run");
  test.skipIf(!hasJq)("its sessions show what svc says, one after another", async () => {
    const env = { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
    const folder = folderOfTest();
    for (const [name, body] of files) writeFileSync(join(folder, name), body);
    let written = text;
    for (const { whole, commands } of sessions) {
      const steps: string[] = [];
      for (const command of commands) {
        const said = await runInShell(`{ ${command}; } 2>&1`, { folder, env });
        steps.push(`$ ${command}\n${said.stdout}`);
      }
      const shown = `\`\`\`console\n${steps.join("")}\`\`\`\n`;
      if (rewrites) written = written.replace(whole, () => shown);
      else expect(whole).toBe(shown);
    }
    if (!rewrites) return;
    for (const name of ["formats", "environment", "exit-codes"] as const) {
      written = written.replace(
        new RegExp(`<!-- ${name} -->\\n(?:\\n\\|[\\s\\S]*?\\n\\n)?`),
        () => `${tableOf(name)}\n`,
      );
    }
    writeFileSync(file, written.replace(/\n{3,}/g, "\n\n"));
  });

  test.skipIf(rewrites).each(["formats", "environment", "exit-codes"] as const)(
    "its table of %s is that of svc",
    (name) => {
      expect(text).toContain(tableOf(name));
    },
  );
});
