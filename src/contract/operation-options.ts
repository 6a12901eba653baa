import type { Field, Operation } from "../api/operation.ts";
import type { OptionSpec } from "./options.ts";
import { kebab, takesSeveral } from "./surface.ts";

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

const waiting = [
  { name: "wait", help: "wait until the operation has ended" },
  {
    name: "wait-timeout",
    value: "duration",
    help: "give up after this time, such as 90s, 40m, 2h; 0 never",
  },
  { name: "poll-interval", value: "duration", help: "ask at this interval" },
  {
    name: "progress",
    value: "form",
    choices: ["auto", "lines", "json", "none"],
    default: "auto",
    help: "form of the progress",
  },
] as const satisfies readonly OptionSpec[];

const severalNodes = [
  { name: "where", value: "filter=value,...", help: "every node that these list filters select, instead of identifiers" },
  { name: "parallel", value: "count", default: "8", help: "how many requests are under way at once" },
  { name: "fail-fast", help: "begin no further request after the first failure" },
] as const satisfies readonly OptionSpec[];

const dryRun = {
  name: "dry-run",
  help: "show the requests that would be sent and send none of them",
} as const satisfies OptionSpec;

/** The options that svc adds to an operation's own (design, "Grammar"). */
export function addedOptions(operation: Operation): readonly OptionSpec[] {
  const fields = operation.fields ?? [];
  const hasOwnDryRun = fields.some((field) => field.name === "dry_run");
  return [
    ...fields.filter((field) => field.type === "base64").map((field) => encodedForm(field)),
    ...(operation.waiter === undefined ? [] : waiting),
    ...(takesSeveral(operation) ? severalNodes : []),
    ...(operation.method === "GET" || hasOwnDryRun ? [] : [dryRun]),
    set,
    noCheck,
  ];
}
