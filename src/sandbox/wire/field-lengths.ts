import type { Operation } from "../../catalogue/operation.ts";
import { makeFieldErrors } from "../state/domain-error.ts";
import type { Parameters } from "./call.ts";

/** Of a value that is parsed: deployed services know none that is longer. */
const maxLength = 64 * 1024;

/** Fields whose content is kept as it is, and may be as long as a body. */
const longTypes: readonly string[] = ["base64", "file"];
const longNames: readonly string[] = ["content", "user_data"];

/** Refuses texts that are too long to be parsed, with a 400 that names the field. */
export function checkLengths(
  { fields = [] }: Operation,
  { query, form }: { readonly query: Parameters; readonly form: Parameters },
): void {
  const errors = makeFieldErrors();
  const long = new Set([
    ...longNames,
    ...fields.flatMap(({ name, type }) => (longTypes.includes(type) ? [name] : [])),
  ]);
  for (const [name, values] of [...query.values, ...form.values]) {
    const length = Math.max(0, ...values.map((value) => value.length));
    if (length > maxLength && !long.has(name))
      errors.fail(name, `Ensure this value has at most ${maxLength} characters (it has ${length}).`);
  }
  errors.check();
}
