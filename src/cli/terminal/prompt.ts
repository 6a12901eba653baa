import type { Context, TextOutput } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { escapeLine } from "../output/escape.ts";
import { asciiMeasure, terminalWidth } from "../output/text-width.ts";
import { editLine, type Key, readKeys } from "./keys.ts";
import { foldMessage } from "./report.ts";
import { onTerminationSignal, terminationFailure } from "./signals.ts";
import { forDrawing, isInteractive } from "./streams.ts";

const maxAttempts = 3;

/** Throws a `Failure`: notConfirmed if nobody can answer or the answer is empty, interrupted after Ctrl-C. */
export async function askHidden(context: Context, question: string): Promise<string> {
  const answer = await ask(context, `${question}: `, "hidden");
  if (answer === undefined || answer === "") throw new Failure("notConfirmed", "nothing was entered");
  return answer;
}

export async function askYesNo(context: Context, question: string): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = (await ask(context, `${question} [y/N] `))?.toLowerCase();
    if (answer === "y" || answer === "yes") return true;
    if (answer === undefined || answer === "" || answer === "n" || answer === "no") return false;
    context.stderr.write("Answer y or n.\n");
  }
  return false;
}

/** Throws a notConfirmed `Failure` if the user declines, or cannot be asked. */
export async function requireYes(context: Context, isYesGiven: boolean, question: string): Promise<void> {
  if (isYesGiven) return;
  if (!isInteractive(context))
    throw new Failure("notConfirmed", `not confirmed: ${question}`, {
      hint: "add --yes to skip the question",
    });
  if (!(await askYesNo(context, question)))
    throw new Failure("notConfirmed", "declined; nothing was changed");
}

/** `expected` is a count or a name, for example; any other answer means no. */
export const askForText = async (context: Context, question: string, expected: string): Promise<boolean> =>
  (await ask(context, `${question} Type ${expected} to continue: `)) === expected;

/** Shows `lines`, and asks for `count` if the user must type it. Throws a notConfirmed `Failure` if nobody can be asked. */
export async function confirmChange(
  context: Context,
  question: string,
  { lines, count }: { readonly lines: readonly string[]; readonly count: number | undefined },
  refusal: string,
): Promise<boolean> {
  if (!isInteractive(context))
    throw new Failure("notConfirmed", refusal, {
      lines,
      hint: "add --yes to run without a terminal; nothing was sent",
    });
  for (const line of lines) context.stderr.write(`  ${escapeLine(line)}\n`);
  const safeQuestion = escapeLine(question);
  return count === undefined
    ? await askYesNo(context, safeQuestion)
    : await askForText(context, safeQuestion, String(count));
}

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Accepts a number or the beginning of a label; an empty answer chooses the first. */
export async function askChoice<Value extends string>(
  context: Context,
  question: string,
  choices: readonly [Choice<Value>, ...Choice<Value>[]],
): Promise<Value> {
  const choiceLines = choices.map(({ label }, index) => `  ${index + 1}) ${label}\n`).join("");
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = (await ask(context, `${question}\n${choiceLines}[1] `))?.toLowerCase();
    if (answer === undefined) break;
    if (answer === "") return choices[0].value;
    const matches = choices.filter(
      ({ label }, index) => answer === String(index + 1) || label.toLowerCase().startsWith(answer),
    );
    if (matches.length === 1 && matches[0] !== undefined) return matches[0].value;
    context.stderr.write(`Answer with a number from 1 to ${choices.length}.\n`);
  }
  throw new Failure("notConfirmed", "no choice was made");
}

/** Returns the trimmed line; undefined at the end of input. Throws if nobody can answer. */
async function ask(context: Context, question: string, echo: "hidden" | "shown" = "shown") {
  if (!isInteractive(context))
    throw new Failure("notConfirmed", "confirmation is required, and there is no terminal to ask on");
  return (await readTypedLine(context, question, echo))?.trim();
}

const maxAnswerLength = 4096;

/** Reads key by key, so that Ctrl-C is noticed, and turns echo off before the question, so that no secret appears. */
const readTypedLine = (
  { stdin, stderr, clock, onSignal, onSuspend, suspend }: Context,
  question: string,
  echo: "hidden" | "shown",
): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    let text = "";
    let { widthOf } = asciiMeasure;
    import("../output/width.ts").then((width) => ({ widthOf } = width));
    let disposeKeys: (() => void) | undefined;
    const release = () => {
      stdin.setRawMode?.(false);
      disposeKeys?.();
      disposeSignals();
      disposeSuspend?.();
      stderr.write("\n");
    };
    const show = () => {
      stdin.setRawMode?.(true);
      stderr.write(foldedQuestion(stderr, question) + (echo === "shown" ? text : ""));
    };
    const end = (answer: string | undefined) => {
      release();
      resolve(answer);
    };
    const close = () => end(text === "" ? undefined : text);
    const fail = (failure: Failure) => {
      release();
      reject(failure);
    };
    const onKey = (key: Key) => {
      if (key === "enter") return end(text);
      if (key === "ctrl-d") return close();
      if (key === "ctrl-c") return fail(terminationFailure("interrupted"));
      if (key === "ctrl-z") return suspend?.();
      const newText = editLine(text, key, maxAnswerLength) ?? text;
      if (newText.length === maxAnswerLength)
        return fail(new Failure("notConfirmed", "the answer is too long"));
      if (echo === "shown") forDrawing(stderr).write(echoOf(text, newText, widthOf));
      text = newText;
    };
    const disposeSignals = onTerminationSignal({ onSignal }, (termination) =>
      fail(terminationFailure(termination)),
    );
    const disposeSuspend = onSuspend?.(() => stdin.setRawMode?.(false), show);
    if (stdin.readableEnded || stdin.destroyed) return close();
    show();
    disposeKeys = readKeys({ stdin, clock }, onKey, close);
  });

function foldedQuestion(stream: TextOutput, question: string): string {
  const width = terminalWidth(stream) ?? question.length;
  const lines = question.trimEnd().split("\n");
  return `${lines.flatMap((line) => foldMessage(line, width)).join("\n")} `;
}

function echoOf(oldText: string, newText: string, widthOf: (text: string) => number): string {
  if (newText.startsWith(oldText)) return newText.slice(oldText.length);
  return `${"\b \b".repeat(widthOf(oldText))}${newText}`;
}
