import { requiredMessage } from "../state/domain-error.ts";
import type { Call } from "../wire/call.ts";
import type { FormReader } from "../wire/form-reader.ts";

interface Named {
  readonly name: string;
}

/** `kind` is used in messages. `reserved` matches the names that the service generates for rows without one. */
export const readNamed =
  (kind: string, rows: (call: Call) => readonly Named[], reserved?: RegExp) =>
  (form: FormReader, call: Call, current?: Named): { name?: string; description?: string } => {
    const name = form.text("name");
    if (name === "" && reserved === undefined) form.fail("name", requiredMessage);
    else if (name && !/^\w[ \w-]*$/.test(name)) form.fail("name", "Enter a valid value.");
    else if (name !== undefined && name.length > 256)
      form.fail("name", "Ensure this value has at most 256 characters.");
    else if (name !== undefined && reserved?.test(name) === true)
      form.fail("name", `Reserved ${kind.toLowerCase()} name.`);
    if (rows(call).some((each) => each !== current && each.name === name))
      form.fail("name", `${kind} with this Name already exists.`);
    return form.values({ name: "text", description: "text" });
  };
