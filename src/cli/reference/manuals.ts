import { globalOptions, shells } from "../../catalogue/commands/options.ts";
import type { CommandNode, GroupNode, ProgramNode } from "../tree/command-tree.ts";
import { sandboxAnswers } from "./catalogue-topics.ts";
import { completionScripts, scriptNames } from "./completion-scripts.ts";
import { aliasLines, firstExamples, themeSections, verbSections } from "./overview.ts";
import { type Block, foldCommand, optionRow, type Page, pageOf, type Row } from "./page.ts";
import { environmentRows, exitCodeRows, topicNames, topics } from "./topics.ts";

/** `guides` are manual pages that do not belong to a single command. */
export async function referenceFiles(
  tree: ProgramNode,
  guides: readonly Manual[],
): Promise<ReadonlyMap<string, string>> {
  const pages = [...(await manuals(tree, guides)), ...guides]
    .flatMap((manual) => [manual, ...commandManuals(manual)])
    .map((manual) => [`man/${manual.name}.${manual.section}`, manualText(manual)] as const);
  const scripts = shells.map(
    (shell) => [`completions/${scriptNames[shell]}`, completionScripts[shell]] as const,
  );
  return new Map([...pages, ...scripts]);
}

type TopLevelNode = GroupNode | CommandNode;

export async function manuals({ children }: ProgramNode, guides: readonly Manual[]) {
  const resources = children.filter(isResource);
  const builtins = children.filter((root) => !isResource(root));
  return [
    programManual(children, guides),
    ...(await Promise.all([...resources, ...builtins].map((root) => rootManual(root, guides)))),
    ...(await Promise.all(topicNames.map(topicManual))),
  ];
}

const isResource = (root: TopLevelNode): boolean => root.kind === "group" && root.isResource;

function programManual(topLevelNodes: readonly TopLevelNode[], guides: readonly Manual[]): Manual {
  return {
    name: "svc",
    section: 1,
    summary: "operate a bare-metal fleet through the Provisioning Service API",
    parts: [
      { title: "Synopsis", blocks: [{ commands: ["svc <group> <verb> [identifiers] [options]"] }] },
      {
        title: "Description",
        blocks: [
          "Each resource group of the service is a group of commands. Identifiers come first, parents before their children. " +
            "Machines, devices and nodes are identified by system_id, hostname, FQDN or MAC address.",
          "Any value may come from a file or from standard input: @file, @-. @@ is a literal @.",
          "Options may be anywhere on the line; -- ends them. Each flag also has a --no- form, because leaving it out is not the same as setting it to false.",
        ],
      },
      { title: "Commands", blocks: themeSections(topLevelNodes).map(withPageNames("svc")) },
      { title: "Options", blocks: [{ title: "", rows: globalOptions.map(optionRow) }] },
      { title: "Environment", blocks: [{ title: "", rows: environmentRows }] },
      { title: "Exit status", blocks: [{ title: "", rows: exitCodeRows }] },
      {
        title: "Examples",
        blocks: [
          {
            commands: [
              "svc login lab http://lab.example:5240/SVC",
              ...firstExamples.map(([command]) => command),
              "svc machines list -o json | jq -r '.[].hostname'",
            ],
          },
        ],
      },
    ],
    seeAlso: [
      ["svc-login", 1],
      ["svc-machines", 1],
      ...topicNames.map((name) => [`svc-${topics[name].manual[0]}`, topics[name].manual[1]] as const),
      ...guides.map(({ name, section }) => [name, section] as const),
    ],
  };
}

const withPageNames =
  (parent: string) =>
  ({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) => ({
    title,
    rows: rows.map(([name, meaning]): Row => [`${parent}-${name}(1)`, meaning]),
  });

async function rootManual(root: TopLevelNode, guides: readonly Manual[]): Promise<Manual> {
  const { name, summary } = root;
  const manual = {
    name: `svc-${name}`,
    section: 1,
    summary,
    seeAlso: [
      ["svc", 1],
      ["svc-exit-codes", 7],
      ...guides.filter((guide) => guide.name === `svc-${name}`).map((guide) => [guide.name, 7] as const),
    ],
  } as const;
  if (root.kind !== "group") return { ...manual, parts: commandParts(pageOf(root.spec())) };
  const commands = [...(await root.commands())].sort((a, b) => (a.name < b.name ? -1 : 1));
  const sandboxNotes = name === "sandbox" ? sandboxAnswers : [];
  return {
    ...manual,
    parts: [
      { title: "Synopsis", blocks: [{ usages: [`svc ${name} <verb> [identifiers] [options]`] }] },
      {
        title: "Description",
        blocks: [
          `${summary}.`,
          ...aliasLines(root, commands),
          "The options that every command takes, the environment and the exit codes are in svc(1).",
        ],
      },
      { title: "Commands", blocks: verbSections(root, commands).map(withPageNames(manual.name)) },
      ...(sandboxNotes.length === 0 ? [] : [{ title: "Notes", blocks: sandboxNotes }]),
    ],
    commands: commands.map((command) => pageOf(command.spec(), command.aliases)),
  };
}

async function topicManual(name: (typeof topicNames)[number]): Promise<Manual> {
  const { summary, manual, blocks } = topics[name];
  const [page, section] = manual;
  return {
    name: `svc-${page}`,
    section,
    summary,
    parts: [{ title: "Description", blocks: await blocks() }],
    seeAlso: [["svc", 1]],
  };
}

export interface Manual {
  readonly name: string;
  readonly section: 1 | 5 | 7;
  readonly summary: string;
  readonly parts: readonly ManualPart[];
  readonly seeAlso: readonly (readonly [name: string, section: number])[];
  /** The commands of a group; each also has its own manual page. */
  readonly commands?: readonly Page[];
}

export const commandManuals = ({ name, commands = [], seeAlso }: Manual): readonly Manual[] =>
  commands.map((page) => ({
    name: pageName(page),
    section: 1,
    summary: page.summary,
    parts: commandParts(page),
    seeAlso: [[name, 1], ...seeAlso],
  }));

/** For example, `svc-machines-deploy` for `svc machines deploy`. */
export const pageName = ({ command }: Pick<Page, "command">): string => ["svc", ...command].join("-");

export function commandParts(page: Page): readonly ManualPart[] {
  const notes = page.notes.map((note) => (note.endsWith(".") ? note : `${note}.`));
  const examples = [page.preparation, page.example].filter((line) => line !== undefined);
  return [
    { title: "Synopsis", blocks: [{ usages: [page.usage, ...page.aliases] }] },
    { title: "Description", blocks: [`${page.summary}.`, ...notes] },
    ...page.sections.map(sectionPart),
    ...(examples.length === 0
      ? []
      : [{ title: "Examples", blocks: [{ commands: examples.flatMap((line) => foldCommand(line, 68)) }] }]),
  ];
}

/** Text in parentheses after a title explains the rows. */
function sectionPart({ title, rows }: Page["sections"][number]): ManualPart {
  const [, heading = title, explanation] = /^(.*) \((.*)\)$/.exec(title) ?? [];
  return {
    title: heading,
    blocks: [...(explanation === undefined ? [] : [`${explanation}:`]), { title: "", rows }],
  };
}

export interface ManualPart {
  readonly title: string;
  readonly blocks: readonly ManualBlock[];
}

export type ManualBlock =
  | Block
  | { readonly usages: readonly string[] }
  | { readonly commands: readonly string[] }
  | { readonly bullets: readonly string[] };

/** The day of the release, so that every run writes the same pages. */
const date = "November 20, 2026";

export function manualText(manual: Manual): string {
  return [
    ".\\\" Written by 'npm run reference'.",
    `.Dd ${date}`,
    // Otherwise groff prints BSD in the footer and hyphenates literal text.
    ".ds doc-volume-operating-system svc",
    ".nr doc-hyphen-flags 0",
    `.Dt ${manual.name.toUpperCase()} ${manual.section}`,
    ".Os svc",
    ".Sh NAME",
    `.Nm ${manual.name}`,
    `.Nd ${quoteMacros(lowerFirst(manual.summary))}`,
    ...manual.parts.flatMap(({ title, blocks }) => [
      `.Sh ${quoteMacros(title.toUpperCase())}`,
      ...withParagraphs(blocks.map(blockLines)),
    ]),
    ".Sh SEE ALSO",
    ...[...manual.seeAlso]
      .sort(([a, sectionA], [b, sectionB]) => sectionA - sectionB || (a < b ? -1 : 1))
      .map(([name, section], index, all) => `.Xr ${name} ${section}${index < all.length - 1 ? " ," : ""}`),
    "",
  ].join("\n");
}

function blockLines(block: ManualBlock): readonly string[] {
  if (typeof block === "string") return textLines(block);
  if ("usages" in block) return block.usages.flatMap(usageLines);
  if ("commands" in block) return literalLines(block.commands);
  if ("bullets" in block)
    return [".Bl -bullet", ...block.bullets.flatMap((text) => [".It", ...textLines(text)]), ".El"];
  return [...(block.title === "" ? [] : [`.Ss ${quoteMacros(block.title)}`]), ...rowLines(block.rows)];
}

function usageLines(usage: string): readonly string[] {
  const [, command = usage, rest = ""] = /^(.*?)(?: (?=[<[-])(.*))?$/.exec(usage) ?? [];
  return [`.Nm ${quoteMacros(command)}`, ...(rest === "" ? [] : [escapeRoff(rest)])];
}

const withParagraphs = (blocks: readonly (readonly string[])[]): readonly string[] =>
  blocks.flatMap((lines, index) => {
    const [first = ""] = lines;
    const needsBreak = index > 0 && !/^\.(?:Ss|Bl|Bd)\b/.test(first);
    return needsBreak ? [".Pp", ...lines] : lines;
  });

const rowLines = (rows: readonly Row[]): readonly string[] =>
  rows.every(([, meaning]) => meaning === "")
    ? textLines(rows.map(([term]) => term).join(", "))
    : [
        `.Bl -tag -width Ds${rows.every(([term]) => manualName.test(term)) ? " -compact" : ""}`,
        ...rows.flatMap(([term, meaning]) => [`.It ${termMacro(term)}`, ...textLines(meaning)]),
        ".El",
      ];

const literalLines = (lines: readonly string[]): readonly string[] => [
  ".Bd -literal -offset indent",
  ...lines.map(escapeRoff),
  ".Ed",
];

const manualName = /^(svc[\w-]*)\((\d)\)$/;

function termMacro(term: string): string {
  const [, name, section] = manualName.exec(term) ?? [];
  if (name !== undefined) return `Xr ${name} ${section}`;
  return term
    .split(" ")
    .map((word) => {
      const [, flag, comma] = /^-(\S*?)(,?)$/.exec(word) ?? [];
      if (flag !== undefined) return `Fl ${quoteMacros(flag)}${comma ? " ," : ""}`;
      return `${/^[[<]/.test(word) ? "Ar" : "Cm"} ${quoteMacros(word)}`;
    })
    .join(" ");
}

const textLines = (text: string): readonly string[] => text.split(/(?<=[.:;]) (?=[A-Z])/).map(escapeRoff);

/** Escapes text for roff, so that dashes can be copied and no line is read as a request. */
const escapeRoff = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/, "\\&");

/** Quotes words that mdoc would read as macros or punctuation. */
const quoteMacros = (text: string): string =>
  escapeRoff(text)
    .split(" ")
    .map((word) =>
      /^(?:[A-Z][a-z]|[A-Z][a-z][a-z]?|[|.,;:()[\]?!])$/.test(word)
        ? `\\&${word}`
        : word.replaceAll('"', "\\(dq"),
    )
    .join(" ");

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
