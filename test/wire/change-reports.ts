import { exitCodes } from "../../src/core/failure.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/sandbox.ts";
import type { Change, Fault } from "./faulty-service.ts";

/** A command line that sends several changing requests. */
export interface Command {
  readonly name: string;
  readonly words: readonly string[];
  /** Command lines that prepare the sandbox. */
  readonly before?: readonly (readonly string[])[];
  readonly input?: (sandbox: Sandbox) => string;
  readonly sandbox?: SandboxOptions;
  /** The command changes several objects, so some may fail while others succeed. */
  readonly isForSeveral?: true;
  /** The command looks up the outcome of an unclear change and continues. */
  readonly looksUpOutcome?: true;
  /** Labels of requests that are not essential, such as comments. */
  readonly inessential?: RegExp;
  /** What the message must contain if a change with this label was carried out and a later one failed. */
  readonly messages: readonly (readonly [label: RegExp, text: RegExp])[];
}

export interface Case {
  readonly command: Command;
  /** The number of the changing request that fails, from 1. */
  readonly at: number;
  readonly fault: Fault;
  /** All later changing requests fail as well. */
  readonly failsLater: boolean;
  readonly form: "json" | "table";
}

export interface CommandResult {
  readonly code: number;
  readonly stderr: string;
  readonly changes: readonly Change[];
}

const codeOfStatus: Readonly<Record<number, number>> = { 400: 7, 401: 4, 403: 5, 404: 3, 409: 6, 503: 12 };

export const doneOf = (changes: readonly Change[], { inessential }: Command) =>
  changes
    .filter(({ label, isCarriedOut }) => isCarriedOut && inessential?.test(label) !== true)
    .map(({ label }) => label);

/** Returns what is wrong with a command's result; `allChanges` are its changes when nothing fails. */
export function faultsIn(
  testCase: Case,
  { code, stderr, changes }: CommandResult,
  allChanges: readonly string[],
): readonly string[] {
  const { command, at, fault, form } = testCase;
  const json = stderr.split("\n").find((line) => line.startsWith('{"error"'));
  const error = json === undefined ? {} : JSON.parse(json).error;
  const { outcome, message, hint = "", lines = [] } = error;
  const text = form === "json" ? [message, ...lines, hint].join("\n") : stderr;
  const done = doneOf(changes, command);
  const isWhole = done.length >= allChanges.length && allChanges.every((label) => done.includes(label));
  const wrong: string[] = [];
  const check = (isRight: boolean, label: string) => void (isRight || wrong.push(`${label}: ${text}`));
  if (code === 0) {
    check(isWhole, "exit code 0, and not everything was carried out");
    return wrong;
  }
  const isUndone = /op-allocate/.test(done[0] ?? "") && /op-release/.test(done.at(-1) ?? "");
  const isUnclear = changes.some((change) => change.isUnclear);
  const truths: Readonly<Record<string, boolean>> = {
    not_sent: changes.length === 0,
    refused: done.length === 0 || isUndone,
    partial: done.length > 0 && changes.some(({ isCarriedOut }) => !isCarriedOut || !isWhole),
    done: isWhole,
    unknown: isUnclear,
  };
  if (form === "json") {
    check(truths[outcome] === true, `outcome ${outcome}`);
    check(error.exit_code === code, "another exit code in the error");
    if (isUnclear && command.looksUpOutcome !== true)
      check(outcome === "unknown", `outcome ${outcome} of a doubt`);
    if (outcome === "unknown") check(text.includes("may have been carried out"), "no word of the doubt");
  }
  if (done.length > 0) check(!hint.includes("only administrators may do this"), "the role did suffice");
  const failed = changes[at - 1]?.label ?? "";
  const refused = changes.slice(at - 1).filter((change) => !change.isCarriedOut);
  // A 404 for a deletion counts as success.
  const codes =
    fault.kind === "refusal" && fault.status === 404 && /^DELETE/.test(failed)
      ? [code]
      : codesOf(testCase, refused);
  check(codes.includes(code), `exit code ${code} in place of ${codes.join(" or ")}`);
  for (const [label, expectedText] of command.messages)
    if (at > 1 && done.some((each) => label.test(each)))
      check(expectedText.test(text), `the message lacks ${expectedText}`);
  return wrong;
}

export const isCutShort = (testCase: Case, result: CommandResult, allChanges: readonly string[]): boolean =>
  testCase.fault.kind === "silence" &&
  (result.changes.length < testCase.at || faultsIn(testCase, result, allChanges).length > 0);

function codesOf({ command, fault }: Case, refused: readonly Change[]): readonly number[] {
  const { conflict, serverError, someFailed, stillInProgress, operationFailed, unreachable } = exitCodes;
  const isRefusal = fault.kind === "refusal";
  // A 503 to a deployment or to power on means that no address is free.
  const isShort = isRefusal && fault.status === 503;
  const short = isShort ? refused.filter(({ label }) => /op-(?:deploy|power_on)/.test(label)).length : 0;
  const expectedCode = isRefusal
    ? codeOfStatus[fault.status]
    : (fault.kind === "504" ? serverError : unreachable).code;
  return [
    ...(expectedCode === undefined || (short > 0 && short === refused.length) ? [] : [expectedCode]),
    ...(short > 0 ? [conflict.code] : []),
    ...(command.isForSeveral === true ? [someFailed.code] : []),
    // A wait may also end because the machine failed or is still in progress.
    ...(!isRefusal && command.words.includes("--wait") ? [operationFailed.code] : []),
    ...(!isRefusal && command.words.includes("--wait-timeout") ? [stillInProgress.code] : []),
  ];
}
