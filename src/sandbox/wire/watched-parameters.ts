import type { Field, Operation } from "../../catalogue/operation.ts";
import type { Parameters } from "./call.ts";
import type { Pair } from "./encodings.ts";
import { makeParameters } from "./form.ts";
import type { FilePart } from "./multipart.ts";

interface WatchedParameters {
  readonly parameters: Parameters;
  /** Names that are not fields of the operation and were not read. Most of them are misspelt. */
  unread(): readonly string[];
}

export function watchParameters(
  { method, fields = [] }: Operation,
  location: "query" | "form",
  pairs: readonly Pair[],
  files: readonly FilePart[] = [],
): WatchedParameters {
  const readNames = new Set<string>();
  const parameters = makeParameters(pairs, files, (name) => readNames.add(name));
  const defaultLocation = method === "GET" || method === "DELETE" ? "query" : "form";
  const documentedFields = fields.filter((field) => (field.in ?? defaultLocation) === location);
  return {
    parameters,
    unread: () =>
      parameters.names.filter(
        (name) => !readNames.has(name) && !documentedFields.some((field) => isSentAs(field, name)),
      ),
  };
}

const isSentAs = ({ name, sentAs, alsoSentAs, type, prefix = "" }: Field, parameter: string): boolean =>
  type === "map" ? parameter.startsWith(prefix) : [name, sentAs, alsoSentAs].includes(parameter);
