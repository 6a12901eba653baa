import type { Field, Operation } from "../../catalogue/operation.ts";
import { HttpError } from "./answers.ts";
import type { Parameters } from "./call.ts";
import { type Pair, parsePairs, readerOf } from "./encodings.ts";
import { badForm, type FilePart, parseHeaderValue, parseMultipart } from "./multipart.ts";

export interface Form {
  readonly pairs: readonly Pair[];
  readonly files: readonly FilePart[];
  /** A signature covers only this encoding (RFC 5849). */
  readonly isUrlEncoded: boolean;
}

export const noForm: Form = { pairs: [], files: [], isUrlEncoded: false };

export function makeParameters(
  pairs: readonly Pair[],
  files: readonly FilePart[] = [],
  onRead: (name: string) => void = () => {},
): Parameters {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const list = values.get(name);
    if (list === undefined) values.set(name, [value]);
    else list.push(value);
  }
  const names = new Set([...values.keys(), ...files.map((each) => each.name)]);
  return {
    names: [...names],
    values,
    has(name) {
      onRead(name);
      return names.has(name);
    },
    get(name) {
      onRead(name);
      return values.get(name)?.at(-1);
    },
    all(name) {
      onRead(name);
      return values.get(name) ?? [];
    },
    file(name) {
      onRead(name);
      return files.findLast((each) => each.name === name);
    },
    files() {
      for (const { name } of files) onRead(name);
      return files;
    },
  };
}

export function watchParameters(
  { method, fields = [] }: Operation,
  location: "query" | "form",
  pairs: readonly Pair[],
  files: readonly FilePart[] = [],
): { readonly parameters: Parameters; unread(): readonly string[] } {
  const readNames = new Set<string>();
  const parameters = makeParameters(pairs, files, (name) => readNames.add(name));
  const defaultLocation = method === "GET" || method === "DELETE" ? "query" : "form";
  const documentedFields = fields.filter((field) => (field.in ?? defaultLocation) === location);
  const isField = (name: string) => documentedFields.some((field) => isSentAs(field, name));
  return {
    parameters,
    unread: () => parameters.names.filter((name) => !readNames.has(name) && !isField(name)),
  };
}

const isSentAs = ({ name, sentAs, alsoSentAs, type, prefix = "" }: Field, parameter: string): boolean =>
  type === "map" ? parameter.startsWith(prefix) : [name, sentAs, alsoSentAs].includes(parameter);

const readable = "send multipart/form-data or application/x-www-form-urlencoded";

export function parseForm(contentType: string | undefined, body: Buffer): Form {
  if (body.length === 0) return noForm;
  if (contentType === undefined)
    throw new HttpError(415, `The body cannot be read: it has no Content-Type; ${readable}.`);
  const type = parseHeaderValue(contentType);
  if (type === undefined) throw badForm("its Content-Type cannot be read.");
  const charset = type.parameters.get("charset");
  switch (type.value) {
    case "multipart/form-data": {
      const boundary = type.parameters.get("boundary");
      if (boundary === undefined) throw badForm("its Content-Type has no boundary.");
      const parts = parseMultipart(boundary, charset, body);
      const pairs = parts.flatMap((part): Pair[] => (part.kind === "text" ? [[part.name, part.value]] : []));
      return { pairs, files: parts.filter((part) => part.kind === "file"), isUrlEncoded: false };
    }
    case "application/x-www-form-urlencoded": {
      const form = { label: "form", read: readerOf(charset), checkName };
      return { pairs: parsePairs(body.toString("latin1"), form), files: [], isUrlEncoded: true };
    }
    default:
      throw new HttpError(
        415,
        `The body cannot be read: its type '${type.value.slice(0, 80)}' is not supported; ${readable}.`,
      );
  }
}

/** Many clients send JSON under this type by default. */
function checkName(name: string): void {
  if (/[\s"<>{}]/.test(name))
    throw badForm(`it is declared as urlencoded, but is not name=value pairs; ${readable}.`);
}
