import type { Field, Operation } from "../api/operation.ts";
import { type OptionSpec, pollInterval, progress, rowOptions, waitTimeout } from "./options.ts";
import { followUpOptions, kebab, takesSeveral } from "./surface.ts";

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

const waiting = [
  { ...waitTimeout, needs: ["wait"] },
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
    default: "8",
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

const byQuery = {
  name: "by-query",
  help: "send the name in the query: for names that a path cannot hold",
} as const satisfies OptionSpec;

const intoFile = [
  {
    name: "to",
    value: "file",
    type: "path",
    excludes: rowOptions,
    help: "write the content to this file",
  },
  { name: "force", needs: ["to"], help: "replace the file of --to where it exists" },
] as const satisfies readonly OptionSpec[];

/**
 * Options of single operations, by method and path; `cli/operation/operation-actions.ts` says what they do.
 */
const ownOptions = {
  "GET /files/op-get": intoFile,
  "GET /files/op-get_by_key": intoFile,
  "GET /files/{filename}/": [
    ...intoFile,
    byQuery,
    {
      name: "by-key",
      value: "key",
      help: "the file of this key, instead of a name",
    },
  ],
  "DELETE /files/{filename}/": [byQuery],
  "GET /events/op-query": [
    { name: "follow", excludes: ["sort"], help: "go on and print new events as they come, oldest first" },
    { name: "all", help: "every event there is, in pages" },
    { ...pollInterval, needs: ["follow"] },
  ],
  "GET /machines/": [
    { name: "watch", help: "go on: redraw on a terminal, elsewhere print what changes" },
    { ...pollInterval, needs: ["watch"] },
  ],
  "POST /boot-resources/op-import": [
    { name: "wait", help: "wait until the import has ended" },
    { ...waitTimeout, needs: ["wait"] },
    { ...pollInterval, needs: ["wait"] },
  ],
} as const satisfies Readonly<Record<string, readonly OptionSpec[]>>;

/** Every option that svc adds to one operation or another, but for the encoded forms of base64 fields. */
export type AddedOption =
  | typeof set
  | typeof noCheck
  | typeof wait
  | typeof dryRun
  | typeof releaseOnFailure
  | (typeof waiting)[number]
  | (typeof severalNodes)[number]
  | (typeof ownOptions)[keyof typeof ownOptions][number];

/** The options that svc adds to an operation's own. */
export function addedOptions(operation: Operation): readonly OptionSpec[] {
  const { followUp } = operation;
  const key = `${operation.method} ${operation.path}`;
  const after = followUp === undefined ? {} : { needs: [followUp.option] };
  const hasOwnDryRun = (operation.fields ?? []).some((field) => field.name === "dry_run");
  const encoded = (fields: readonly Field[]) =>
    fields.filter((field) => field.type === "base64").map((field) => encodedForm(field));
  return [
    ...encoded(operation.fields ?? []),
    ...encoded(followUpOptions(operation).map(({ source }) => source)).map((spec) => ({ ...spec, ...after })),
    ...(followUp === undefined
      ? []
      : [
          {
            name: followUp.option,
            help: `${followUp.operation.verb} the machine that was answered, in one step`,
          },
          { ...releaseOnFailure, ...after },
        ]),
    ...((followUp?.operation ?? operation).waiter === undefined ? [] : [{ ...wait, ...after }, ...waiting]),
    ...(key in ownOptions ? ownOptions[key as keyof typeof ownOptions] : []),
    ...(takesSeveral(operation) ? severalNodes : []),
    ...(operation.method === "GET" || hasOwnDryRun ? [] : [dryRun]),
    set,
    noCheck,
  ];
}
