import { nodeListFilters } from "../../api/fields.ts";
import { kebab } from "../../contract/surface.ts";
import { Failure } from "../../failure.ts";
import type { Values } from "../../http/client.ts";
import type { Invocation } from "../action.ts";
import { readStandardInput } from "../inputs.ts";
import { nearest } from "../nearest.ts";
import { expandRanges } from "../ranges.ts";

/** How the operator said which nodes are meant: by name, or by the node list filters. */
export type Selection =
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "filters"; readonly filters: Values };

/** Reads identifiers, ranges, `-` and `--where`; a usage failure where there is nothing, or both. */
export async function readSelection(
  typed: readonly string[],
  { options, context }: Pick<Invocation, "options" | "context">,
): Promise<Selection> {
  const where = options["where"];
  if (typeof where === "string") {
    if (typed.length > 0) throw new Failure("usage", "give identifiers or --where, not both");
    return { kind: "filters", filters: parseFilters(where) };
  }
  const names: string[] = [];
  for (const word of typed) {
    if (word === "-")
      names.push(...namesIn(Buffer.from(await readStandardInput(context, "-")).toString("utf8")));
    else names.push(...expandRanges(word));
  }
  if (names.length === 0)
    throw new Failure("usage", "no machine is named", { hint: "standard input held none" });
  if (names.includes("")) throw new Failure("usage", "an identifier is empty");
  return { kind: "names", names: [...new Set(names)] };
}

/** `pool=ci,status=deployed` as node list filters (document 1, "Node list filters"); a name may come several times. */
export function parseFilters(text: string): Values {
  const filters: Record<string, string[]> = {};
  for (const pair of text.split(",").filter((piece) => piece.trim() !== "")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(at, 0)).trim().replaceAll("-", "_");
    if (at < 1) throw new Failure("usage", `--where takes filter=value,..., not '${pair}'`);
    if (!nodeListFilters.some((filter) => filter.name === name)) {
      const meant = nearest(
        name,
        nodeListFilters.map((filter) => filter.name),
      );
      throw new Failure("usage", `--where has no filter '${name}'`, {
        hint:
          meant === undefined
            ? nodeListFilters.map((filter) => kebab(filter.name)).join(", ")
            : `did you mean ${meant}?`,
      });
    }
    filters[name] = [...(filters[name] ?? []), pair.slice(at + 1).trim()];
  }
  if (Object.keys(filters).length === 0) throw new Failure("usage", "--where is empty");
  return filters;
}

/** The identifiers in piped text: one a line, or JSON objects with `system_id`, in an array or one a line. */
export function namesIn(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.startsWith("[") || trimmed.startsWith("{")) {
    const whole = parsed(trimmed);
    const values = whole !== undefined ? [whole].flat() : trimmed.split("\n").map(parsed);
    return values.map((value) => {
      if (typeof value === "string") return value;
      const id = typeof value === "object" && value !== null ? Reflect.get(value, "system_id") : undefined;
      if (typeof id === "string") return id;
      throw new Failure("usage", "standard input holds JSON without system_id");
    });
  }
  return trimmed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
