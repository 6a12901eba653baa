import { defaults } from "../api/defaults.ts";
import type { GroupName, LoadedGroup } from "../api/index.ts";
import type { Field, Operation } from "../api/operation.ts";
import { type OptionSpec, pollInterval, progress, waitTimeout } from "../api/option-spec.ts";
import { waiters } from "../api/statuses.ts";
import { followUpOptions, kebab, takesSeveral } from "./command-signature.ts";

const set = {
  name: "set",
  value: "name=value",
  type: "pair",
  repeatable: true,
  help: "send a field that svc does not know",
} as const satisfies OptionSpec;

const noCheck = {
  name: "no-check",
  negative: true,
  help: "send without checking values and rules",
} as const satisfies OptionSpec;

const encodedForm = (field: Field): OptionSpec => ({
  name: `${kebab(field.name)}-base64`,
  value: "base64",
  type: "base64",
  help: `--${kebab(field.name)}, already encoded`,
});

const wait = { name: "wait", help: "wait until the operation has ended" } as const satisfies OptionSpec;

const waiting = (deadlineMs: number) =>
  [
    { ...waitTimeout, needs: ["wait"], default: deadlineMs },
    { ...pollInterval, needs: ["wait"] },
    { ...progress, needs: ["wait"] },
  ] as const satisfies readonly OptionSpec[];

const severalNodes = [
  {
    name: "where",
    value: "filter=value,...",
    type: "filters",
    repeatable: true,
    help: "every node that these list filters select, instead of identifiers",
  },
  {
    name: "parallel",
    value: "count",
    type: "count",
    min: 1,
    max: 64,
    default: defaults.parallel,
    help: "how many requests are under way at once",
  },
  { name: "fail-fast", help: "begin no further request after the first failure" },
] as const satisfies readonly OptionSpec[];

const releaseOnFailure = {
  name: "release-on-failure",
  help: "give the machine back where it does not get deployed",
} as const satisfies OptionSpec;

const dryRun = {
  name: "dry-run",
  help: "show the requests that would be sent and send none of them",
} as const satisfies OptionSpec;

type SpecOf<Options> = Options extends readonly (infer Spec)[] ? Spec : never;

/** What single operations have of svc's own, as their groups state it. */
type OwnOption = {
  [Name in GroupName]: LoadedGroup<Name>["operations"] extends infer Operations
    ? {
        [Id in keyof Operations]: Operations[Id] extends { readonly options?: infer Options }
          ? SpecOf<Options>
          : never;
      }[keyof Operations]
    : never;
}[GroupName];

/** Every option that svc adds to one operation or another, but for the encoded forms of base64 fields. */
export type AddedOption =
  | typeof set
  | typeof noCheck
  | typeof wait
  | typeof dryRun
  | typeof releaseOnFailure
  | ReturnType<typeof waiting>[number]
  | (typeof severalNodes)[number]
  | OwnOption;

/** The options that svc adds to an operation's own. */
export function addedOptions(operation: Operation): readonly OptionSpec[] {
  const { followUp } = operation;
  const after = followUp === undefined ? {} : { needs: [followUp.option] };
  const { waiter } = followUp?.operation ?? operation;
  const encoded = (fields: readonly Field[]) =>
    fields.filter((field) => field.type === "base64").map((field) => encodedForm(field));
  return [
    ...encoded(operation.fields ?? []),
    ...encoded(followUpOptions(operation).map(({ field }) => field)).map((spec) => ({ ...spec, ...after })),
    ...(followUp === undefined
      ? []
      : [
          {
            name: followUp.option,
            help: `${followUp.operation.verb} the machine that was answered, in one step`,
          },
          { ...releaseOnFailure, ...after },
        ]),
    ...(waiter === undefined ? [] : [{ ...wait, ...after }, ...waiting(waiters[waiter].deadlineMs)]),
    ...(operation.options ?? []),
    ...(takesSeveral(operation) ? severalNodes : []),
    ...(operation.method === "GET" || operation.dryRunField !== undefined ? [] : [dryRun]),
    set,
    noCheck,
  ];
}
