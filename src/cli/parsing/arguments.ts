import { Failure } from "../../core/failure.ts";
import { choiceFor } from "../../core/text/word-lists.ts";

interface ArgumentSpec {
  readonly name: string;
  readonly required?: boolean;
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
  /** If true, takes exactly the words that contain `=`, wherever they are. */
  readonly takesPairs?: boolean;
}

/** A variadic argument takes the words that other arguments do not need. */
export function assignWords<Spec extends ArgumentSpec>(
  specs: readonly Spec[],
  words: readonly string[],
): readonly (readonly [Spec, readonly string[]])[] {
  const pairs = specs.find(({ takesPairs }) => takesPairs);
  if (pairs !== undefined) {
    const isPair = (word: string) => word.includes("=");
    return [
      ...assignWords(
        specs.filter((spec) => spec !== pairs),
        words.filter((word) => !isPair(word)),
      ),
      ...assignWords([{ ...pairs, takesPairs: false }], words.filter(isPair)),
    ];
  }
  const assigned: (readonly [Spec, readonly string[]])[] = [];
  let next = 0;
  for (const [index, spec] of specs.entries()) {
    const requiredAfter = specs.slice(index + 1).filter(({ required }) => required).length;
    const operands = spec.variadic
      ? words.slice(next, Math.max(next, words.length - requiredAfter))
      : words.slice(next, next + 1);
    next += operands.length;
    if (operands.length > 0) assigned.push([spec, operands]);
    else if (spec.required)
      throw new Failure("usage", `missing argument <${spec.name}>`, { isLineIncomplete: true });
  }
  const extraWord = words[next];
  if (extraWord !== undefined)
    throw new Failure("usage", `unexpected argument '${extraWord}'`, pairHint(extraWord));
  return assigned;
}

/** Does not repeat the value, which may be a secret. */
export function pairHint(word: string): { readonly hint?: string } {
  const [, name] = /^([a-z][a-z0-9_]*)=/.exec(word) ?? [];
  return name === undefined ? {} : { hint: `fields are options: --${name.replaceAll("_", "-")} VALUE` };
}

/** A variadic argument gets a list, which may be empty. */
export function pairWords(
  specs: readonly ArgumentSpec[],
  line: readonly string[],
): Readonly<Record<string, string | readonly string[] | undefined>> {
  const assigned = new Map(assignWords(specs, line));
  return Object.fromEntries(
    specs.map((spec) => {
      const words = assigned.get(spec) ?? [];
      const { choices } = spec;
      const operands =
        choices === undefined ? words : words.map((word) => choiceFor(choices, word, spec.name));
      return [spec.name, spec.variadic ? operands : operands[0]];
    }),
  );
}

/** Splits `name=value`. The usage `Failure` for a missing name does not repeat the text, which may be a secret. */
export function splitPair(pair: string, label: string): readonly [string, string] {
  const at = pair.indexOf("=");
  if (at < 1) throw new Failure("usage", `${label} takes name=value`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}
