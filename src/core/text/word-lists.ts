import { Failure } from "../failure.ts";

export function cutList(lines: readonly string[], length: number): readonly string[] {
  const omittedCount = lines.length - length;
  return omittedCount > 0 ? [...lines.slice(0, length), `and ${omittedCount} more`] : lines;
}

export const joinTexts = (...texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined).join("; ") || undefined;

export const maxListedNames = 10;

export function nameList(names: readonly string[], separator = ", ", length = maxListedNames): string {
  const omittedCount = names.length - length;
  const visibleNames = names.slice(0, length).join(separator);
  return omittedCount > 0 ? `${visibleNames} and ${omittedCount} more` : visibleNames;
}

export function choiceHint(word: string, choices: readonly string[]): string | undefined {
  if (choices.includes(word)) return undefined;
  const spellings = new Map(choices.map((choice) => [choice.toLowerCase(), choice]));
  const spell = (candidate: string) => spellings.get(candidate) ?? candidate;
  return suggestionHint(word.trim().toLowerCase(), spellings.keys(), undefined, spell);
}

/** Lists at most ten words; `source` is the command or option that lists all. */
export function choiceList(choices: readonly string[], source = "--help"): string {
  if (choices.length <= maxListedNames) return choices.join(", ");
  return `${choices.slice(0, maxListedNames).join(", ")}, ... (${source} lists all ${choices.length})`;
}

/** Suggests words like the one typed, or else lists all: `kinds: devices, domains`. */
export const nearestOrAll = (
  word: string,
  choices: readonly string[],
  plural: string,
  source: string,
  spell?: (choice: string) => string,
): string | undefined => suggestionHint(word, choices, `${plural}: ${choiceList(choices, source)}`, spell);

/** Cuts each list in a text after ten words; `remark` says where to find the others. */
export const withShortLists = (text: string, remark: string): string =>
  text.replace(
    /['"]?\w[^\s,()[\]]{0,100}(?:, ?['"]?\w[^\s,()[\]]{0,100}){10,}/g,
    (list) => `${list.split(/, ?/).slice(0, maxListedNames).join(", ")}, ... (${remark})`,
  );

/** Ignores case if only one choice matches. If none does, throws a usage failure that lists the choices. */
export function choiceFor<Choice extends string>(
  choices: readonly Choice[],
  word: string,
  label: string,
): Choice {
  const sameWords = choices.filter((choice) => choice.toLowerCase() === word.toLowerCase());
  const choice =
    sameWords.find((each) => each === word) ?? (sameWords.length === 1 ? sameWords[0] : undefined);
  if (choice !== undefined) return choice;
  throw new Failure("usage", `${label} takes ${choiceList(choices)}, not '${word}'`, {
    hint: choiceHint(word, choices),
  });
}

/**
 * Returns the only candidate that begins with `word`, undefined if several do, or else the one with the fewest edits.
 * A first word that both share (`not-` of `not-foo` and `not-pod`) is ignored. A candidate with several edits must begin
 * with the same letter.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const [longer, another] = prefixMatches(word, all);
  if (longer !== undefined) return another === undefined ? longer : undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of all) {
    const shared = sharedWordsLength(word, candidate);
    const [rest, other] = [word.slice(shared), candidate.slice(shared)];
    // A one-letter word is never like another one.
    const limit = rest.length <= 4 ? Math.min(1, rest.length - 1) : Math.ceil(rest.length / 3);
    // The edit distance is at least the difference in length.
    const bound = Math.min(limit, bestDistance - 1);
    if (Math.abs(other.length - rest.length) > bound) continue;
    const distance = editDistance(rest, other);
    if (distance > bound || (distance > 1 && other[0] !== rest[0])) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

function sharedWordsLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return one.lastIndexOf("-", at - 1) + 1;
}

export const prefixMatches = (word: string, candidates: readonly string[]): readonly string[] =>
  word.length < 2 ? [] : candidates.filter((candidate) => candidate.startsWith(word));

export function joinWithOr(words: readonly string[]): string {
  if (words.length > maxListedNames)
    return `${words.slice(0, maxListedNames).join(", ")} or ${words.length - maxListedNames} more`;
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" or ");
}

export function suggestionHint(
  word: string,
  candidates: Iterable<string>,
  otherwise?: string,
  spell: (candidate: string) => string = (each) => each,
): string | undefined {
  const all = [...candidates];
  const suggestion = nearest(word, all);
  if (suggestion !== undefined) return `did you mean ${spell(suggestion)}?`;
  const matches = prefixMatches(word, all);
  return matches.length === 0 ? otherwise : `did you mean ${joinWithOr(matches.map(spell))}?`;
}

function editDistance(from: string, to: string): number {
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (lastRow[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      let cost = Math.min((lastRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, (rowBeforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    rowBeforeLast = lastRow;
    lastRow = row;
  }
  return lastRow[to.length] ?? 0;
}
