/**
 * Names from other tools, and what they are called here. A table, since the spelling does not lead there:
 * nothing in `--jq` looks like `--query`.
 */
const optionHabits: Readonly<Record<string, readonly string[]>> = {
  "all-namespaces": [],
  addr: ["url"],
  ascending: ["sort"],
  async: [],
  "auto-approve": ["yes"],
  confirm: ["yes"],
  cacert: ["ca-cert"],
  "ca-file": ["ca-cert"],
  context: ["profile"],
  endpoint: ["url"],
  expression: ["query"],
  fields: ["columns"],
  filter: ["where", "query"],
  format: ["output"],
  force: ["yes"],
  host: ["url"],
  jmespath: ["query"],
  jq: ["query"],
  json: ["output json"],
  "key-file": ["api-key-file"],
  labels: ["tags", "tag"],
  "no-headers": ["no-header"],
  "no-verify-ssl": ["insecure"],
  "non-interactive": ["yes"],
  "order-by": ["sort"],
  "output-format": ["output"],
  selector: ["where", "query"],
  server: ["url"],
  "skip-tls-verify": ["insecure"],
  "insecure-skip-tls-verify": ["insecure"],
  "sort-by": ["sort"],
  template: ["query"],
  token: ["api-key-file"],
  "api-key": ["api-key-file"],
  key: ["api-key-file"],
  "api-token": ["api-key-file"],
  trace: ["debug"],
  wide: ["output wide"],
  yaml: ["output yaml"],
  csv: ["output csv"],
  interval: ["poll-interval"],
  "no-wait": [],
  w: ["watch", "wait"],
  f: ["follow"],
  l: ["where", "query"],
};

/** The option that another tool's name stands for, where this command has it. */
export function optionHabit(word: string, names: readonly string[]): string | undefined {
  const meant = Object.hasOwn(optionHabits, word) ? optionHabits[word] : undefined;
  return meant?.find((each) => names.includes(each.split(" ")[0] ?? ""));
}

/** First words of other tools, and the command that they stand for. */
const commandHabits: Readonly<Record<string, string>> = {
  ps: "machines list",
  ls: "machines list",
  list: "machines list",
  get: "machines get",
  show: "machines get",
  describe: "machines get",
  start: "machines power-on",
  stop: "machines power-off",
  status: "machines list",
  rm: "machines delete",
  whoami: "profiles show",
  auth: "login",
  account: "profiles",
  context: "profiles",
  contexts: "profiles",
  logs: "events query",
  log: "events query",
  tail: "events query --follow",
  follow: "events query --follow",
  watch: "machines list --watch",
  wait: "machines wait",
  images: "boot-resources list",
  image: "boot-resources list",
  keys: "sshkeys list",
  settings: "config list",
  dns: "dnsresources list",
  run: "sandbox exec",
  call: "api",
  curl: "api",
  request: "api",
};

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
  if (Object.hasOwn(commandHabits, word)) return commandHabits[word];
  const resource = furtherResources.find((each) => each === word || each === `${word}s`);
  return resource === undefined ? undefined : `api GET ${resource}/`;
}

/** Verbs of other tools, in any group or in one, and what a group may call the same. */
const verbHabits: Readonly<Record<string, readonly string[]>> = {
  ls: ["list", "query"],
  ps: ["list", "query"],
  all: ["list"],
  find: ["list"],
  search: ["list"],
  show: ["get", "describe"],
  describe: ["get"],
  info: ["get"],
  view: ["get"],
  read: ["get"],
  inspect: ["get"],
  status: ["get"],
  rm: ["delete", "remove"],
  del: ["delete", "remove"],
  remove: ["delete"],
  destroy: ["delete"],
  add: ["create", "set"],
  new: ["create"],
  insert: ["create"],
  edit: ["update", "set"],
  modify: ["update"],
  change: ["update"],
  patch: ["update"],
  set: ["update"],
  start: ["power-on"],
  boot: ["power-on"],
  on: ["power-on"],
  stop: ["power-off"],
  shutdown: ["power-off"],
  off: ["power-off"],
  acquire: ["allocate"],
  logs: ["why", "query"],
  log: ["query"],
  tail: ["query --follow"],
  follow: ["query --follow"],
  "machines watch": ["list --watch"],
  "events watch": ["query --follow"],
  download: ["get"],
  upload: ["create"],
  switch: ["use"],
};

/** The verb that another tool's stands for, where the group has it, with the option that makes it the same. */
export function verbHabit(word: string, group: string, verbs: readonly string[]): string | undefined {
  const key = [`${group} ${word}`, word].find((each) => Object.hasOwn(verbHabits, each));
  const meant = key === undefined ? undefined : verbHabits[key];
  return meant?.find((each) => verbs.includes(each.split(" ")[0] ?? ""));
}
