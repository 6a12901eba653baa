import type { Operation } from "../operation.ts";
import { kebab } from "./command-spec.ts";

const optionForm = /--(no-)?([a-z][a-z0-9-]*)/g;

const wordings: readonly (readonly [RegExp, string])[] = [
  [/(text or )?@file, encoded by svc/, "text, bytes or a file"],
  [/, (as @file or @-|or @file)/, ""],
  [/--set name=value/, "the option 'set'"],
];

function memberOf({ fields = [] }: Operation, flag: string): string | undefined {
  const field = fields.find(({ name, flag: customFlag }) => flag === (customFlag ?? kebab(name)));
  return field && memberName(field.name);
}

export function libraryText(operation: Operation, text: string): string {
  return wordings
    .reduce((result, [form, words]) => result.replace(form, words), text)
    .replace(optionForm, (_, no: string | undefined, flag: string) => {
      const member = memberOf(operation, flag) ?? memberName(flag);
      return no === undefined ? member : `${member}: false`;
    })
    .replace(/<([a-z_]+)>/g, (_, name: string) => memberName(name));
}

export const isAboutCommand = (operation: Operation, text: string): boolean =>
  /\bsvc\b/.test(text) ||
  [...text.replace("--set name=value", "").matchAll(optionForm)].some(
    ([, , flag = ""]) => memberOf(operation, flag) === undefined,
  );

/** `distro_series` -> `distroSeries`, `boot-resources` -> `bootResources`. */
export const memberName = (name: string): string =>
  name.replace(/(?<![-_])[-_]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
