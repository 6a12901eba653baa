import { Failure } from "../../failure.ts";

/**
 * The one of `choices` that a word stands for: itself, or the only one that differs in the case of its
 * letters alone. Undefined where there is none.
 */
export function matchChoice<Choice extends string>(
  choices: readonly Choice[],
  word: string,
): Choice | undefined {
  const exact = choices.find((choice) => choice === word);
  if (exact !== undefined) return exact;
  const lower = word.toLowerCase();
  const [only, ...others] = choices.filter((choice) => choice.toLowerCase() === lower);
  return others.length === 0 ? only : undefined;
}

/** The choice that a word stands for; a usage failure that lists them where it stands for none. */
export function choiceFor<Choice extends string>(
  choices: readonly Choice[],
  word: string,
  label: string,
): Choice {
  const choice = matchChoice(choices, word);
  if (choice !== undefined) return choice;
  throw new Failure("usage", `${label} takes ${choices.join(", ")}, not '${word}'`);
}
