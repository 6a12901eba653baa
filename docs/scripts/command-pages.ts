import { builtinCommands } from "../../src/cli/commands/index.ts";
import { type Manual, type ManualBlock, manuals, pageName } from "../../src/cli/reference/manuals.ts";
import type { Page, Row } from "../../src/cli/reference/page.ts";
import { commandTree } from "../../src/cli/tree/command-tree.ts";
import { guides } from "./guides.ts";

/** The manual pages of commands and topics in Markdown, by name; that of a group has its commands too. `root`: the folder of the project. */
export async function commandPages(root: string): Promise<ReadonlyMap<string, string>> {
  const topics = guides(root);
  const pages = await manuals(commandTree(builtinCommands), topics);
  const links = new Map([
    ...topics.map(({ name }) => [`${name}(7)`, `../docs/${name.replace(/^svc-/, "")}.md`] as const),
    ...pages.flatMap(({ name, section, commands = [] }) => [
      [`${name}(${section})`, `${fileOf(name, section)}.md`] as const,
      ...commands.map((page) => [`${pageName(page)}(1)`, `${name}.md#${page.command.join("-")}`] as const),
    ]),
  ]);
  return new Map(
    pages.map((manual) => [fileOf(manual.name, manual.section), pageText(manual, links)] as const),
  );
}

type Links = ReadonlyMap<string, string>;

/** `svc-config` has a page on the command, and one on its files. */
const fileOf = (name: string, section: number): string => (section === 1 ? name : `${name}-${section}`);

const pageText = ({ name, summary, parts, seeAlso, commands = [] }: Manual, links: Links): string =>
  [
    `# ${name}`,
    `${text(summary)}.`,
    ...parts.flatMap(({ title, blocks }) => [
      `## ${title}`,
      ...blocks.flatMap((block) => blockTexts(block, links)),
    ]),
    ...commands.flatMap((page) => commandTexts(page, links)),
    "## See also",
    seeAlso.map(([other, section]) => term(`${other}(${section})`, links)).join(", "),
    "",
  ].join("\n\n");

function blockTexts(block: ManualBlock, links: Links): readonly string[] {
  if (typeof block === "string") return [text(block)];
  if ("usages" in block) return [fenced(block.usages)];
  if ("commands" in block) return [fenced(block.commands)];
  if ("bullets" in block) return [block.bullets.map((line) => `- ${text(line)}`).join("\n")];
  return [...(block.title === "" ? [] : [`### ${block.title}`]), table(block.rows, links)];
}

const commandTexts = (page: Page, links: Links): readonly string[] => [
  `## ${page.command.join(" ")}`,
  fenced([page.usage, ...page.aliases]),
  `${text(page.summary)}.`,
  ...page.sections.flatMap(({ title, rows }) => [`**${text(title)}**`, table(rows, links)]),
  ...page.notes.map(text),
  ...(page.example === undefined
    ? []
    : ["**Example**", fenced([...(page.preparation === undefined ? [] : [page.preparation]), page.example])]),
];

const fenced = (lines: readonly string[]): string => ["```sh", ...lines, "```"].join("\n");

const table = (rows: readonly Row[], links: Links): string =>
  rows.every(([, meaning]) => meaning === "")
    ? rows.map(([name]) => term(name, links)).join(", ")
    : [
        "| | |",
        "|---|---|",
        ...rows.map(([name, meaning]) => `| ${term(name, links)} | ${text(meaning)} |`),
      ].join("\n");

function term(name: string, links: Links): string {
  const code = `\`${name.replaceAll("|", "\\|")}\``;
  const link = links.get(name);
  return link === undefined ? code : `[${code}](${link})`;
}

/** Plain text that Markdown and the page's template leave as it is. */
const text = (plain: string): string =>
  plain.replace(/[\\`*_[\]|]/g, "\\$&").replace(/[<>{}&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
