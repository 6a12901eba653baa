/**
 * Names from other tools under what they are called here, the likeliest first. Tables, since the spelling does
 * not lead there: nothing in `--jq` looks like `--query`.
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
  "poll-interval": ["interval"],
  follow: ["f"],
  watch: ["w"],
  wait: ["w"],
};

/** First words of other tools. */
const commandHabits: Habits = {
  api: ["call", "curl", "request"],
  "boot-resources list": ["image", "images"],
  "config list": ["settings"],
  "dnsresources list": ["dns"],
  "events query": ["log", "logs"],
  "events query --follow": ["follow", "tail"],
  login: ["auth"],
  machines: ["host", "hosts", "instance", "instances", "server", "servers"],
  "machines delete": ["rm"],
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

/** Verbs of other tools, in any group or in the one that is named before them. */
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
  query: ["log", "logs", "ls", "ps"],
  "query --follow": ["events watch", "follow", "tail"],
  use: ["switch"],
};

const meanings = (habits: Habits, word: string): readonly string[] =>
  Object.keys(habits).filter((meant) => habits[meant]?.includes(word));

/** The first of several meanings whose first word is among `names`. */
const meantOf = (meant: readonly string[], names: readonly string[]): string | undefined =>
  meant.find((each) => names.includes(each.split(" ")[0] ?? ""));

/** The option that another tool's name stands for, where this command has it. */
export const optionHabit = (word: string, names: readonly string[]): string | undefined =>
  meantOf(meanings(optionHabits, word), names);

/** The verb that another tool's stands for, where the group has it, with the option that makes it the same. */
export const verbHabit = (word: string, group: string, verbs: readonly string[]): string | undefined =>
  meantOf([...meanings(verbHabits, `${group} ${word}`), ...meanings(verbHabits, word)], verbs);

/** Resources that the service has beyond the documented ones: reached by `svc api`. */
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

/** The command that a first word of another tool, or the name of a resource of the service, stands for. */
export function commandHabit(word: string): string | undefined {
  const resource = furtherResource(word);
  return meanings(commandHabits, word)[0] ?? (resource && `api GET ${resource}/`);
}

/** The resource that a word names in the plural or singular, where services have it beyond the documented ones. */
export const furtherResource = (word: string): string | undefined =>
  furtherResources.find((each) => each === word || each === `${word}s`);
