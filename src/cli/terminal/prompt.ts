import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { isInteractive } from "./capabilities.ts";
import { readTypedLine } from "./typed-line.ts";

/** How often a question is asked again after an answer that is not one. */
const attempts = 3;

/**
 * Asks for a secret without echo and returns it trimmed. All questions go to standard error. They throw a
 * `Failure`: notConfirmed where nobody can be asked or nothing was answered, interrupted for Ctrl-C.
 */
export async function askHidden(context: Context, question: string): Promise<string> {
  const answer = await ask(context, `${question}: `, "hidden");
  if (answer === undefined || answer === "") throw new Failure("notConfirmed", "nothing was entered");
  return answer;
}

/** Asks a question that yes or no answers; no is the default. */
export async function askYesNo(context: Context, question: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = (await ask(context, `${question} [y/N] `))?.toLowerCase();
    if (answer === "y" || answer === "yes") return true;
    if (answer === undefined || answer === "" || answer === "n" || answer === "no") return false;
    context.stderr.write("Answer y or n.\n");
  }
  return false;
}

/**
 * Returns where `question` is answered with yes, or was in advance (`--yes`). Throws a `Failure`
 * (notConfirmed) otherwise, also where nobody can be asked.
 */
export async function requireYes(context: Context, isYesGiven: boolean, question: string): Promise<void> {
  if (isYesGiven) return;
  if (!isInteractive(context)) {
    throw new Failure("notConfirmed", `not confirmed: ${question}`, {
      hint: "add --yes to skip the question",
    });
  }
  if (!(await askYesNo(context, question)))
    throw new Failure("notConfirmed", "declined; nothing was changed");
}

/** Asks for `expected` (a count, a name) to be typed; anything else is a no. */
export async function askTyped(context: Context, question: string, expected: string): Promise<boolean> {
  return (await ask(context, `${question} Type ${expected} to continue: `)) === expected;
}

interface Choice<Value extends string> {
  readonly value: Value;
  /** What is shown; its first letter or its number chooses it. */
  readonly label: string;
}

/** Asks for one of several, by number or by the beginning of its label; an empty answer takes the first. */
export async function askChoice<Value extends string>(
  context: Context,
  question: string,
  choices: readonly [Choice<Value>, ...Choice<Value>[]],
): Promise<Value> {
  const listed = choices.map(({ label }, index) => `  ${index + 1}) ${label}\n`).join("");
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = (await ask(context, `${question}\n${listed}[1] `))?.toLowerCase();
    if (answer === undefined) break;
    if (answer === "") return choices[0].value;
    const meant = choices.filter(
      ({ label }, index) => answer === String(index + 1) || label.toLowerCase().startsWith(answer),
    );
    if (meant.length === 1 && meant[0] !== undefined) return meant[0].value;
    context.stderr.write(`Answer with a number from 1 to ${choices.length}.\n`);
  }
  throw new Failure("notConfirmed", "no choice was made");
}

/** The line that is typed, trimmed; undefined where the input ends. Throws where nobody can be asked. */
async function ask(
  context: Context,
  question: string,
  echo: "hidden" | "shown" = "shown",
): Promise<string | undefined> {
  if (!isInteractive(context))
    throw new Failure("notConfirmed", "confirmation is required, and there is no terminal to ask on");
  return (await readTypedLine(context, question, echo))?.trim();
}
