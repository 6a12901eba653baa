import { type GroupName, groupNames, groups, loadGroup, type OperationEntry } from "../../api/index.ts";
import { type OwnCommandId, ownCommands, ownGroups } from "../../contract/commands.ts";
import type { CommandSpec } from "../../contract/options.ts";
import { Failure } from "../../failure.ts";
import { nearest } from "../typed/nearest.ts";
import { commandHabit, verbHabit } from "./habits.ts";

/** A command of svc's own with its id. */
interface OwnCommand {
  readonly id: OwnCommandId;
  readonly spec: CommandSpec;
}

/** What the line names: an operation, a command of svc's own, a group without a verb, or nothing yet. */
export type Target =
  | { readonly kind: "program" }
  | {
      readonly kind: "group";
      readonly name: string;
      readonly summary: string;
      readonly verbs: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: "operation";
      readonly path: readonly string[];
      readonly entry: OperationEntry;
    }
  | {
      readonly kind: "own";
      readonly path: readonly string[];
      readonly command: OwnCommand;
    };

const ownList: readonly OwnCommand[] = Object.entries(ownCommands).map(([id, spec]) => ({
  id: id as OwnCommandId,
  spec,
}));

/** Every word that a line may begin with, with its summary, in the order of help. */
export function rootWords(): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const { spec } of ownList) {
    const [root] = spec.command;
    if (root === undefined || root in groups) continue;
    words.set(root, spec.command.length === 1 ? spec.summary : (ownGroups[root] ?? spec.summary));
  }
  for (const name of groupNames) words.set(name, groups[name].summary);
  return words;
}

/**
 * The words of the line that are svc's own, where another program's line begins after them: group, verb and
 * the first word of the other.
 */
export const maxWordsOf = (target: Target): number | undefined =>
  target.kind === "own" && target.command.spec.passesThrough === true ? target.path.length + 1 : undefined;

function groupOf(word: string): GroupName | undefined {
  return groupNames.find(
    (name) => name === word || (groups[name].aliases as readonly string[]).includes(word),
  );
}

/** True for a word that names a group, by any of its spellings, or a command of svc's own. */
export const isRootWord = (word: string): boolean => rootWords().has(word) || groupOf(word) !== undefined;

/**
 * Finds what the leading words name; a word that names nothing is a usage error with the nearest one as hint.
 */
export async function findTarget(words: readonly string[]): Promise<Target> {
  const [first, second] = words;
  if (first === undefined) return { kind: "program" };
  const group = groupOf(first);
  const single = ownList.find(({ spec }) => spec.command.length === 1 && spec.command[0] === first);
  if (single !== undefined) return { kind: "own", path: [first], command: single };
  const root = group ?? (first in ownGroups ? first : undefined);
  if (root === undefined) {
    throw await unknownCommand(first, second);
  }
  const own = ownList.filter(({ spec }) => spec.command[0] === root);
  const loaded = group === undefined ? undefined : await loadGroup(group);
  const operations = Object.entries(loaded?.operations ?? {});
  const verbs = new Map([
    ...operations.map(([, operation]) => [operation.verb, operation.summary] as const),
    ...own.map(({ spec }) => [spec.command[1] ?? "", spec.summary] as const),
  ]);
  const verb = second ?? (verbs.size === 1 ? [...verbs.keys()][0] : undefined);
  const path = second === undefined ? [first] : [first, second];
  if (verb === undefined) {
    const summary = group === undefined ? (ownGroups[root] ?? "") : groups[group].summary;
    return { kind: "group", name: root, summary, verbs };
  }
  const command = own.find(({ spec }) => spec.command[1] === verb);
  if (command !== undefined) return { kind: "own", path, command };
  const found = operations.find(([, operation]) => operation.verb === verb);
  if (found === undefined || loaded === undefined) throw unknownVerb(root, verb, [...verbs.keys()]);
  const [id, operation] = found;
  return { kind: "operation", path, entry: { id, group: loaded, operation } };
}

/**
 * A first word that names nothing: mistyped, one of another tool, or a verb of machines or of the group that
 * follows it (`get machines`).
 */
async function unknownCommand(word: string, second: string | undefined): Promise<Failure> {
  const behind = second === undefined ? undefined : groupOf(second);
  const group = await loadGroup(behind ?? "machines");
  const verbs = Object.values(group.operations).map(({ verb }) => verb);
  const verb = verbs.includes(word)
    ? word
    : behind === undefined
      ? undefined
      : verbHabit(word, group.name, verbs);
  const spelled = nearest(word, rootWords().keys());
  const meant = verb === undefined ? (commandHabit(word) ?? spelled) : `${group.name} ${verb}`;
  return new Failure("usage", `unknown command '${word}'`, {
    hint: meant === undefined ? "'svc --help' lists them" : `did you mean 'svc ${meant}'?`,
  });
}

function unknownVerb(root: string, word: string, verbs: readonly string[]): Failure {
  const meant = verbHabit(word, root, verbs) ?? nearest(word, verbs);
  return new Failure("usage", `unknown ${root} command '${word}'`, {
    hint: meant === undefined ? `'svc ${root} --help' lists them` : `did you mean 'svc ${root} ${meant}'?`,
  });
}
