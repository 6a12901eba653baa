import { defined } from "../values/defined.ts";
import type { Call } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

interface Named {
  readonly name: string;
}

/** As `readNamed`, of a new row. */
export const readNewNamed = (call: Call, all: readonly Named[], kind: string, reserved?: RegExp) => ({
  name: "",
  description: "",
  ...readNamed(call, all, kind, undefined, reserved),
});

/**
 * The name and the description of a form, either of which may be absent. An `invalid` error for a name that is
 * not one or that another row has; `kind` is what a row is called.
 */
export function readNamed(call: Call, all: readonly Named[], kind: string, own?: Named, reserved = /^$/) {
  const form = readForm(call);
  const name = form.text("name");
  if (name === "") form.required("name");
  else if (name !== undefined && !/^\w[ \w-]*$/.test(name)) form.fail("name", "Enter a valid value.");
  else if (name !== undefined && name.length > 256)
    form.fail("name", "Ensure this value has at most 256 characters.");
  else if (name !== undefined && reserved.test(name))
    form.fail("name", `Reserved ${kind.toLowerCase()} name.`);
  if (all.some((each) => each !== own && each.name === name))
    form.fail("name", `${kind} with this Name already exists.`);
  form.check();
  return defined({ name, description: form.text("description") });
}
