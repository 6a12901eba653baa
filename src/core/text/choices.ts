import { Failure } from "../failure.ts";

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

/** The candidate nearest to `word` by edit distance; undefined where none is near enough to be meant. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  // A single letter has nothing in common with another one.
  let bestDistance = (word.length <= 4 ? Math.min(1, word.length - 1) : Math.ceil(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate.startsWith(word) && word.length > 1) return candidate;
    // The distance is that of their lengths at least.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The question after the candidate nearest to a word, as `spell` writes it; `otherwise` where none is near. */
export function meantHint(
  word: string,
  candidates: Iterable<string>,
  otherwise?: string,
  spell: (meant: string) => string = (meant) => meant,
): string | undefined {
  const meant = nearest(word, candidates);
  return meant === undefined ? otherwise : `did you mean ${spell(meant)}?`;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
