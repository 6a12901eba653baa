import type { GroupName, LoadedGroup } from "../index.ts";
import type { Field, Operation } from "../operation.ts";
import {
  countOption,
  failFast,
  type OptionSpec,
  option,
  outputFileOptions,
  parallel,
  pollInterval,
  progress,
  waitTimeout,
  whereOption,
} from "../option-spec.ts";
import { waiters } from "../statuses.ts";
import { followUpOptions, kebab, takesSeveralIds } from "./command-spec.ts";

const set = option("set", "send a field that svc does not know", {
  value: "name=value",
  type: "pair",
  repeatable: true,
});

const noCheck = option("no-check", "send the request without checking values and rules");

const encodedForm = (field: Field): OptionSpec => ({
  name: `${kebab(field.name)}-base64`,
  value: "base64",
  type: "base64",
  help: `like --${kebab(field.name)}, but already in base64`,
});

const wait = option("wait", "wait until the operation has ended");

const waitOptions = (deadlineMs: number) =>
  [
    { ...waitTimeout, needs: ["wait"], default: deadlineMs },
    { ...pollInterval, needs: ["wait"] },
    { ...progress, needs: ["wait"] },
  ] as const satisfies readonly OptionSpec[];

const nodeSelectionOptions = [
  whereOption("select all nodes that match these filters, instead of naming them"),
  parallel,
  failFast,
] as const satisfies readonly OptionSpec[];

const batchOptions = [
  countOption("batch", "work on this many machines at a time; with --wait, finish a batch before the next", {
    min: 1,
  }),
  option("pause", "wait this long between batches, such as 2m", {
    value: "duration",
    type: "duration",
    needs: ["batch"],
  }),
  {
    ...countOption("max-failures", "start no more batches once this many machines have failed", {
      min: 1,
      default: 1,
    }),
    needs: ["batch"],
  },
] as const satisfies readonly OptionSpec[];

const releaseOnFailure = option("release-on-failure", "release the machine again if its deployment fails");

const dryRun = option("dry-run", "show the requests without sending them");

type SpecOf<Entry> = Entry extends { readonly options?: readonly (infer Spec)[] } ? Spec : never;
type OperationOptionOf<Operations> = Operations extends unknown
  ? SpecOf<Operations[keyof Operations]>
  : never;

type OperationOption = OperationOptionOf<{ [Name in GroupName]: LoadedGroup<Name>["operations"] }[GroupName]>;

/** All options that svc adds to an operation, except the encoded forms of base64 fields. */
export type AddedOption =
  | typeof set
  | typeof noCheck
  | typeof wait
  | typeof dryRun
  | typeof releaseOnFailure
  | ReturnType<typeof waitOptions>[number]
  | (typeof nodeSelectionOptions)[number]
  | (typeof batchOptions)[number]
  | OperationOption;

export function addedOptions(operation: Operation): readonly OptionSpec[] {
  const { followUp } = operation;
  const needs = followUp === undefined ? {} : { needs: [followUp.option] };
  const { waiter } = followUp?.operation ?? operation;
  const encodedFormsOf = (fields: readonly Field[]) =>
    fields.filter((field) => field.type === "base64").map((field) => encodedForm(field));
  return [
    ...(followUp === undefined
      ? []
      : [
          { name: followUp.option, help: `${followUp.operation.verb} the machine as well, in one step` },
          { ...releaseOnFailure, ...needs },
        ]),
    ...(waiter === undefined ? [] : [{ ...wait, ...needs }, ...waitOptions(waiters[waiter].deadlineMs)]),
    ...(operation.options ?? []),
    ...(operation.described === true && operation.mayAnswerContent === true ? outputFileOptions : []),
    ...(takesSeveralIds(operation) ? nodeSelectionOptions : []),
    ...(takesSeveralIds(operation) && operation.method !== "GET" ? batchOptions : []),
    ...(operation.method === "GET" || operation.dryRunField !== undefined ? [] : [dryRun]),
    ...encodedFormsOf(operation.fields ?? []),
    ...encodedFormsOf(followUpOptions(operation).map(({ field }) => field)).map((spec) => ({
      ...spec,
      ...needs,
    })),
    set,
    noCheck,
  ];
}
