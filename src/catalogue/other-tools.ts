import { plainWord } from "./statuses.ts";

/**
 * Names from other tools and their equivalents here, likeliest first. Tables, since spelling does not help:
 * `--jq` is unlike `--query`.
 */
export type Habits = Readonly<Record<string, readonly string[]>>;

export const optionHabits: Habits = {
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
  from: ["f", "file", "filename", "from-file"],
  watch: ["w"],
  wait: ["w"],
};

export const commandHabits: Habits = {
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

export const verbHabits: Habits = {
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
  why: ["explain"],
  "power-off NAME --wait && svc machines power-on NAME": [
    "machines cycle",
    "machines power-cycle",
    "machines reboot",
    "machines reset",
    "machines restart",
  ],
  "update-nodes TAG --add MACHINE": ["tags add"],
  "update-nodes TAG --remove MACHINE": ["tags remove"],
  query: ["log", "logs", "ps"],
  "query --follow": ["events watch", "follow", "tail"],
  use: ["switch"],
};

type Advice = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** By the beginning of the command: options that it does not have, and what there is instead. */
export const optionAdvice: Advice = {
  apply: { file: "files are named without an option: svc apply FILE" },
  plan: { file: "files are named without an option: svc plan FILE" },
  "machines update": { tags: "tags have their own commands: svc tags update-nodes TAG --add MACHINE" },
};

/** Other spellings of the options in `optionAdvice`. */
export const advisedOptions: Habits = {
  file: ["f", "filename", "from", "from-file"],
  tags: ["add-tag", "labels", "tag"],
};

const extensions = "aliases and programs named svc-NAME on PATH are commands, which 'svc --help' lists";

const twoWays =
  "'svc machines release NAME' gives a machine back, 'svc machines delete NAME' removes it from the service";

/** First words that mean no single command here. NAME becomes the word that follows. */
export const commandAdvice: Readonly<Record<string, string>> = {
  destroy: twoWays,
  extension: extensions,
  extensions,
  plugin: extensions,
  plugins: extensions,
  terminate: twoWays,
  update: "did you mean 'svc machines update NAME'? svc itself is updated with npm",
  upgrade: "svc itself is updated with npm",
};

const failures =
  "'svc machines issues' shows all that failed; the statuses are failed_deployment, failed_testing and so on";

const free = "machines that can be allocated are ready";

const inUse = "machines in use are allocated or deployed";

/** Words that are no status of a machine. */
const statusAdvice: Readonly<Record<string, string>> = {
  failed: failures,
  failure: failures,
  error: failures,
  free,
  available: free,
  idle: free,
  active: inUse,
  running: inUse,
  used: inUse,
};

export function statusHint(word: string): string | undefined {
  const plain = plainWord(word);
  return Object.hasOwn(statusAdvice, plain) ? statusAdvice[plain] : undefined;
}
