import type { Field, Operation } from "../api/operation.ts";
import type { OptionSpec } from "./options.ts";
import { followUpOptions, kebab, takesSeveral } from "./surface.ts";

const set = {
  name: "set",
  value: "name=value",
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
  help: `--${kebab(field.name)}, already encoded`,
});

const pollInterval = { name: "poll-interval", value: "duration", help: "ask at this interval" } as const;

const waiting = [
  { name: "wait", help: "wait until the operation has ended" },
  {
    name: "wait-timeout",
    value: "duration",
    help: "give up after this time, such as 90s, 40m, 2h; 0 never",
  },
  pollInterval,
  {
    name: "progress",
    value: "form",
    choices: ["auto", "lines", "json", "none"],
    default: "auto",
    help: "form of the progress",
  },
] as const satisfies readonly OptionSpec[];

const severalNodes = [
  {
    name: "where",
    value: "filter=value,...",
    help: "every node that these list filters select, instead of identifiers",
  },
  { name: "parallel", value: "count", default: "8", help: "how many requests are under way at once" },
  { name: "fail-fast", help: "begin no further request after the first failure" },
] as const satisfies readonly OptionSpec[];

const dryRun = {
  name: "dry-run",
  help: "show the requests that would be sent and send none of them",
} as const satisfies OptionSpec;

const byQuery = {
  name: "by-query",
  help: "send the name in the query: for names that a path cannot hold",
} as const satisfies OptionSpec;

/**
 * Options of single operations, by method and path; `cli/operation/operation-actions.ts` says what they do.
 */
const ownOptions: Readonly<Record<string, readonly OptionSpec[]>> = {
  "GET /files/{filename}/": [
    { name: "to", value: "file", isFile: true, help: "write the content to this file" },
    { name: "force", help: "replace the file of --to where it exists" },
    byQuery,
    {
      name: "by-key",
      value: "key",
      help: "the file of this key, instead of a name",
    },
  ],
  "DELETE /files/{filename}/": [byQuery],
  "GET /events/op-query": [
    { name: "follow", help: "go on and print new events as they come, oldest first" },
    { name: "all", help: "every event there is, in pages" },
    pollInterval,
  ],
  "GET /machines/": [
    { name: "watch", help: "go on: redraw on a terminal, elsewhere print what changes" },
    pollInterval,
  ],
  "POST /boot-resources/op-import": [
    { name: "wait", help: "wait until the import has ended" },
    {
      name: "wait-timeout",
      value: "duration",
      help: "give up after this time, such as 90s, 40m, 2h; 0 never",
    },
    pollInterval,
  ],
};

/** The options that svc adds to an operation's own (design, "Grammar"). */
export function addedOptions(operation: Operation): readonly OptionSpec[] {
  const { followUp, method, path } = operation;
  const fields = [
    ...(operation.fields ?? []),
    ...followUpOptions(operation).map(({ source }): Field => source),
  ];
  const hasOwnDryRun = fields.some((field) => field.name === "dry_run");
  return [
    ...fields.filter((field) => field.type === "base64").map((field) => encodedForm(field)),
    ...(followUp === undefined
      ? []
      : [
          {
            name: followUp.option,
            help: `${followUp.operation.verb} the machine that was answered, in one step`,
          },
        ]),
    ...((followUp?.operation ?? operation).waiter === undefined ? [] : waiting),
    ...(ownOptions[`${method} ${path}`] ?? []),
    ...(takesSeveral(operation) ? severalNodes : []),
    ...(operation.method === "GET" || hasOwnDryRun ? [] : [dryRun]),
    set,
    noCheck,
  ];
}
