import { globalOptions, shells } from "../../catalogue/commands/options.ts";
import type { CommandNode, GroupNode, ProgramNode } from "../tree/command-tree.ts";
import { completionScripts, scriptNames } from "./completion-scripts.ts";
import { commandManuals, commandParts, type Manual, manualText } from "./man.ts";
import { aliasLines, firstExamples, themeSections, verbSections } from "./overview.ts";
import { optionRow, pageOf, type Row } from "./page.ts";
import { sandboxAnswers } from "./sandbox-answers.ts";
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

type Root = GroupNode | CommandNode;

export async function manuals({ children }: ProgramNode, guides: readonly Manual[]) {
  const resources = children.filter(isResource);
  const builtins = children.filter((root) => !isResource(root));
  return [
    programManual(children, guides),
    ...(await Promise.all([...resources, ...builtins].map((root) => rootManual(root, guides)))),
    ...(await Promise.all(topicNames.map(topicManual))),
  ];
}

const isResource = (root: Root): boolean => root.kind === "group" && root.isResource;

function programManual(roots: readonly Root[], guides: readonly Manual[]): Manual {
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
      { title: "Commands", blocks: themeSections(roots).map(withPageNames("svc")) },
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

async function rootManual(root: Root, guides: readonly Manual[]): Promise<Manual> {
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
