import type { ExitKind } from "../../contract/exit-codes.ts";
import { shellWord } from "../../contract/shell-word.ts";
import { Failure } from "../../failure.ts";
import type { Outcome } from "../../lifecycle/progress-event.ts";
import type { Globals, Invocation } from "../action.ts";
import { formatDuration } from "./duration.ts";
import { sentence } from "./outcome.ts";

/** Machines that are named one a line in a message. */
const mostLines = 20;

/** The exact command that goes on with a wait: conditions as typed after `--for`. */
export function resumeCommand(
  systemIds: readonly string[],
  conditions: readonly string[],
  all: boolean,
  { context, globals, options }: Invocation,
): string {
  const timeout = options["wait-timeout"];
  return [
    "svc machines wait",
    ...systemIds,
    ...conditions.map((condition) => `--for ${condition}`),
    ...(all && conditions.length > 1 ? ["--all"] : []),
    ...(timeout === undefined ? [] : [`--wait-timeout ${formatDuration(timeout)}`]),
    ...connectionOptions(globals, context.env),
  ].join(" ");
}

/** The options that say where the service is, unless the environment says so for the next command too. */
function connectionOptions(
  globals: Globals,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const given: readonly (readonly [string, string | undefined, string])[] = [
    ["--profile", globals.profile, "SVC_PROFILE"],
    ["--url", globals.url, "SVC_URL"],
    ["--api-key-file", globals.apiKeyFile, ""],
    ["--ca-cert", globals.caCert, "SVC_CA_CERT"],
    ["--config-dir", globals.configDir, "SVC_CONFIG_DIR"],
  ];
  return [
    ...given.flatMap(([flag, value, variable]) =>
      value === undefined || env[variable] === value ? [] : [`${flag} ${shellWord(value)}`],
    ),
    ...(globals.insecure ? ["--insecure"] : []),
  ];
}

/** What one outcome counts as for the exit code; undefined for done. */
function kindOf(outcome: Outcome): ExitKind | undefined {
  switch (outcome.result) {
    case "done":
      return undefined;
    case "timeout":
      return "stillInProgress";
    case "stopped":
      return outcome.failure?.kind ?? "interrupted";
    default:
      return "operationFailed";
  }
}

/**
 * The failure that the outcomes come to; undefined where all are done. Stopped: what stopped the watching.
 * All the same: that kind. Otherwise some failed. `resume` goes on with the wait for what is not settled.
 */
export function failureOf(outcomes: readonly Outcome[], resume: string): Failure | undefined {
  const bad = outcomes.filter((outcome) => outcome.result !== "done");
  const [first] = bad;
  if (first === undefined) return undefined;
  const stopped = bad.find((outcome) => outcome.result === "stopped");
  if (stopped !== undefined) return stopFailure(bad, stopped, resume);
  const isUnfinished = bad.some((outcome) => outcome.result === "timeout");
  const hint = isUnfinished ? `go on waiting: ${resume}` : `svc machines why ${first.systemId}`;
  if (outcomes.length === 1) return new Failure(kindOf(first) ?? "other", sentence(first), { hint });
  const kinds = new Set(bad.map(kindOf));
  const [kind = "someFailed"] = kinds;
  const all = bad.length === outcomes.length && kinds.size === 1;
  return new Failure(all ? kind : "someFailed", `${bad.length} of ${outcomes.length} machines are not done`, {
    lines: [
      ...bad.slice(0, mostLines).map(sentence),
      ...(bad.length > mostLines ? [`and ${bad.length - mostLines} more`] : []),
      `not done: ${bad.map((outcome) => outcome.systemId).join(" ")}`,
    ],
    hint,
  });
}

function stopFailure(bad: readonly Outcome[], stopped: Outcome, resume: string): Failure {
  const running = bad.filter((outcome) => outcome.result === "stopped");
  const names = running.length === 1 ? stopped.hostname : `${running.length} machines`;
  const cause = stopped.failure;
  const message = `stopped waiting; the operation goes on for ${names}`;
  const isSignal = cause === undefined || cause.kind === "interrupted" || cause.kind === "terminated";
  return new Failure(cause?.kind ?? "interrupted", isSignal ? message : `${cause.message}; ${message}`, {
    ...(isSignal ? {} : cause.details),
    lines: bad
      .filter((outcome) => outcome.result !== "stopped")
      .slice(0, mostLines)
      .map(sentence),
    hint: `go on waiting: ${resume}`,
  });
}
