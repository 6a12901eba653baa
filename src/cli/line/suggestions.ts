import { Failure } from "../../core/failure.ts";
import { beginningWith, listed, nearest } from "../../core/text/choices.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { type CommandNode, findRoot, type GroupNode, type ProgramNode } from "../tree/command-tree.ts";

/** Suggests for a typing error, a command of another tool, or a verb before its group (`get machines`). */
export async function unknownCommand(
  tree: ProgramNode,
  [word = "", second]: readonly string[],
): Promise<Failure> {
  const behind = second === undefined ? undefined : resourceOf(tree, second);
  const group = behind ?? resourceOf(tree, "machines");
  const commands = (await group?.commands()) ?? [];
  const habit = behind === undefined ? undefined : verbHabit(word, behind.name, namesOf(commands));
  const verb = operationVerbs(commands).includes(word) ? word : habit;
  const spelled = nearest(
    word,
    tree.children.map(({ name }) => name),
  );
  const meant = verb === undefined ? (commandHabit(word) ?? spelled) : `${group?.name} ${verb}`;
  const profile = `a profile is an option: svc --profile ${shellWord(word)} ${behind?.name} ...`;
  return new Failure("usage", `unknown command '${word}'`, {
    hint:
      meant !== undefined
        ? `did you mean 'svc ${meant}'?`
        : behind === undefined
          ? "'svc --help' lists them"
          : profile,
  });
}

function resourceOf(tree: ProgramNode, word: string): GroupNode | undefined {
  const root = findRoot(tree, word);
  return root?.kind === "group" && root.isResource ? root : undefined;
}

const namesOf = (commands: readonly CommandNode[]): readonly string[] => commands.map(({ name }) => name);

const operationVerbs = (commands: readonly CommandNode[]): readonly string[] =>
  namesOf(commands.filter(({ kind }) => kind === "operation"));

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
        : `did you mean 'svc ${group.name} ${meant}'?`,
  });
}

/** For words that a service may know, if its description was not read. */
export const describeHint = "'svc describe' reads what else the service offers";

const fileFlags: readonly string[] = ["f", "file", "filename"];
const takesFiles: readonly string[] = ["apply", "plan"];

const filterWords: readonly string[] = ["where", "filter", "l", "selector"];

const listFilters = (names: readonly string[]): readonly string[] =>
  names.includes("not-hostname") || names.includes("hostname")
    ? ["status", "zone", "pool", "tags", "owner"]
        .filter((name) => names.includes(name))
        .map((name) => `--${name}`)
    : [];

/** `anyway`: how to send the option as it is. */
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
  const filters = filterWords.includes(word) && !names.includes("where") ? listFilters(names) : [];
  if (filters.length > 0) return fail(`each filter is an option here: ${filters.join(", ")} and others`);
  if (fileFlags.includes(word) && takesFiles.includes(path.join(" ")))
    return fail(`files are named without an option: ${command} FILE`);
  const meant = optionHabit(word, names) ?? nearest(word, names);
  const several = meant === undefined ? beginningWith(word, names) : [];
  if (several.length > 0)
    return fail(
      [`did you mean ${listed(several.map((each) => `--${each}`))}?`, ...anyway.slice(0, 1)].join(" "),
    );
  return meant === undefined
    ? fail([`'${command} --help' lists the options`, ...anyway].join("; "))
    : fail([`did you mean --${meant}?`, ...anyway.slice(0, 1)].join(" "));
}

/**
 * Names from other tools and their equivalents here, likeliest first. Tables, since spelling does not help:
 * `--jq` is unlike `--query`.
 */
type Habits = Readonly<Record<string, readonly string[]>>;

const optionHabits: Habits = {
  url: ["addr", "endpoint", "host", "server"],
  profile: ["context"],
  "api-key-file": ["api-key", "api-token", "key", "key-file", "token"],
  "ca-cert": ["ca-file", "cacert"],
  insecure: ["insecure-skip-tls-verify", "no-verify-ssl", "skip-tls-verify"],
  yes: ["auto-approve", "confirm", "force", "non-interactive"],
  debug: ["trace"],
  output: ["format", "output-format"],
  "output csv": ["csv"],
  "output json": ["json"],
  "output wide": ["wide"],
  "output yaml": ["yaml"],
  columns: ["fields"],
  "no-header": ["no-headers"],
  sort: ["ascending", "order-by", "sort-by"],
  "sort -COLUMN": ["desc", "descending", "reverse"],
  where: ["filter", "l", "selector"],
  query: ["expression", "filter", "jmespath", "jq", "l", "selector", "template"],
  tags: ["labels"],
  tag: ["labels"],
  "distro-series": ["image", "os", "release", "series"],
  hostname: ["name"],
  "poll-interval": ["interval"],
  follow: ["f"],
  watch: ["w"],
  wait: ["w"],
};

const commandHabits: Habits = {
  api: ["call", "curl", "request"],
  apply: ["sync"],
  "boot-resources list": ["boot-image", "boot-images", "image", "images"],
  "config list": ["settings"],
  "dnsresources list": ["dns"],
  "events query": ["log", "logs"],
  "events query --follow": ["follow", "tail"],
  login: ["auth", "configure", "init"],
  machines: ["host", "hosts", "instance", "instances", "server", "servers"],
  "machines delete": ["rm"],
  plan: ["diff", "preview"],
  "machines describe": ["info", "inspect", "show", "view"],
  "machines get": ["get"],
  "machines list": ["list", "ls", "ps", "status"],
  "machines list --watch": ["watch"],
  "machines power-off": ["stop"],
  "machines power-on": ["start"],
  "machines ssh": ["connect", "shell", "ssh"],
  "machines wait": ["wait"],
  "machines why": ["explain"],
  profiles: ["account", "context", "contexts"],
  "profiles show": ["whoami"],
  "sandbox exec": ["run"],
  "sshkeys list": ["keys"],
};

const verbHabits: Habits = {
  "list --watch": ["machines watch"],
  describe: ["info", "inspect", "show", "status", "view"],
  get: ["describe", "download", "info", "inspect", "read", "show", "status", "view"],
  list: ["all", "find", "get", "ls", "ps", "search", "show"],
  create: ["add", "insert", "new", "upload"],
  update: ["change", "edit", "modify", "patch", "set"],
  set: ["add", "create", "edit", "new"],
  delete: ["del", "destroy", "remove", "rm"],
  remove: ["del", "delete", "destroy", "rm", "unset"],
  "power-on": ["boot", "on", "start"],
  "power-off": ["off", "shutdown", "stop"],
  allocate: ["acquire"],
  ssh: ["connect", "console", "login", "shell"],
  why: ["explain", "logs"],
  "power-off NAME --wait && svc machines power-on NAME": [
    "cycle",
    "power-cycle",
    "reboot",
    "reset",
    "restart",
  ],
  "update-nodes TAG --add MACHINE": ["tags add"],
  "update-nodes TAG --remove MACHINE": ["tags remove"],
  query: ["list", "log", "logs", "ls", "ps"],
  "query --follow": ["events watch", "follow", "tail"],
  use: ["switch"],
};

const meanings = (habits: Habits, word: string): readonly string[] =>
  Object.keys(habits).filter((meant) => habits[meant]?.includes(word));

const meantOf = (meant: readonly string[], names: readonly string[]): string | undefined =>
  meant.find((each) => names.includes(each.split(" ")[0] ?? ""));

const optionHabit = (word: string, names: readonly string[]): string | undefined =>
  meantOf(meanings(optionHabits, word), names);

const verbHabit = (word: string, group: string, verbs: readonly string[]): string | undefined =>
  meantOf([...meanings(verbHabits, `${group} ${word}`), ...meanings(verbHabits, word)], verbs);

/** Resources that services may describe beyond the documented ones. */
const furtherResources = [
  "interfaces",
  "notifications",
  "package-repositories",
  "pools",
  "raids",
  "rackcontrollers",
  "regioncontrollers",
  "resourcepools",
  "scripts",
  "spaces",
  "static-routes",
  "subnets",
  "tags",
  "users",
  "vm-hosts",
  "vmfs-datastores",
  "volume-groups",
  "zones",
];

function commandHabit(word: string): string | undefined {
  const resource = furtherResource(word);
  return meanings(commandHabits, word)[0] ?? (resource && `api GET ${resource}/`);
}

export const furtherResource = (word: string): string | undefined =>
  furtherResources.find((each) => each === word || each === `${word}s`);
