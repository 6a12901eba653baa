import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import {
  descriptorHint,
  Failure,
  lacksDescriptors,
  systemErrorCode,
  systemErrorText,
} from "../../../core/failure.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { Shape } from "../../output/columns.ts";
import { runChild } from "../../terminal/child.ts";
import { launchSandbox, type SandboxInvocation, trustAuthority } from "./launch.ts";

type ExecInvocation = SandboxInvocation & {
  readonly arguments: { readonly command: readonly string[] };
  readonly options: { readonly env?: readonly string[]; readonly "exit-code"?: boolean };
};

/** A signal that ends svc also ends the command and all processes that it started. */
export async function runWithSandbox(invocation: ExecInvocation, reportShape: Shape): Promise<void> {
  const variables = parseVariables(invocation.options.env ?? []);
  const reportsToOutput = checkReportOptions(invocation);
  const sandbox = await launchSandbox(invocation);
  const authority = await trustAuthority(sandbox, invocation.context.env);
  try {
    await pollSignals();
    invocation.signal?.throwIfAborted();
    const env = { ...authority.variables, ...environmentFor(sandbox, variables) };
    const code = await runCommand(invocation, env, reportsToOutput);
    const hasChanged =
      invocation.options.from !== undefined &&
      (await reportChanges(invocation, sandbox, reportsToOutput ? reportShape : undefined));
    if (code === 0 && hasChanged && invocation.options["exit-code"] === true)
      throw new Failure("differences", "the copy has changed", { isReported: true });
    if (code !== 0)
      throw new Failure("other", `the command ended with ${code}`, { exitCode: code, isReported: true });
  } finally {
    authority.remove();
    await sandbox.stop();
  }
}

/**
 * Starting a sandbox blocks the event loop. Node delivers a Ctrl-C from that time only between two immediates; without
 * this pause, svc would notice it only after it has started the command.
 */
async function pollSignals(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** Returns true if the report of changes goes to standard output, in the requested format. */
function checkReportOptions({ context, options, globals }: ExecInvocation): boolean {
  const isFormatRequested = globals.output !== undefined && globals.output !== context.env["SVC_OUTPUT"];
  const reportOptions = [
    ...(isFormatRequested && globals.output !== "json" ? ["output"] : []),
    ...(["columns", "sort", "query"] as const).filter((name) => globals[name] !== undefined),
    ...(options["exit-code"] === true ? ["exit-code"] : []),
  ];
  if (options.from === undefined && reportOptions[0] !== undefined)
    throw new Failure("usage", `--${reportOptions[0]} has no effect without --from`, {
      hint: "options of the command itself follow --",
    });
  return isFormatRequested || globals.columns !== undefined || globals.query !== undefined;
}

async function reportChanges(invocation: ExecInvocation, sandbox: Sandbox, shape: Shape | undefined) {
  const { changeReport, withSummaries } = await import("./copy.ts");
  const changes = withSummaries(await sandbox.changes());
  if (shape !== undefined) await invocation.print(changes, shape);
  else if (!invocation.globals.quiet) invocation.context.stderr.write(changeReport(changes));
  return changes.length > 0;
}

function runCommand(
  { arguments: words, context }: ExecInvocation,
  variables: Readonly<Record<string, string>>,
  divertsOutput: boolean,
): Promise<number> {
  const [command = "", ...rest] = words.command;
  const { SVC_PROFILE: _profile, ...inheritedEnv } = context.env;
  const mark = context.random.hex(16);
  const outerMark = context.env[markVariable];
  const marks = outerMark === undefined ? mark : `${outerMark}.${mark}`;
  const env = { ...inheritedEnv, ...variables, [markVariable]: marks };
  const watcher = startWatcher(mark);
  return runChild(command, rest, context, {
    env,
    divertsOutput,
    graceMs: 10_000,
    onStart: ({ pid }) => {
      watcher.write(`${pid}\n`);
      return (signal) => watcher.end(`${signal === undefined ? commandEnded : endRemaining}\n`);
    },
  }).catch((error: NodeJS.ErrnoException) => {
    watcher.end(`\n${commandEnded}\n`);
    const isMissing = error.code === "ENOENT";
    const reason = isMissing ? "no such command" : systemErrorText(error);
    throw new Failure("other", `cannot run '${command}': ${reason}`, {
      hint: lacksDescriptors(systemErrorCode(error))
        ? descriptorHint
        : "the command and its arguments follow --: svc sandbox exec -- ./provision.sh",
      exitCode: isMissing ? 127 : 126,
      cause: error,
    });
  });
}

/** This environment variable marks the processes of one `svc sandbox exec`; nested ones join their marks with dots. */
const markVariable = "SVC_SANDBOX_EXEC";

/** The watcher's second line, when the command has ended: by itself, or after a signal. */
const commandEnded = "ended";
const endRemaining = "end all processes";

/**
 * Reads the command's process id from standard input, then an instruction. `ended`: nothing is left to do. `end all
 * processes`: ends the processes with mark $1. No instruction: svc was killed, so the command and its descendants are
 * ended too. Marks are found only where the system shows environments.
 */
const watcherScript = `
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
command= instruction=
read -r command
read -r instruction
case $instruction in
  "${commandEnded}") exit 0 ;;
  "${endRemaining}") all="$(marked "$1")" ;;
  *) all="$(tree "$command") $(marked "$1")" ;;
esac
[ -n "$all" ] || exit 0
kill -TERM $all 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  alive=
  for pid in $all; do kill -0 "$pid" 2>/dev/null && alive=1; done
  [ -n "$alive" ] || exit 0
  sleep 0.1 2>/dev/null || sleep 1
done
for pid in $(for each in $all; do tree "$each"; done; marked "$1"); do kill -KILL "$pid" 2>/dev/null; done
`;

/**
 * Before the command starts, starts a process in its own session that ends the command if svc is killed. Returns its
 * standard input. Without a shell, the command outlives svc.
 */
function startWatcher(mark: string): Writable {
  const watcher = spawn("/bin/sh", ["-c", watcherScript, "svc-sandbox-exec", mark], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/bin:/usr/bin" },
  });
  // If there is no shell to run the watcher, the command still runs.
  watcher.on("error", () => {});
  watcher.stdin.on("error", () => {});
  watcher.unref();
  return watcher.stdin;
}

/** Maps the values that `--env` can ask for to the suffixes of their variables. */
const suffixes = { url: "_URL", key: "_API_KEY", "user-key": "_USER_KEY" } as const;

type ValueName = keyof typeof suffixes;

const valueNames = Object.keys(suffixes) as ValueName[];
const assignmentPattern = new RegExp(`^([A-Za-z_][A-Za-z0-9_]*)(?:=(${valueNames.join("|")}))?$`);

/** `PREFIX` sets three variables; `NAME=url`, `NAME=key` and `NAME=user-key` set one. */
export const parseVariables = (assignments: readonly string[]) =>
  assignments.flatMap((text) => {
    const [, variable, value] = assignmentPattern.exec(text) ?? [];
    if (variable === undefined)
      throw new Failure("usage", `--env takes PREFIX or NAME=url, NAME=key, NAME=user-key, not '${text}'`, {
        hint: "names are letters, digits and '_', such as --env PROVISION or --env LAB_TOKEN=key",
      });
    const prefix = variable.replace(/(?<!_)_+$/, "");
    return value === undefined
      ? valueNames.map((name) => [prefix + suffixes[name], name] as const)
      : [[variable, value as ValueName] as const];
  });

/** If a variable is repeated, the last value counts. */
function environmentFor({ url, keys }: Sandbox, variables: ReturnType<typeof parseVariables>) {
  const values: Readonly<Record<ValueName, string>> = { url, key: keys.administrator, "user-key": keys.user };
  return {
    SVC_URL: url,
    SVC_API_KEY: keys.administrator,
    SVC_USER_KEY: keys.user,
    SVC_SANDBOX_URL: url,
    ...Object.fromEntries(variables.map(([variable, name]) => [variable, values[name]])),
  };
}
