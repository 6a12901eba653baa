import { globalOptions, type OptionSpec } from "../../contract/options.ts";

const takesValue = new Set(
  globalOptions
    .filter((option: OptionSpec) => option.value !== undefined)
    .flatMap((option: OptionSpec) => [
      `--${option.name}`,
      ...(option.short === undefined ? [] : [`-${option.short}`]),
    ]),
);

/**
 * The first `count` words of the line that are neither options nor the values of global options: the group
 * and the verb. Enough to know which group's data to load; the parser then reads the line properly.
 */
export function leadingWords(argv: readonly string[], count: number): readonly string[] {
  const words: string[] = [];
  for (let index = 0; index < argv.length && words.length < count; index++) {
    const word = argv[index];
    if (word === undefined || word === "--") break;
    if (!word.startsWith("-") || word === "-") words.push(word);
    else if (takesValue.has(word)) index++;
  }
  return words;
}

/** True where `--help` or `-h` stands among the options. */
export function asksForHelp(argv: readonly string[]): boolean {
  const ends = argv.indexOf("--");
  return (ends < 0 ? argv : argv.slice(0, ends)).some((word) => word === "--help" || word === "-h");
}

/**
 * The value of one global option as it stands anywhere on the line, for use where the line could not be
 * parsed.
 */
export function leadingValue(argv: readonly string[], name: string): string | undefined {
  const spec: OptionSpec | undefined = globalOptions.find((option) => option.name === name);
  const ends = argv.indexOf("--");
  const options = ends < 0 ? argv : argv.slice(0, ends);
  for (const [index, word] of options.entries()) {
    if (word === `--${name}` || (spec?.short !== undefined && word === `-${spec.short}`))
      return options[index + 1];
    if (word.startsWith(`--${name}=`)) return word.slice(name.length + 3);
    if (spec?.short !== undefined && word.startsWith(`-${spec.short}`)) return word.slice(2);
  }
  return undefined;
}
