import { Failure } from "../../core/failure.ts";

/** A word that means more names is probably a typo. */
const maxNames = 10_000;

/** `node[01-20,31].rack1` means 21 names, with leading zeros kept; several brackets combine. */
export function expandRanges(word: string): readonly string[] {
  const pieces = word.split(/(\[[^[\]]*\])/);
  if (pieces.some((piece) => !isBracket(piece) && /[[\]]/.test(piece)))
    throw badRange(word, "a bracket is missing or inside another one");
  let names: readonly string[] = [""];
  for (const piece of pieces) {
    if (piece === "") continue;
    const parts = isBracket(piece) ? expandBracket(piece.slice(1, -1), word) : [piece];
    if (names.length * parts.length > maxNames) throw tooMany(word);
    names = names.flatMap((name) => parts.map((part) => name + part));
  }
  return names;
}

/** Splits at commas outside of ranges: `web-[01,03],db-01` has two parts. */
export function splitOutsideBrackets(text: string): readonly string[] {
  const parts = text.split(/([[\]])/);
  const pieces = [""];
  for (const [index, part] of parts.entries()) {
    const [first = "", ...others] = parts[index + 1] === "]" ? [part] : part.split(",");
    pieces.push((pieces.pop() ?? "") + first, ...others);
  }
  return pieces;
}

const isBracket = (piece: string): boolean => piece.startsWith("[") && piece.endsWith("]");

function expandBracket(inside: string, word: string): readonly string[] {
  const parts: string[] = [];
  for (const item of inside.split(",")) {
    const range = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(item);
    if (range === null) throw badRange(word, `'${item}' is not a number or a range such as 01-20`);
    const [, first = "", last = first] = range;
    const [from, to] = [Number(first), Number(last)];
    if (to < from) throw badRange(word, `'${item}' runs backwards`);
    if (parts.length + to - from + 1 > maxNames) throw tooMany(word);
    for (let number = from; number <= to; number++) parts.push(String(number).padStart(first.length, "0"));
  }
  return parts;
}

const badRange = (word: string, why: string): Failure =>
  new Failure("usage", `'${word}' is not a range of names: ${why}`, {
    hint: "ranges look like node[01-20,31].rack1",
  });

const tooMany = (word: string): Failure =>
  new Failure("usage", `'${word}' expands to more than ${maxNames} names`);

/** The inverse of `expandRanges`: `web-[01-03,07]` for names that differ only in a number; numbers keep the order of the names. */
export function asRanges(names: readonly string[]): readonly string[] {
  const forms = new Map<string, { head: string; tail: string; numbers: string[] }>();
  for (const name of names) {
    const [, head = name, digits = "", tail = ""] = /^([^[\]]*?)(\d{1,15})([^\d[\]]*)$/.exec(name) ?? [];
    const form = [head, digits.length, tail].join("\n");
    const existing = forms.get(form);
    if (existing === undefined) forms.set(form, { head, tail, numbers: [digits] });
    else existing.numbers.push(digits);
  }
  return [...forms.values()].map(({ head, tail, numbers }) =>
    numbers.length === 1 ? `${head}${numbers[0]}${tail}` : `${head}[${runsOf(numbers).join(",")}]${tail}`,
  );
}

function runsOf(numbers: readonly string[]): readonly string[] {
  const runs: [first: string, last: string][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && Number(run[1]) + 1 === Number(number)) run[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? first : `${first}-${last}`));
}
