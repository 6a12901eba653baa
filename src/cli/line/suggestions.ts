import {
  advisedOptions,
  commandAdvice,
  commandHabits,
  type Habits,
  optionAdvice,
  optionHabits,
  verbHabits,
} from "../../catalogue/other-tools.ts";
import { normaliseBaseUrl } from "../../client/http/address.ts";
import { Failure } from "../../core/failure.ts";
import { beginningWith, listed, nearest } from "../../core/text/choices.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { type CommandNode, findRoot, type GroupNode, type ProgramNode } from "../tree/command-tree.ts";

/** Suggests for a typing error, a command of another tool, or a verb before its group (`get machines`). */
export async function unknownCommand(tree: ProgramNode, words: readonly string[]): Promise<Failure> {
  const [word = "", second] = words;
  const behind = second === undefined ? undefined : resourceOf(tree, second);
  const group = behind ?? resourceOf(tree, "machines");
  const commands = (await group?.commands()) ?? [];
  const verbs = namesOf(commands);
  const habit = behind === undefined ? undefined : verbHabit(word, behind.name, verbs);
  const verb = verbs.includes(word) ? word : habit;
  const spelled = nearest(
    word,
    tree.children.map(({ name }) => name),
  );
  const advice = Object.hasOwn(commandAdvice, word) && behind === undefined ? commandAdvice[word] : undefined;
  const machineVerb = advice === undefined ? verbHabit(word, "machines", verbs) : undefined;
  const meant =
    verb === undefined
      ? (commandHabit(word) ?? spelled ?? (machineVerb && `machines ${machineVerb}`))
      : `${group?.name} ${verb}`;
  return new Failure("usage", `unknown command '${word}'`, {
    hint:
      addressAdvice(word) ??
      advice ??
      (verb === undefined ? await otherClientsLine(tree, words) : undefined) ??
      (meant === undefined ? "'svc --help' lists them" : `did you mean 'svc ${withName(meant, second)}'?`),
  });
}

/** Fills in the name that was typed. */
const withName = (meant: string, name: string | undefined): string =>
  name === undefined || !/^[\w.-]+$/.test(name) ? meant : meant.replaceAll("NAME", name);

/** For an address in place of a command. */
function addressAdvice(word: string): string | undefined {
  if (!/^https?:\/\//i.test(word) || !URL.canParse(word)) return undefined;
  const { origin, pathname } = new URL(word);
  const [, below = ""] = /\/api\/2\.0\/(.+)$/.exec(pathname) ?? [];
  const address = pathname.includes("@") ? "URL" : shellWord(normaliseBaseUrl(origin + pathname));
  const login = `an address is stored once: svc login NAME ${address}`;
  return below === "" ? login : `${login}; then: svc api GET ${shellWord(below)}`;
}

/** The line that clients begin with a profile (`admin machines read`), perhaps after their own name. */
async function otherClientsLine(tree: ProgramNode, words: readonly string[]): Promise<string | undefined> {
  const at = words.findIndex((word, index) => index <= 2 && resourceOf(tree, word) !== undefined);
  const group = at < 1 ? undefined : resourceOf(tree, words[at] ?? "");
  if (group === undefined) return undefined;
  const [verb = "VERB", ...objects] = words.slice(at + 1);
  const verbs = namesOf(await group.commands());
  const read = objects.length === 0 ? "list" : "get";
  const reads = verb === "read" && verbs.includes(read) ? read : undefined;
  const meant = verbs.includes(verb) ? verb : (reads ?? verbHabit(verb, group.name, verbs) ?? verb);
  const fields = objects.map((object) => {
    const [, name] = /^(\w+)=/.exec(object) ?? [];
    return name === undefined ? shellWord(object) : `--${name.replaceAll("_", "-")} VALUE`;
  });
  const line = ["svc -p", shellWord(words[at - 1] ?? ""), group.name, meant, ...fields].join(" ");
  return `a profile is an option: ${line}`;
}

function resourceOf(tree: ProgramNode, word: string): GroupNode | undefined {
  const root = findRoot(tree, word);
  return root?.kind === "group" && root.isResource ? root : undefined;
}

const namesOf = (commands: readonly CommandNode[]): readonly string[] => commands.map(({ name }) => name);

/** `svc describe machine web-01` for a verb of another group; undefined if that has no such verb. */
export async function misplacedVerb(
  [verb = "", ...more]: readonly string[],
  [group = "", ...objects]: readonly string[],
  tree: ProgramNode,
): Promise<string | undefined> {
  const meant = more.length > 0 ? undefined : resourceOf(tree, group);
  const verbs = namesOf((await meant?.commands()) ?? []);
  const known = verbs.includes(verb) ? verb : verbHabit(verb, group, verbs);
  if (meant === undefined || known === undefined || objects.length === 0) return undefined;
  return ["svc", meant.name, known, ...objects.map(shellWord)].join(" ");
}

/** `next`: the word after it, which may belong to the verb (`power on`). */
export async function unknownVerb(group: GroupNode, word: string, next?: string): Promise<Failure> {
  const verbs = namesOf(await group.commands());
  const joined = verbs.find((verb) => verb === `${word}-${next}`);
  const meant = joined ?? verbHabit(word, group.name, verbs) ?? nearest(word, verbs);
  const several = beginningWith(word, verbs);
  const choice = several.length === 0 ? undefined : `did you mean ${listed(several)}?`;
  return new Failure("usage", `unknown ${group.name} command '${word}'`, {
    hint:
      meant === undefined
        ? (choice ?? `'svc ${group.name} --help' lists them`)
        : `did you mean 'svc ${group.name} ${withName(meant, next)}'?`,
  });
}

/** For words that a service may know, if its description was not read. */
export const describeHint = "'svc describe' reads what else the service offers";

/** `anyway`: how to send an option that resembles none. */
export function unknownOption(
  flag: string,
  path: readonly string[],
  names: readonly string[],
  anyway: readonly string[],
): Failure {
  const word = flag.replace(/^-+/, "");
  const command = ["svc", ...path].join(" ");
  const fail = (hint: string) => new Failure("usage", `unknown option '${flag}'`, { hint });
  if (names.includes(word)) return fail(`it goes after the command: ${command} ${flag}`);
  const advice = adviceOn(word, path);
  if (advice !== undefined) return fail(advice);
  const meant = optionHabit(word, names) ?? nearest(word, names);
  if (meant !== undefined) return fail(`did you mean --${meant}?`);
  const several = beginningWith(word, names);
  return several.length > 0
    ? fail(`did you mean ${listed(several.map((each) => `--${each}`))}?`)
    : fail([`'${command} --help' lists the options`, ...anyway].join("; "));
}

function adviceOn(word: string, path: readonly string[]): string | undefined {
  const table = optionAdvice[path.join(" ")] ?? optionAdvice[path[0] ?? ""] ?? {};
  const name = Object.keys(table).find((each) => each === word || advisedOptions[each]?.includes(word));
  return name === undefined ? undefined : table[name];
}

const meanings = (habits: Habits, word: string): readonly string[] =>
  Object.keys(habits).filter((meant) => habits[meant]?.includes(word));

const meantOf = (meant: readonly string[], names: readonly string[]): string | undefined =>
  meant.find((each) => names.includes(each.split(" ")[0] ?? ""));

const optionHabit = (word: string, names: readonly string[]): string | undefined =>
  meantOf(meanings(optionHabits, word), names);

const verbHabit = (word: string, group: string, verbs: readonly string[]): string | undefined =>
  meantOf([...meanings(verbHabits, `${group} ${word}`), ...meanings(verbHabits, word)], verbs);

const commandHabit = (word: string): string | undefined => meanings(commandHabits, word)[0];
