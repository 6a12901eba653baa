import type { Operation } from "../operation.ts";
import { kebab } from "./command-signature.ts";

/** An option in a text of the catalogue: `--distro-series`, `--no-commission`. */
const optionForm = /--(no-)?([a-z][a-z0-9-]*)/g;

/** How the command line takes values, in the words of the library. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/(text or )?@file, encoded by svc/, "text, bytes or a file"],
  [/, (as @file or @-|or @file)/, ""],
  [/--set name=value/, "the option set"],
];

/** The name that an operation's field has in the library, for an option of the command line. */
function memberOf({ fields = [] }: Operation, flag: string): string | undefined {
  const field = fields.find(({ name, flag: own }) => flag === (own ?? kebab(name)));
  return field && memberName(field.name);
}

/** A text of the catalogue, which speaks of options and `<arguments>`, as the library speaks of them. */
export function libraryText(operation: Operation, text: string): string {
  return wordings
    .reduce((said, [form, words]) => said.replace(form, words), text)
    .replace(optionForm, (_, no: string | undefined, flag: string) => {
      const member = memberOf(operation, flag) ?? memberName(flag);
      return no === undefined ? member : `${member}: false`;
    })
    .replace(/<([a-z_]+)>/g, (_, name: string) => memberName(name));
}

/** True for a text about what the command line adds to an operation, in its own name or by an option; the library has neither. */
export const isAboutCommand = (operation: Operation, text: string): boolean =>
  /\bsvc\b/.test(text) ||
  [...text.replace("--set name=value", "").matchAll(optionForm)].some(
    ([, , flag = ""]) => memberOf(operation, flag) === undefined,
  );

/**
 * A name of the catalogue as the library spells it: `distro_series` -> `distroSeries`, `boot-resources` ->
 * `bootResources`.
 */
export const memberName = (name: string): string =>
  name.replace(/(?<![-_])[-_]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
