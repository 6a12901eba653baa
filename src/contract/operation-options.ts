import type { Operation } from "../api/operation.ts";
import type { OptionSpec } from "./options.ts";

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

const userDataBase64 = (flag: string): OptionSpec => ({
  name: `${flag}-base64`,
  value: "base64",
  help: `--${flag}, already encoded`,
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

/** The options that svc adds to an operation's own (design, "Grammar"). */
export function addedOptions(operation: Operation): readonly OptionSpec[] {
  const encoded = (operation.fields ?? []).filter((field) => field.type === "base64");
  return [
    ...encoded.map((field) => userDataBase64(field.name.replaceAll("_", "-"))),
    ...(operation.waiter === undefined ? [] : waiting),
    set,
    noCheck,
  ];
}
