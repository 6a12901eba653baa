import type { Operation } from "../catalogue/operation.ts";
import { checkValues, type Wording } from "../client/values/check.ts";
import { Failure } from "../core/failure.ts";
import { documentText } from "./document/fields.ts";
import type { Item } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";
import type { Problem } from "./problems.ts";
import { valuesOf } from "./values.ts";

const asFields = (operation: Operation): Wording => ({
  field: ({ name }) => name,
  identifier: (name) => name,
  sentence: (text) => documentText(operation, text),
  override: "",
});

/** What is missing or wrong for creating the object. Unset variables count as given: they are checked on creation. */
export function checkNew(kind: LoadedKind, item: Item, name: string): readonly Problem[] {
  const { create } = kind.operations;
  const about = { place: item.place, kind: "usage" as const };
  if (create === undefined)
    return [
      {
        ...about,
        kind: "notFound",
        text: `${kind.name} ${name} does not exist, and the service does not create any`,
      },
    ];
  const given = new Set(item.fields.keys());
  const operation = {
    ...create.operation,
    parameters: [],
    fields: (create.operation.fields ?? []).map((field) => {
      const { required: _, ...rest } = field;
      return given.has(field.name) ? rest : field;
    }),
  };
  const values = valuesOf(
    kind,
    item,
    () => undefined,
    ({ isCreated }) => isCreated,
  );
  try {
    checkValues(operation, { ...unsetValues(item), ...values }, hiddenFields(item), asFields(operation));
    return [];
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "usage") throw error;
    return [error.message, ...(error.details.lines ?? [])].map((text) => ({
      ...about,
      text: `${kind.name} ${name}: ${text}`,
    }));
  }
}

const hiddenFields = ({ fields }: Item): ReadonlySet<string> =>
  new Set([...fields].filter(([, value]) => value.form !== "text").map(([name]) => name));

/** For rules, unset variables count as values. */
const unsetValues = ({ fields }: Item): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    [...fields].filter(([, value]) => value.form === "variable").map(([name]) => [name, {}]),
  );
