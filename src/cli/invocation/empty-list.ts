import { isRecord } from "../../core/json-record.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import type { Invocation } from "./invocation.ts";

/** The options of svc that choose rows; fields choose them too. */
const choosing = ["where", "mine", "owner", "tags", "power", "os"] as const;

/**
 * What a list without rows is reported as: `no machines`, or `no machines match --status ready` with the filters
 * that were typed. `names` are those without an option.
 */
export function emptyListText(
  listed: string,
  { options, fields }: Pick<Invocation, "options" | "fields">,
  names: readonly string[] = [],
): string {
  const { limit: _, ...filters } = fields;
  const asked = [
    ...names,
    ...Object.entries({
      ...filters,
      ...Object.fromEntries(choosing.map((name) => [name, options[name]])),
    }).flatMap(([name, value]) => wordsOf(name, value)),
  ];
  const what = `no ${listed.replaceAll("-", " ")}`;
  return asked.length === 0 ? what : `${what} match ${asked.map(shellWord).join(" ")}`;
}

/** An option as it is typed. */
function wordsOf(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
  if (Array.isArray(value)) return value.flatMap((each) => [`--${name}`, String(each)]);
  if (!isRecord(value)) return [`--${name}`, String(value)];
  return Object.entries(value).flatMap(([key, each]) =>
    (Array.isArray(each) ? each : [each]).flatMap((one) => [`--${name}`, `${key}=${String(one)}`]),
  );
}
