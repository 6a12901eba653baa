import { Failure } from "../../failure.ts";
import { nearest } from "./nearest.ts";

/**
 * The one of `choices` that a word stands for: itself, or the only one that differs in the case of its
 * letters alone. Undefined where there is none.
 */
function matchChoice<Choice extends string>(choices: readonly Choice[], word: string): Choice | undefined {
  const exact = choices.find((choice) => choice === word);
  if (exact !== undefined) return exact;
  const lower = word.toLowerCase();
  const [only, ...others] = choices.filter((choice) => choice.toLowerCase() === lower);
  return others.length === 0 ? only : undefined;
}

/** The question after the choice nearest to a word, for a hint; undefined where none is near. */
export function choiceHint(word: string, choices: readonly string[]): string | undefined {
  const spellings = new Map(choices.map((choice) => [choice.toLowerCase(), choice]));
  const meant = nearest(word.trim().toLowerCase(), spellings.keys());
  return meant === undefined ? undefined : `did you mean ${spellings.get(meant)}?`;
}

/** The choice that a word stands for; a usage failure that lists them where it stands for none. */
export function choiceFor<Choice extends string>(
  choices: readonly Choice[],
  word: string,
  label: string,
): Choice {
  const choice = matchChoice(choices, word);
  if (choice !== undefined) return choice;
  throw new Failure("usage", `${label} takes ${choices.join(", ")}, not '${word}'`, {
    hint: choiceHint(word, choices),
  });
}
