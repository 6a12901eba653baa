import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { builtinCommands } from "../../src/cli/commands/index.ts";
import { scanLine } from "../../src/cli/line/scan.ts";
import { environmentRows, exitCodeRows, formatRows } from "../../src/cli/reference/topics.ts";
import { commandTree } from "../../src/cli/tree/command-tree.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { sandboxOfTest } from "../sandboxes.ts";
import { rewrites, sessionsTimeoutMs, tellSessions } from "./sessions.ts";
import { plainWords } from "./unquoted-words.ts";

const root = join(import.meta.dirname, "../..");

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.startsWith("site/"))
    .map((name) => join(folder, name))
    .sort();

const texts = new Map(
  [
    ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
    ...filesBelow("docs"),
    ...filesBelow("src"),
  ].map((path) => [path, readFileSync(join(root, path), "utf8")] as const),
);
const pages = [...texts.keys()];

const tables = {
  formats: ["Format", "Meaning", formatRows],
  environment: ["Variable", "Meaning", environmentRows],
  "exit-codes": ["Code", "Meaning", exitCodeRows],
} as const;

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

const tableNames = Object.keys(tables) as (keyof typeof tables)[];

/** The fragment of each heading, as forges and site generators build it. */
const anchorsOf = (text: string): readonly string[] =>
  [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

/** Links and pictures of a page, without those of other hosts. */
const linksOf = (path: string) =>
  [...(texts.get(path) ?? "").matchAll(/(?:\]\(|(?:srcset|src)=")(?!\w+:)([^)"\s]+)[)"]/g)].map(
    ([, link = ""]) => {
      const [file = "", anchor] = link.split("#");
      return { target: file === "" ? path : join(dirname(path), file), anchor };
    },
  );

/** Commands of svc that a page shows but does not run. A comment, an operator or a redirection ends a command. */
const shownLines = (text: string): readonly string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, body = ""]) =>
    [...body.replaceAll(/\\\n/g, " ").matchAll(/(?:^|&& |\| |; )(svc .*?)(?= {2,}#| [|&;>]|; |$)/gm)].map(
      ([, line = ""]) => line.trim(),
    ),
  );

const hasJq = spawnSync("jq", ["--version"]).status === 0;
if (!hasJq) console.warn("jq is absent: the sessions of the pages are not run");

/** The page about sites uses three services, one of which does not answer. */
async function sitesFor(
  path: string,
  east: Sandbox,
): Promise<Readonly<Record<string, Pick<Sandbox, "url" | "keys">>>> {
  if (!path.endsWith("/sites.md")) return {};
  const west = await sandboxOfTest({ instant: true, machines: 8, seed: 2 });
  return { east, west, down: { url: "http://127.0.0.1:1/SVC", keys: east.keys } };
}

test.skipIf(!hasJq).each(pages.filter((path) => texts.get(path)?.includes("```console\n")))(
  "the sessions of %s show what svc prints",
  { timeout: sessionsTimeoutMs },
  async (path) => {
    const sandbox = await sandboxOfTest({ instant: true });
    const rewritten = await tellSessions(join(root, path), sandbox, await sitesFor(path, sandbox));
    if (rewrites) writeFileSync(join(root, path), rewritten);
  },
);

test.each(pages)("%s has complete code blocks, and its links lead to existing files and headings", (path) => {
  const text = texts.get(path) ?? "";
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, body = ""]) => body);
  expect(blocks.filter((body) => /^(#{2,} |```)/m.test(body))).toEqual([]);
  const broken = linksOf(path).filter(
    ({ target, anchor }) =>
      !existsSync(join(root, target)) ||
      (anchor !== undefined && !anchorsOf(texts.get(target) ?? "").includes(anchor)),
  );
  expect(broken).toEqual([]);
});

test.each(["CONTRIBUTING.md", ...pages.filter((path) => /^(?:docs|src)\/[^/]+\.md$|README/.test(path))])(
  "%s names files of the project that exist",
  (path) => {
    const paths = [...(texts.get(path) ?? "").matchAll(/`((?:src|test|docs|bin|\.ci|\.github)\/[\w./-]+)`/g)];
    const missing = paths.filter(([, file = ""]) => !file.includes("/dist") && !existsSync(join(root, file)));
    expect(missing.map(([, file]) => file)).toEqual([]);
  },
);

test("README.md leads to every page", () => {
  const reachablePages = new Set(["README.md"]);
  for (const path of reachablePages)
    for (const { target } of linksOf(path)) if (texts.has(target)) reachablePages.add(target);
  expect(pages.filter((path) => !reachablePages.has(path))).toEqual([]);
});

test.each(pages)("the commands in %s exist", async (path) => {
  for (const line of shownLines(texts.get(path) ?? "")) {
    const words = plainWords(line.replaceAll(/"?\$\w+"?|\$\([^)]*\)/g, "word"))?.slice(1);
    if (words === undefined) continue;
    const { failure, fault } = await scanLine(words, commandTree(builtinCommands));
    expect({ line, failure: failure?.message, fault }).toEqual({
      line,
      failure: undefined,
      fault: undefined,
    });
  }
});

test.each(tableNames)("the table of %s is on one page and up to date", (name) => {
  const table = new RegExp(`<!-- ${name} -->\\n(?:\\n\\|[\\s\\S]*?\\n(?=\\n))?`);
  const [path = "", ...others] = pages.filter((page) => table.test(texts.get(page) ?? ""));
  expect(others).toEqual([]);
  const text = readFileSync(join(root, path), "utf8");
  if (rewrites)
    writeFileSync(
      join(root, path),
      text.replace(table, () => tableOf(name)),
    );
  else expect(table.exec(text)?.[0]).toBe(tableOf(name));
});
