import { StringDecoder } from "node:string_decoder";
import type { Context, TextOutput } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { terminalWidth } from "../output/text-width.ts";
import { foldMessage } from "./report.ts";
import { onTerminationSignal, terminationFailure } from "./signals.ts";
import { forDrawing, isInteractive, listenToKeys } from "./streams.ts";

const attempts = 3;

/** Throws a `Failure`: notConfirmed if nobody can answer or the answer is empty, interrupted after Ctrl-C. */
export async function askHidden(context: Context, question: string): Promise<string> {
  const answer = await ask(context, `${question}: `, "hidden");
  if (answer === undefined || answer === "") throw new Failure("notConfirmed", "nothing was entered");
  return answer;
}

export async function askYesNo(context: Context, question: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
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

/** Any answer but `expected`, such as a count or a name, means no. */
export const askForText = async (context: Context, question: string, expected: string): Promise<boolean> =>
  (await ask(context, `${question} Type ${expected} to continue: `)) === expected;

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
  for (let attempt = 0; attempt < attempts; attempt++) {
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

const enter = new Set(["\r", "\n"]);
const backspace = new Set(["\u0008", "\u007f"]);
const interrupt = "\u0003";
const endOfInput = "\u0004";
const eraseLine = "\u0015";

/** Sequences of cursor keys, and marks around pasted text. */
const escapeSequence = /\u001b(\[[0-9;?]*[ -/]*[@-~]|O.|.)?/g;

interface TypedLine {
  readonly text: string;
  readonly end?: "entered" | "closed" | "interrupted";
  readonly rest: string;
}

/** Applies keys to a line until it ends; drops characters that are not text. */
export function typeKeys(text: string, keys: string): TypedLine {
  const characters = [...text];
  const input = [...keys.replace(escapeSequence, "")];
  for (const [index, key] of input.entries()) {
    const rest = () => input.slice(index + 1).join("");
    if (enter.has(key)) {
      const laterInput = rest();
      const isPair = key === "\r" && laterInput.startsWith("\n");
      return { text: characters.join(""), end: "entered", rest: isPair ? laterInput.slice(1) : laterInput };
    }
    if (key === interrupt) return { text: "", end: "interrupted", rest: "" };
    if (key === endOfInput) return { text: characters.join(""), end: "closed", rest: rest() };
    if (backspace.has(key)) characters.pop();
    else if (key === eraseLine) characters.length = 0;
    else if (key >= " ") characters.push(key);
  }
  return { text: characters.join(""), rest: "" };
}

/** Reads key by key, so that Ctrl-C is noticed, and turns echo off before the question, so that no secret appears. */
const readTypedLine = (
  { stdin, stderr, onSignal }: Pick<Context, "stdin" | "stderr" | "onSignal">,
  question: string,
  echo: "hidden" | "shown",
): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const decoder = new StringDecoder("utf8");
    let text = "";
    let disposeKeys: (() => void) | undefined;

    const release = () => {
      stdin.setRawMode?.(false);
      disposeKeys?.();
      disposeSignals();
      stderr.write("\n");
    };
    const close = () => {
      release();
      resolve(text === "" ? undefined : text);
    };
    const fail = (failure: Failure) => {
      release();
      reject(failure);
    };
    const take = (chunk: Uint8Array | string) => {
      const keys = typeof chunk === "string" ? chunk : decoder.write(Buffer.from(chunk));
      const typedLine = typeKeys(text, keys);
      if (echo === "shown") forDrawing(stderr).write(echoOf(text, typedLine.text));
      text = typedLine.text;
      if (typedLine.end === "interrupted") fail(terminationFailure("interrupted"));
      else if (text.length > maxAnswerLength) fail(new Failure("notConfirmed", "the answer is too long"));
      else if (typedLine.end === "closed") close();
      else if (typedLine.end === "entered") {
        release();
        if (typedLine.rest !== "") stdin.unshift(Buffer.from(typedLine.rest));
        resolve(text);
      }
    };

    const disposeSignals = onTerminationSignal({ onSignal }, (termination) =>
      fail(terminationFailure(termination)),
    );
    if (stdin.readableEnded || stdin.destroyed) {
      close();
      return;
    }
    stdin.setRawMode?.(true);
    disposeKeys = listenToKeys(stdin, take, close);
    stderr.write(foldedQuestion(stderr, question));
    stdin.resume();
  });

function foldedQuestion(stream: TextOutput, question: string): string {
  const width = terminalWidth(stream) ?? question.length;
  const lines = question.trimEnd().split("\n");
  return `${lines.flatMap((line) => foldMessage(line, width)).join("\n")} `;
}

function echoOf(before: string, after: string): string {
  if (after.startsWith(before)) return after.slice(before.length);
  return `${"\b \b".repeat([...before].length)}${after}`;
}
