import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lexer, type Token, type Tokens } from "marked";
import type { Manual, ManualBlock, ManualPart } from "../../src/cli/reference/manuals.ts";

/** The pages that are manual pages of section 7 too, with what `apropos` shows of them. */
const summaries: Readonly<Record<string, string>> = {
  "command-line": "how a command line of svc is built: names, values, aliases",
  compatibility: "what stays stable in svc, and how something is deprecated",
  described: "commands that a service adds to those in the API documentation",
  "desired-state": "keep a site and sets of machines in files",
  rehearsal: "try a change in a copy of a site first",
  fleet: "see the fleet: status, top, watching, reasons of failures",
  machines: "allocate, deploy, wait for and log in to machines",
  sites: "run a command at several sites, and name machines by their site",
  sandbox: "the whole service as an emulator, for trials and for CI",
  troubleshooting: "find out why svc does not work",
};

/** Topics of `svc help` with a manual page of their own. */
const topicManuals: Readonly<Record<string, readonly [name: string, section: number]>> = {
  environment: ["svc-config", 5],
  "exit-codes": ["svc-exit-codes", 7],
  output: ["svc-output", 7],
};

/** The guides of `docs/` in the project at `root`, as manual pages. */
export const guides = (root: string): readonly Manual[] =>
  Object.entries(summaries).map(([page, summary]) => {
    const tokens = lexer(readFileSync(join(root, `docs/${page}.md`), "utf8"));
    return {
      name: `svc-${page}`,
      section: 7,
      summary,
      parts: partsOf(tokens),
      seeAlso: [["svc", 1], ...linkedManuals(page, tokens)],
    };
  });

function partsOf(tokens: readonly Token[]): readonly ManualPart[] {
  const parts: { title: string; blocks: ManualBlock[] }[] = [];
  for (const token of tokens) {
    if (token.type !== "heading") parts.at(-1)?.blocks.push(...blocksOf(token));
    else parts.push({ title: token["depth"] === 1 ? "Description" : plainText(token), blocks: [] });
  }
  return parts.filter(({ blocks }) => blocks.length > 0);
}

function blocksOf(token: Token): readonly ManualBlock[] {
  if (isOf(token, "paragraph")) return [plainText(token)];
  if (isOf(token, "code")) return [{ commands: token.text.split("\n") }];
  if (isOf(token, "list")) return [{ bullets: token.items.map(plainText) }];
  if (!isOf(token, "table")) return [];
  return [
    {
      title: "",
      rows: token.rows.map(([term, ...cells]) => [
        term === undefined ? "" : plainText(term),
        cells.map(plainText).join("; "),
      ]),
    },
  ];
}

interface TokenTypes {
  readonly paragraph: Tokens.Paragraph;
  readonly code: Tokens.Code;
  readonly list: Tokens.List;
  readonly table: Tokens.Table;
  readonly link: Tokens.Link;
}

const isOf = <Type extends keyof TokenTypes>(token: Token, type: Type): token is TokenTypes[Type] =>
  token.type === type;

/** The text without marks, on one line. */
function plainText(token: Token | Tokens.TableCell | Tokens.ListItem): string {
  const inner = "tokens" in token ? token.tokens : undefined;
  if (inner !== undefined) return inner.map(plainText).join("");
  return "text" in token && typeof token.text === "string" ? token.text.replaceAll("\n", " ") : "";
}

/** The manual pages of those pages that a page links to. */
function linkedManuals(page: string, tokens: readonly Token[]): Manual["seeAlso"] {
  const linked = new Set<string>();
  const follow = (token: Token): void => {
    if (isOf(token, "link")) linked.add(token.href.replace(/\.md(#.*)?$/, ""));
    for (const inner of childrenOf(token)) follow(inner);
  };
  tokens.forEach(follow);
  return [...linked]
    .filter((name) => name !== page)
    .flatMap((name) => [
      ...(Object.hasOwn(summaries, name) ? [[`svc-${name}`, 7] as const] : []),
      ...(topicManuals[name] === undefined ? [] : [topicManuals[name]]),
    ]);
}

function childrenOf(token: Token): readonly Token[] {
  if (isOf(token, "list")) return token.items;
  if (isOf(token, "table")) return token.rows.flat().flatMap((cell) => cell.tokens);
  return "tokens" in token ? (token.tokens ?? []) : [];
}
