import { spawn } from "node:child_process";
import { wordsOf } from "../../../client/values/words.ts";
import { Failure } from "../../../core/failure.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { Action, Invocation } from "../../invocation/invocation.ts";
import { runChild } from "../../terminal/child.ts";
import { launchSandbox } from "./launch.ts";

/**
 * `svc sandbox exec -- command...`: a sandbox on a free loopback port for as long as the command runs. Its
 * address and key are in `SVC_URL` and `SVC_API_KEY`, the key of an ordinary user in `SVC_USER_KEY`; the
 * command's exit code is passed on. The command ends with svc and all that it started, where svc is ended by a signal.
 */
export const execInSandbox: Action = async (invocation) => {
  const words = wordsOf(invocation.arguments["command"]);
  checkVariables(invocation.options.env ?? []);
  const sandbox = await launchSandbox(invocation);
  try {
    const code = await runCommand(words, invocation, sandbox);
    if (code !== 0) {
      throw new Failure("other", `the command ended with ${code}`, { exitCode: code, reported: true });
    }
  } finally {
    await sandbox.stop();
  }
};

/** Runs the command on svc's own streams; resolves with its exit code, 128 and the signal's number for a signal. */
function runCommand(
  words: readonly string[],
  { context, options }: Invocation,
  sandbox: Sandbox,
): Promise<number> {
  const [command = "", ...rest] = words;
  const { SVC_PROFILE: _profile, ...inherited } = context.env;
  const mark = context.random.hex(16);
  const env = {
    ...inherited,
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.keys.administrator,
    SVC_USER_KEY: sandbox.keys.user,
    SVC_SANDBOX_URL: sandbox.url,
    ...furtherVariables(options.env ?? [], sandbox),
    ...markProcesses(context.env, mark),
  };
  return runChild(command, rest, context, {
    env,
    onStart: ({ pid }) => (pid === undefined ? undefined : watchOver(pid, mark)),
  }).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === "ENOENT";
    throw new Failure("other", `cannot run '${command}': ${isMissing ? "no such command" : error.message}`, {
      hint: "the command and its arguments follow --: svc sandbox exec -- ./provision.sh",
      exitCode: isMissing ? 127 : 126,
      cause: error,
    });
  });
}

/** The variable that marks the processes of one `svc sandbox exec`, and of those around it: its marks, dotted. */
const markVariable = "SVC_SANDBOX_EXEC";

/** What the watcher is told about the command: it has ended by itself, or because svc was told to end. */
const allIsWell = "ended";
const endTheRest = "end the rest";

/**
 * Reads a line from standard input. `ended` is all well; `end the rest` says that the command has ended and what it
 * started has to; an end without a line, that whoever held the other end was killed. Then the process named by the first
 * argument is ended, unless it has ended, with all that it has started: its descendants, and where the system shows the
 * environment of processes, those that have the mark, the second argument, in theirs.
 */
const script = `
children() {
  if [ -r /proc/self/stat ]; then
    for stat in /proc/[0-9]*/stat; do
      read -r line 2>/dev/null < "$stat" || continue
      rest=\${line##*) }; rest=\${rest#* }
      [ "\${rest%% *}" = "$1" ] && echo "\${line%% *}"
    done
  else
    ps -A -o pid= -o ppid= | while read -r pid parent; do [ "$parent" = "$1" ] && echo "$pid"; done
  fi
}
marked() {
  [ -r /proc/self/environ ] || return
  grep -lF -e "$1" /proc/[0-9]*/environ 2>/dev/null | while IFS=/ read -r _ _ pid _; do echo "$pid"; done
}
tree() { echo "$1"; for child in $(children "$1"); do tree "$child"; done; }
said=
read -r said
case $said in
  "${allIsWell}") exit 0 ;;
  "${endTheRest}") all="$(marked "$2")" ;;
  *) all="$(tree "$1") $(marked "$2")" ;;
esac
[ -n "$all" ] || exit 0
kill -TERM $all 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  kill -0 $all 2>/dev/null || exit 0
  sleep 0.1 2>/dev/null || sleep 1
done
for pid in $(for each in $all; do tree "$each"; done; marked "$2"); do kill -KILL "$pid" 2>/dev/null; done
`;

/** The variable of a command by which its processes are found; `mark` is random. */
function markProcesses(env: NodeJS.ProcessEnv, mark: string): Readonly<Record<string, string>> {
  const around = env[markVariable];
  return { [markVariable]: around === undefined ? mark : `${around}.${mark}` };
}

/**
 * Starts a process of its own session that ends `pid`, its descendants and what carries the mark when this process is
 * killed in a way that it cannot handle. What it returns is called when the command has ended: with the signal that
 * ended it, what carries the mark is ended; without one it is left. Needs a shell: without one the command outlives a
 * killed `exec`.
 */
function watchOver(pid: number, mark: string): (signal: NodeJS.Signals | undefined) => void {
  const watcher = spawn("/bin/sh", ["-c", script, "svc-sandbox-exec", String(pid), mark], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/bin:/usr/bin" },
  });
  // Without a shell nothing watches, and the command runs all the same.
  watcher.on("error", () => {});
  watcher.stdin.on("error", () => {});
  watcher.unref();
  return (signal) => watcher.stdin.end(`${signal === undefined ? allIsWell : endTheRest}\n`);
}

/** What a variable may hold, and the end of the name that it has behind a prefix. */
const suffixes = { url: "_URL", key: "_API_KEY", "user-key": "_USER_KEY" } as const;

type Held = keyof typeof suffixes;

const name = "[A-Za-z_][A-Za-z0-9_]*";
const form = new RegExp(`^(${name})(?:=(${Object.keys(suffixes).join("|")}))?$`);

/**
 * The variables that `--env` asks for: `PREFIX` stands for `PREFIX_URL`, `PREFIX_API_KEY` and `PREFIX_USER_KEY`, and
 * `NAME=url`, `NAME=key` and `NAME=user-key` for a single one. A usage `Failure` for anything else; of two for one name
 * the last counts.
 */
export function furtherVariables(
  typed: readonly string[],
  { url, keys }: Pick<Sandbox, "url" | "keys">,
): Readonly<Record<string, string>> {
  const held: Readonly<Record<Held, string>> = { url, key: keys.administrator, "user-key": keys.user };
  return Object.fromEntries(
    typed.flatMap((text) => {
      const [, variable = "", what] = form.exec(text) ?? [];
      if (variable === "") throw misspelt(text);
      if (isHeld(what)) return [[variable, held[what]]];
      const prefix = variable.replace(/(?<!_)_+$/, "");
      return Object.entries(suffixes).map(([each, suffix]) => [prefix + suffix, held[each as Held]]);
    }),
  );
}

/** Throws the usage `Failure` of the first text that `furtherVariables` would refuse. */
export function checkVariables(typed: readonly string[]): void {
  const wrong = typed.find((text) => !form.test(text));
  if (wrong !== undefined) throw misspelt(wrong);
}

const isHeld = (what: string | undefined): what is Held => what !== undefined;

const misspelt = (text: string): Failure =>
  new Failure("usage", `--env takes PREFIX or NAME=url, NAME=key, NAME=user-key, not '${text}'`, {
    hint: "names are letters, digits and '_', such as --env PROVISION or --env LAB_TOKEN=key",
  });
