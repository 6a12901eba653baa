import { groupNames, groups, loadAllOperations, type OperationEntry } from "../api/index.ts";
import { ownCommands, ownGroups } from "../contract/commands.ts";
import { type CommandSpec, globalOptions } from "../contract/options.ts";
import type { Manual, ManualPart } from "./man.ts";
import { operationPage, optionRow, ownPage, type Row } from "./page.ts";
import { environmentRows, exitCodeRows, topicNames, topics } from "./topics.ts";

const own: readonly CommandSpec[] = Object.values(ownCommands);

/** The first words of own commands that are no resource group. */
const ownRoots: readonly string[] = [...new Set(own.map(({ command: [root = ""] }) => root))].filter(
  (root) => !(groupNames as readonly string[]).includes(root),
);

/** Every manual page: svc(1), one of each group and each command of svc's own, and one of each topic. */
export async function manuals(): Promise<readonly Manual[]> {
  const operations = await loadAllOperations();
  return [
    programManual(),
    ...groupNames.map((name) => commandManual(name, groups[name].summary, operations)),
    ...ownRoots.map((root) =>
      commandManual(
        root,
        ownGroups[root] ?? own.find(({ command }) => command[0] === root)?.summary ?? "",
        [],
      ),
    ),
    ...(await Promise.all(topicNames.map(topicManual))),
  ];
}

function programManual(): Manual {
  const rows = (names: readonly (readonly [string, string])[]): readonly Row[] =>
    names.map(([name, summary]) => [`svc-${name}(1)`, summary]);
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
            "Machines, devices and nodes are named by system_id, hostname, FQDN or MAC address.",
          "Any value may come from a file or from standard input: @file, @-. @@ is a literal @.",
          "Options may stand anywhere on the line; -- ends them. A flag has a --no- form: unset, true and false are three things.",
        ],
      },
      {
        title: "Commands",
        blocks: [
          { title: "", rows: rows(groupNames.map((name) => [name, groups[name].summary])) },
          { title: "Commands of svc itself", rows: rows(ownRoots.map((root) => [root, summaryOf(root)])) },
        ],
      },
      { title: "Options", blocks: [{ title: "", rows: globalOptions.map(optionRow) }] },
      { title: "Environment", blocks: [{ title: "", rows: environmentRows }] },
      { title: "Exit status", blocks: [{ title: "", rows: exitCodeRows }] },
      {
        title: "Examples",
        blocks: [
          {
            commands: [
              "svc login lab http://lab.example:5240/SVC",
              "svc machines list --status ready",
              "svc machines deploy web-01 --distro-series jammy --wait",
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
    ],
  };
}

const summaryOf = (root: string): string =>
  ownGroups[root] ?? own.find(({ command }) => command[0] === root)?.summary ?? "";

function commandManual(root: string, summary: string, operations: readonly OperationEntry[]): Manual {
  const pages = [
    ...operations.filter(({ group }) => group.name === root).map(operationPage),
    ...own.filter(({ command }) => command[0] === root).map(ownPage),
  ].sort((a, b) => (a.usage < b.usage ? -1 : 1));
  const aliases = groupNames.flatMap((name) => (name === root ? groups[name].aliases : []));
  const description: ManualPart = {
    title: "Description",
    blocks: [
      `${summary}.`,
      ...(aliases.length === 0 ? [] : [`Aliases: ${aliases.join(", ")}.`]),
      "The options that every command takes, the environment and the exit codes are in svc(1).",
    ],
  };
  return {
    name: `svc-${root}`,
    section: 1,
    summary,
    parts: [
      {
        title: "Synopsis",
        blocks: [{ commands: pages.map(({ command }) => `svc ${command.join(" ")}`) }],
      },
      description,
      { title: "Commands", blocks: pages.map((page) => ({ page })) },
    ],
    seeAlso: [
      ["svc", 1],
      ["svc-exit-codes", 7],
    ],
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
