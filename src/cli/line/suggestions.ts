import {
  commandHabits,
  groupHabits,
  type Habits,
  optionHabits,
  verbHabits,
} from "../../catalogue/other-tools.ts";
import { advisedOptions, commandAdvice, optionAdvice } from "../../catalogue/other-tools-advice.ts";
import { normalizeBaseUrl } from "../../client/http/address.ts";
import { Failure } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { nearest, suggestionHint } from "../../core/text/word-lists.ts";
import { type CommandNode, findRoot, type GroupNode, type ProgramNode } from "../tree/command-tree.ts";

export async function unknownCommand(
  tree: ProgramNode,
  words: readonly string[],
  argv: readonly string[] = words,
): Promise<Failure> {
  const [word = ""] = words;
  const [address = ""] = words.slice(1);
  const hint =
    addressAdvice(word) ??
    addressAdvice(address, shellWord(word)) ??
    (await hintForPhrase(tree, words, argv)) ??
    (await hintForMisspelling(tree, words)) ??
    listHint;
  return new Failure("usage", `unknown command '${word}'`, { hint });
}

const listHint = "'svc --help' lists all commands";

async function hintForPhrase(tree: ProgramNode, words: readonly string[], argv: readonly string[]) {
  const plainWords = withoutKinds(words);
  const [lineAdvice, wordsAdvice] = [adviceFor(argv), adviceFor(plainWords)];
  const advice = (lineAdvice?.length ?? 0) > (wordsAdvice?.length ?? 0) ? lineAdvice : wordsAdvice;
  const habit = habitFor(commandHabits, plainWords);
  const habitHint = habit && didYouMean(withObject(habit.meaning, objectAfter(plainWords, habit)));
  const groupHabit = habitFor(groupHabits, plainWords);
  const verbFirst = await commandWithVerbFirst(tree, plainWords);
  if (advice !== undefined && advice.length >= (habit?.length ?? 0) && (advice.length > 1 || !verbFirst))
    return withName(advice.meaning, objectAfter(plainWords, advice));
  if (habit !== undefined && habit.length > 1) return habitHint;
  const command =
    groupHabit && (await commandInGroup(tree, groupHabit.meaning, plainWords.slice(groupHabit.length)));
  if (command !== undefined) return didYouMean(command);
  if (verbFirst !== undefined) return didYouMean(verbFirst);
  if (habit !== undefined) return habitHint;
  if (groupHabit !== undefined) return `'svc ${groupHabit.meaning} --help' lists the commands for them`;
  return await hintForOtherClient(tree, words);
}

const didYouMean = (command: string): string => `did you mean 'svc ${command}'?`;

async function hintForMisspelling(tree: ProgramNode, words: readonly string[]): Promise<string | undefined> {
  const plainWords = withoutKinds(words);
  const machineCommand = await commandInGroup(tree, "machines", plainWords);
  if (machineCommand !== undefined && machineCommand !== "machines") return didYouMean(machineCommand);
  const roots = tree.children.map(({ name }) => name);
  const nearestRoot = nearest(plainWords[0] ?? "", roots);
  if (nearestRoot === undefined) return undefined;
  return didYouMean((await commandInGroup(tree, nearestRoot, plainWords.slice(1))) ?? nearestRoot);
}

async function commandWithVerbFirst(
  tree: ProgramNode,
  [verb = "", name = "", ...objects]: readonly string[],
) {
  const group = resourceOf(tree, name);
  if (group === undefined) return undefined;
  const verbs = namesOf(await group.commands());
  const listVerb = ["list", "query"].find((each) => verbs.includes(each));
  if (/^(?:get|list|ls)$/.test(verb) && objects.length === 0 && listVerb !== undefined)
    return `${group.name} ${listVerb}`;
  const command = verbs.includes(verb) ? `${verb} NAME` : verbMeantBy(verb, group.name, verbs);
  return command && withoutFinalName(withObject(`${group.name} ${command}`, objects[0]));
}

async function commandInGroup(tree: ProgramNode, name: string, words: readonly string[]) {
  const group = findRoot(tree, name);
  if (group?.kind !== "group") return name;
  if (words.length === 0) return name;
  const verb = verbOf(group.name, words, namesOf(await group.commands()));
  return verb === undefined ? undefined : `${name} ${verb}`;
}

function verbOf(group: string, words: readonly string[], verbs: readonly string[]): string | undefined {
  for (let length = Math.min(maxPhraseWords, words.length); length > 0; length--) {
    const phrase = words.slice(0, length);
    const habit = verbMeantBy(phrase.join(" "), group, verbs);
    const verb = verbs.find((each) => each === phrase.join("-"));
    if (verb !== undefined)
      return /^(?:allocate|create|list|query)$/.test(verb)
        ? verb
        : withoutFinalName(withName(`${verb} NAME`, words[length]));
    const object = habit && withObject(habit, words[length]);
    if (object !== undefined) return habit?.includes("NAME") ? withValue(object, words[length + 1]) : object;
  }
  return undefined;
}

const maxPhraseWords = 4;

/** What the first words of a line mean, and their number. */
interface Phrase {
  readonly meaning: string;
  readonly length: number;
}

function longestPhrase(
  words: readonly string[],
  meaningOf: (phrase: string) => string | undefined,
): Phrase | undefined {
  for (let length = Math.min(maxPhraseWords, words.length); length > 0; length--) {
    const meaning = meaningOf(words.slice(0, length).join(" "));
    if (meaning !== undefined) return { meaning, length };
  }
  return undefined;
}

const adviceFor = (words: readonly string[]): Phrase | undefined =>
  longestPhrase(words, (phrase) =>
    Object.hasOwn(commandAdvice, phrase) ? commandAdvice[phrase] : undefined,
  );

const habitFor = (habits: Habits, words: readonly string[]): Phrase | undefined =>
  longestPhrase(words, (phrase) => meanings(habits, phrase)[0]);

/** Removes a kind before a name, as in `node/web-01`. */
const withoutKinds = (words: readonly string[]): readonly string[] =>
  words.map((word) => word.replace(/^(?:nodes?|machines?|servers?)\/(?=.)/, ""));

const withName = (template: string, name: string | undefined): string =>
  name === undefined || !/^[\w.-]+$/.test(name) || nonNames.has(name)
    ? template
    : template.replaceAll("NAME", name);

/** Replaces the placeholder of an option by the word after the name: `machines add-tag web-01 ssd`. */
const withValue = (template: string, value: string | undefined): string =>
  value !== undefined && /^[\w.-]+$/.test(value) ? template.replace(/\b(?:NEW|POOL|TAG)\b/, value) : template;

/** Words that follow commands of other tools, but are not names of objects. */
const nonNames: ReadonlySet<string> = new Set(
  "add all bootdev cancel clear cold create device diag disable enable get info install list ls new print pxe rerun rm set show status type warm".split(
    " ",
  ),
);

/** The name after a phrase, perhaps after a kind (`label node web-01`); a number is not the name of a machine. */
function objectAfter(words: readonly string[], { length }: Phrase): string | undefined {
  const [word = "", next] = words.slice(length);
  const name = /^(?:nodes?|machines?|servers?)$/.test(word) ? next : word;
  return name === undefined || /^\d+$/.test(name) ? undefined : name;
}

/** Replaces NAME by the name on the line, or appends it to a verb that acts on one object. */
const withObject = (template: string, name: string | undefined): string =>
  template.includes("NAME") || !/^(?:\w+ )?(?:delete|describe|get|remove|show|update|use|why)$/.test(template)
    ? withName(template, name)
    : withoutFinalName(withName(`${template} NAME`, name));

/** Removes a NAME that was not replaced, unless it is the value of an option. */
const withoutFinalName = (line: string): string => line.replace(/(?<!--[\w-]+) NAME$/, "");

function addressAdvice(word: string, name = "NAME"): string | undefined {
  if (!/^https?:\/\//i.test(word) || !URL.canParse(word)) return undefined;
  const { origin, pathname } = new URL(word);
  const [, apiPath = ""] = /\/api\/2\.0\/(.+)$/.exec(pathname) ?? [];
  const address = pathname.includes("@") ? "URL" : shellWord(normalizeBaseUrl(origin + pathname));
  const login = `commands take no address; store it once: svc login ${name} ${address}`;
  return apiPath === "" ? login : `${login}; then: svc api GET ${shellWord(apiPath)}`;
}

/** Lines of other clients begin with a profile (`admin machines read`), perhaps after the client's name. */
async function hintForOtherClient(tree: ProgramNode, words: readonly string[]): Promise<string | undefined> {
  const [first = ""] = words;
  if (Object.values(verbHabits).some((habits) => habits.includes(first))) return undefined;
  const at = words.findIndex((word, index) => index <= 2 && resourceOf(tree, word) !== undefined);
  const group = at < 1 ? undefined : resourceOf(tree, words[at] ?? "");
  if (group === undefined) return undefined;
  const [verb = "VERB", ...objects] = words.slice(at + 1);
  const verbs = namesOf(await group.commands());
  const expectedVerb = objects.length === 0 ? "list" : "get";
  const readVerb = verb === "read" && verbs.includes(expectedVerb) ? expectedVerb : undefined;
  const actualVerb = verbs.includes(verb) ? verb : (readVerb ?? verbMeantBy(verb, group.name, verbs) ?? verb);
  const fields = objects.map((object) => {
    const [, name] = /^(\w+)=/.exec(object) ?? [];
    return name === undefined ? shellWord(object) : `--${name.replaceAll("_", "-")} VALUE`;
  });
  const line = ["svc -p", shellWord(words[at - 1] ?? ""), group.name, actualVerb, ...fields].join(" ");
  return `give the profile as an option: ${line}`;
}

function resourceOf(tree: ProgramNode, word: string): GroupNode | undefined {
  const root = findRoot(tree, word);
  return root?.kind === "group" && root.isResource ? root : undefined;
}

const namesOf = (commands: readonly CommandNode[]): readonly string[] => commands.map(({ name }) => name);

/** Corrects, for example, `svc describe machine web-01`. */
export async function misplacedVerb(
  [verb = "", ...more]: readonly string[],
  [group = "", ...objects]: readonly string[],
  tree: ProgramNode,
): Promise<string | undefined> {
  const groupNode = more.length > 0 ? undefined : resourceOf(tree, group);
  const verbs = namesOf((await groupNode?.commands()) ?? []);
  const actualVerb = verbs.includes(verb) ? verb : verbMeantBy(verb, group, verbs);
  if (groupNode === undefined || actualVerb === undefined || objects.length === 0) return undefined;
  const [first = "", ...others] = objects;
  const line = actualVerb.includes("NAME")
    ? withName(actualVerb, first)
    : `${actualVerb} ${shellWord(first)}`;
  return ["svc", groupNode.name, line, ...others.map(shellWord)].join(" ");
}

/** `words` begin with the unknown one; later words may belong to the verb (`power on`). */
export async function unknownVerb(group: GroupNode, words: readonly string[]): Promise<Failure> {
  const verbs = namesOf(await group.commands());
  return new Failure("usage", `unknown ${group.name} command '${words[0]}'`, {
    hint: hintForVerb(group.name, withoutKinds(words), verbs),
  });
}

function hintForVerb(group: string, words: readonly string[], verbs: readonly string[]) {
  const [word = "", name, state] = words;
  const allWords = [group, ...words];
  const habit = habitFor(commandHabits, allWords);
  if (habit !== undefined && habit.length > 1)
    return didYouMean(withValue(withName(habit.meaning, allWords[habit.length]), allWords[habit.length + 1]));
  const joinedVerb = verbs.find((each) => each === `${word}-${state}`);
  const knownVerb = joinedVerb === undefined ? verbOf(group, words, verbs) : `${joinedVerb} ${name}`;
  const nearestVerb = nearest(word, verbs);
  const verb = knownVerb ?? (nearestVerb && verbOf(group, [nearestVerb, ...words.slice(1)], verbs));
  const groupAdvice = adviceFor(allWords);
  const advice = groupAdvice ?? (group === "machines" ? adviceFor(words) : undefined);
  if (advice !== undefined && (advice.length > 1 ? knownVerb : verb) === undefined)
    return withName(advice.meaning, objectAfter(groupAdvice ? allWords : words, advice));
  if (verb !== undefined) return didYouMean(`${group} ${verb}`);
  return suggestionHint(word, verbs, `'svc ${group} --help' lists its subcommands`);
}

/** `sendHints` explain how to send an option that is not similar to a known one. */
export function unknownOption(
  flag: string,
  path: readonly string[],
  names: readonly string[],
  sendHints: readonly string[],
): Failure {
  const word = flag.replace(/^-+/, "");
  const command = ["svc", ...path].join(" ");
  const failure = (hint: string | undefined) => new Failure("usage", `unknown option '${flag}'`, { hint });
  const singleDashOption = flag.startsWith("--")
    ? undefined
    : names.find((name) => name.length > 2 && word.startsWith(name));
  if (singleDashOption !== undefined) return failure(`did you mean --${singleDashOption}?`);
  if (names.includes(word)) return failure(`it goes after the command: ${command} ${flag}`);
  const habit = optionMeantBy(word, names);
  const advice = adviceOnOption(word, [path.join(" "), path[0] ?? "", `* ${path.at(-1)}`]);
  if (advice !== undefined && habit !== "from") return failure(advice);
  const generalAdvice = habit === undefined ? adviceOnOption(word, ["*"]) : undefined;
  if (generalAdvice !== undefined) return failure(generalAdvice);
  if (habit !== undefined) return failure(`did you mean --${habit}?`);
  const list = [`'${command} --help' lists the options`, ...sendHints].join("; ");
  return failure(suggestionHint(word, names, list, (each) => `--${each}`));
}

function adviceOnOption(word: string, scopes: readonly string[]): string | undefined {
  for (const scope of scopes) {
    const table = optionAdvice[scope] ?? {};
    const name = Object.keys(table).find((each) => each === word || advisedOptions[each]?.includes(word));
    if (name !== undefined) return table[name];
  }
  return undefined;
}

const meanings = (habits: Habits, word: string): readonly string[] =>
  Object.keys(habits).filter((meaning) => habits[meaning]?.includes(word));

const firstAvailable = (candidates: readonly string[], names: readonly string[]): string | undefined =>
  candidates.find((each) => names.includes(each.split(" ")[0] ?? ""));

const optionMeantBy = (word: string, names: readonly string[]): string | undefined =>
  firstAvailable(meanings(optionHabits, word), names);

const verbMeantBy = (word: string, group: string, verbs: readonly string[]): string | undefined =>
  firstAvailable([...meanings(verbHabits, `${group} ${word}`), ...meanings(verbHabits, word)], verbs);
