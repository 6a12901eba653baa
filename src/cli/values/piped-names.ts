import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { NamesOfSites } from "../invocation/invocation.ts";
import { expandRanges } from "../parsing/ranges.ts";
import { readText } from "./inputs.ts";

/** Reads names from standard input or `@file`. Throws `NamesOfSites` if one names its site: `east/web-01`. */
export async function readNames(word: string, context: Context, label: string): Promise<readonly string[]> {
  const isPiped = word === "-" || word === "@-";
  const text = await readText(isPiped ? "@-" : word, context, label, "document");
  const names = namesIn(text, isPiped ? "standard input" : word.slice(1));
  if (names.some((name) => name.includes("/"))) throw new NamesOfSites(names);
  return names;
}

/** One per line (ranges too; # begins a comment), or JSON objects with `system_id`, in an array or one per line. */
export function namesIn(text: string, source = "standard input"): readonly string[] {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (/^[[{"]/.test(trimmed) && !beginsWithRange.test(trimmed)) {
    const document = parseJson(trimmed);
    if (document !== undefined) return [document].flat().map((each) => nameOf(each, source));
    if (!trimmed.startsWith("[")) return linesOf(trimmed).map((line) => nameOf(parseJson(line), source));
    throw new Failure("usage", `${source} contains incomplete or invalid JSON`);
  }
  const lines = linesOf(trimmed).filter((line) => !line.startsWith("#"));
  if (lines.some((line) => /\s/.test(line)))
    throw new Failure(
      "usage",
      `${source} contains lines of several words, such as a table, instead of names`,
      { hint: "print names with -o name, or machines with -o json" },
    );
  return lines.flatMap(expandRanges);
}

/** Matches a name such as `[01-20].rack1`, which is not a JSON list. */
const beginsWithRange = /^\[[\d,-]{1,200}\][^\s,\]]/;

function nameOf(value: unknown, source: string): string {
  if (typeof value === "string") return value;
  const id = typeof value === "object" && value !== null ? Reflect.get(value, "system_id") : undefined;
  if (typeof id === "string") return id;
  throw new Failure("usage", `${source} contains JSON without system_id`, {
    hint: "give machines as -o json prints them, or one name per line",
  });
}

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
