import type { OperationEntry } from "../../../src/api/index.ts";
import type { Field } from "../../../src/api/operation.ts";
import { placeOf } from "../../../src/contract/surface.ts";

/** One operation as the second reading of the documents (`../shared/api/operations.json`) writes it down. */
export interface WitnessOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pathParams?: readonly { readonly name: string; readonly type: string }[];
  readonly query?: readonly WitnessField[];
  readonly form?: readonly WitnessField[];
  readonly formDynamic?: string;
  readonly success: readonly number[];
  readonly successType: string;
  readonly errors?: readonly number[];
  readonly adminOnly?: boolean;
  readonly anonymousAllowed?: boolean;
  readonly deprecated?: boolean;
  readonly sensitive?: boolean;
}

interface WitnessField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly enum?: readonly (string | number)[];
  readonly enumOpen?: boolean;
  readonly default?: string | number;
  readonly max?: number;
  readonly adminOnly?: boolean;
  readonly deprecated?: boolean;
  readonly sensitive?: boolean;
}

/** Both readings in the same words: one line a fact, by its address, such as `query level`. */
type View = Readonly<Record<string, string>>;

/** The facts that the catalogue states about an operation. */
export function viewOfEntry({ operation }: OperationEntry): View {
  const fields = (operation.fields ?? []).filter((field) => field.undocumented !== true);
  return {
    method: operation.method,
    path: operation.path,
    parameters: (operation.parameters ?? []).map(({ name, type }) => `${name}: ${type}`).join(", "),
    success: String(operation.success),
    errors: (operation.errors ?? []).join(" "),
    result: operation.result,
    adminOnly: String(operation.adminOnly === true),
    anonymous: String(operation.anonymous === true),
    deprecated: String(operation.deprecated !== undefined),
    sensitive: String(operation.sensitive !== undefined),
    dynamic: String(fields.some(({ type }) => type === "map")),
    ...Object.fromEntries(
      fields
        .filter(({ type }) => type !== "map")
        .map((field) => [`${placeOf(field, operation)} ${field.name}`, lineOfField(field)]),
    ),
  };
}

/** The facts that the witness states about the same operation. */
export function viewOfWitness(operation: WitnessOperation): View {
  return {
    method: operation.method,
    path: operation.path,
    parameters: (operation.pathParams ?? []).map(({ name, type }) => `${name}: ${type}`).join(", "),
    success: operation.success.join(" "),
    errors: (operation.errors ?? []).join(" "),
    result: operation.successType,
    adminOnly: String(operation.adminOnly === true),
    anonymous: String(operation.anonymousAllowed === true),
    deprecated: String(operation.deprecated === true),
    sensitive: String(operation.sensitive === true),
    dynamic: String(operation.formDynamic !== undefined),
    ...Object.fromEntries([
      ...(operation.query ?? []).map((field) => [`query ${field.name}`, lineOfWitness(field)]),
      ...(operation.form ?? []).map((field) => [`form ${field.name}`, lineOfWitness(field)]),
    ]),
  };
}

const sorted = (values: readonly (string | number)[] = []): string => values.map(String).sort().join(" ");

/** A field on one line: `integer required max=4094`. What holds for no field is left out. */
function line(type: string, facts: Readonly<Record<string, string | boolean>>): string {
  const stated = Object.entries(facts).filter(([, value]) => value !== false && value !== "");
  return [type, ...stated.map(([fact, value]) => (value === true ? fact : `${fact}=${value}`))].join(" ");
}

/** A list is text that repeats, a switch is an integer that takes 1 and 0. */
const lineOfField = (field: Field): string =>
  line(field.type === "list" ? "string" : field.type === "switch" ? "integer" : field.type, {
    required: field.required === true,
    repeatable: field.repeatable === true || field.type === "list",
    choices: field.type === "switch" ? "0 1" : sorted(field.choices),
    default: field.default ?? "",
    max: String(field.max ?? ""),
    adminOnly: field.adminOnly === true,
    deprecated: field.deprecated !== undefined,
    secret: field.secret === true,
  });

const lineOfWitness = (field: WitnessField): string =>
  line(field.type === "list" ? "string" : field.type, {
    required: field.required,
    repeatable: field.repeatable || field.type === "list",
    choices: field.enumOpen ? "" : sorted(field.enum),
    default: String(field.default ?? "").replace("False", "false"),
    max: String(field.max ?? ""),
    adminOnly: field.adminOnly === true,
    deprecated: field.deprecated === true,
    secret: field.sensitive === true,
  });
