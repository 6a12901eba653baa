import type { Value, Values } from "../../client/http/call.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import type { Claim } from "../claim.ts";
import { claimFields } from "../document/claims.ts";
import { requestValue } from "../field-values.ts";
import { type FieldValue, isFromVariable, isUnset } from "../item.ts";
import { plainValue } from "../plain-value.ts";

type Member = keyof typeof claimFields;

/** The values that a claim gives one of its two operations; those of variables that are not set are left out. */
export function claimValues(claim: Claim, member: Member): Values {
  const values: Record<string, Value> = {};
  for (const [name, given] of claim[member]) {
    const field = claimFields[member].get(name);
    const state = field && { name, field, isCreated: true, isUpdated: false, isKey: false, paths: [] };
    const value = state && requestValue(state, given, () => undefined);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The names of the variables that a claim needs and that are not set. */
export function unsetVariables({ allocate, deploy }: Claim): readonly string[] {
  return [...allocate.values(), ...deploy.values()].filter(isUnset).flatMap((value) => variablesOf(value));
}

function variablesOf(value: FieldValue): readonly string[] {
  if (value.form === "list" || value.form === "map") return [...value.values.values()].flatMap(variablesOf);
  return value.form === "variable" && value.text === undefined ? [value.name] : [];
}

/** What a claim asks of its machines, as text: `tags=ssd arch=amd64`. */
export function constraintText({ allocate }: Claim): string {
  return [...allocate]
    .flatMap(([name, given]) => {
      const field = claimFields.allocate.get(name);
      if (field === undefined) return [];
      const plain = plainValue(field, given);
      if (isFromVariable(given)) return [`${name}=(secret)`];
      if (plain.form === "text") return [`${name}=${shellWord(plain.text ?? "")}`];
      return plain.form === "list" ? (plain.texts ?? []).map((text) => `${name}=${shellWord(text)}`) : [];
    })
    .join(" ");
}
