import { Failure } from "../failure.ts";
import { meantHint } from "./nearest.ts";

/** The question after the choice nearest to a word, for a hint; undefined where none is near. */
export function choiceHint(word: string, choices: readonly string[]): string | undefined {
  const spellings = new Map(choices.map((choice) => [choice.toLowerCase(), choice]));
  const spell = (meant: string) => spellings.get(meant) ?? meant;
  return meantHint(word.trim().toLowerCase(), spellings.keys(), undefined, spell);
}

/**
 * The choice that a word stands for: itself, or the only one that differs in the case of its letters alone. A
 * usage failure that lists them where it stands for none.
 */
export function choiceFor<Choice extends string>(
  choices: readonly Choice[],
  word: string,
  label: string,
): Choice {
  const alike = choices.filter((choice) => choice.toLowerCase() === word.toLowerCase());
  const choice = alike.find((each) => each === word) ?? (alike.length === 1 ? alike[0] : undefined);
  if (choice !== undefined) return choice;
  throw new Failure("usage", `${label} takes ${choices.join(", ")}, not '${word}'`, {
    hint: choiceHint(word, choices),
  });
}
