import type { Field, Operation } from "../../catalogue/operation.ts";
import { statusHint } from "../../catalogue/statuses.ts";
import { Failure } from "../../core/failure.ts";
import { choiceHint } from "../../core/text/word-lists.ts";
import { type Values, wordsOf } from "../http/call.ts";

const maxSearchedLength = 4_096;

/** Adds a hint: the allowed value closest to the refused one, or the remedy of a field named in the refusal. */
export function withSuggestion(error: unknown, { fields = [] }: Operation, values: Values): unknown {
  if (!(error instanceof Failure) || error.kind !== "invalid" || error.details.hint !== undefined)
    return error;
  const allLines = [error.message, ...(error.details.lines ?? [])];
  const lines = allLines.map((line) => line.slice(0, maxSearchedLength));
  for (const field of fields.filter(({ secret }) => secret !== true)) {
    for (const text of wordsOf(values[field.name]).filter((each) => each !== "")) {
      const line = lines.find((each) => each.includes(text));
      const advice = field.name === "status" ? statusHint(text) : undefined;
      const hint =
        advice ?? (line === undefined ? undefined : choiceHint(text, allowedValues(field, line, text)));
      if (hint !== undefined) return error.with({ hint });
    }
  }
  const remedy = fields.find(({ name }) => lines.some((line) => line.startsWith(`${name}: `)))?.remedy;
  return remedy === undefined ? error : error.with({ hint: remedy });
}

/** Returns none if the text itself is allowed: it was refused for another reason. */
function allowedValues({ choices, suggestions }: Field, line: string, text: string): readonly string[] {
  const all = [...(choices ?? suggestions ?? []), ...valuesListedIn(line)];
  return all.includes(text) ? [] : all;
}

/** Values in a list after the last colon or bracket: `(a, b)`, `one of: a, b`. */
function valuesListedIn(line: string): readonly string[] {
  const pieces = line.slice(Math.max(line.lastIndexOf("("), line.lastIndexOf(":")) + 1).split(",");
  if (pieces.length < 2) return [];
  return pieces.flatMap((piece) => /\w[\w./-]*/.exec(piece)?.[0].replace(/\.$/, "") ?? []);
}
