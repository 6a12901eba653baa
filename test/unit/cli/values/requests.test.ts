import { describe, expect, test } from "vitest";
import type { OperationEntry } from "../../../../src/catalogue/index.ts";
import type { Field } from "../../../../src/catalogue/operation.ts";
import type { WireRequest } from "../../../../src/client/http/call.ts";
import { endpoint, operations, requestOf, sampleOf } from "../command-line.ts";

const identifiers: Readonly<Record<string, string>> = { integer: "0", string: "a b/ü" };

interface Addressed {
  readonly words: string[];
  readonly url: string;
  /** The operation, if it is sent in the query because the path has no slash before it. */
  readonly op: readonly (readonly [string, string])[];
}

/** The identifiers as typed and the URL they lead to, encoded independently of the source. */
function addressed({ operation }: OperationEntry): Addressed {
  const parameters = operation.parameters ?? [];
  const root = operation.path.startsWith("/api/") ? "" : "/api/2.0";
  const [, resource, op] = /^(.*[^/])op-(\w+)$/.exec(operation.path) ?? [];
  let path = resource ?? operation.path;
  for (const { name, type } of parameters) {
    path = path.replace(`{${name}}`, encodeURIComponent(identifiers[type] ?? ""));
  }
  return {
    words: parameters.map(({ type }) => identifiers[type] ?? ""),
    url: `${endpoint.baseUrl}${root}${path}`,
    op: op === undefined ? [] : [["op", op]],
  };
}

const flagOf = (field: Field): string => `--${field.flag ?? field.name.replaceAll("_", "-")}`;
const isFlag = (field: Field): boolean => field.type === "boolean" || field.type === "switch";

interface Typed {
  readonly words: readonly string[];
  readonly items: readonly (readonly [string, string])[];
}

/** The words for a field, and the form parts or query items they must produce. */
function typedField(field: Field, entry: OperationEntry, negated = false): Typed {
  const value = sampleOf(field, entry);
  const name = field.prefix === undefined ? field.name : field.prefix;
  if (isFlag(field)) {
    const words = [negated ? `--no-${flagOf(field).slice(2)}` : flagOf(field)];
    const text = field.type === "switch" ? (negated ? "0" : "1") : negated ? "false" : "true";
    return { words, items: [[field.name, text]] };
  }
  if (field.type === "map") {
    const [key = "", content = ""] = value.split("=");
    return {
      words: field.positional ? [value] : [flagOf(field), value],
      items: [[`${name}${key}`, content]],
    };
  }
  const names = [field.sentAs ?? field.name, ...(field.alsoSentAs === undefined ? [] : [field.alsoSentAs])];
  return {
    words: field.positional ? [value] : [flagOf(field), value],
    items: valuesOf(field, value).flatMap((one) =>
      names.map((each) => [each, contentOf(field, one)] as const),
    ),
  };
}

/** A comma-separated value of a list field is sent as separate values. */
const valuesOf = (field: Field, value: string): readonly string[] =>
  field.type === "list" ? value.split(",") : [value];

/** The text of the sent value; a file part counts as "(file)". */
function contentOf(field: Field, value: string): string {
  if (field.asFile) return "(file)";
  if (field.type === "base64") return Buffer.from(value).toString("base64");
  return field.lowerCase ? value.toLowerCase() : value;
}

/** A command line with some fields of an operation, and what its request must contain. */
function lineFor(entry: OperationEntry, fields: readonly Field[], { check = false, negated = false } = {}) {
  const { words, url, op } = addressed(entry);
  const pairs = fields.map((field) => ({ field, ...typedField(field, entry, negated) }));
  const positional = pairs.filter(({ field }) => field.positional).flatMap((pair) => pair.words);
  const options = pairs.filter(({ field }) => !field.positional).flatMap((pair) => pair.words);
  const { group, operation } = entry;
  return {
    argv: [
      group.name,
      operation.verb,
      ...(check ? [] : ["--no-check"]),
      ...options,
      "--",
      ...words,
      ...positional,
    ],
    url,
    items: asText([...op, ...pairs.flatMap((pair) => pair.items)]),
  };
}

const asText = (items: readonly (readonly [string, string])[]): readonly string[] =>
  items.map(([name, value]) => `${name}=${value}`).sort();

/** Name and text of every field in a request, in its URL or its form. */
function carried({ url, parts = [] }: WireRequest): readonly string[] {
  const formFields = parts.map(
    ({ name, value }) => [name, typeof value === "string" ? value : "(file)"] as const,
  );
  return asText([...new URL(url).searchParams, ...formFields]);
}

describe.each(operations.map((entry) => [entry.id, entry] as const))("%s", (_, entry) => {
  const fields = (entry.operation.fields ?? []).filter((field) => field.type !== "file");
  const isAlwaysSent = (field: Field) => field.required && field.default !== undefined;
  const required = fields.filter((field) => field.required && !isAlwaysSent(field));
  const defaults = asText(fields.filter(isAlwaysSent).map((field) => [field.name, field.default ?? ""]));

  test("sends every field under its own name", async () => {
    const { argv, url, items } = lineFor(entry, fields);
    const request = await requestOf(argv);
    expect(request.method).toBe(entry.operation.method);
    expect(request.url.split("?")[0]).toBe(url);
    expect(carried(request)).toEqual(items);
  });

  test("sends only typed fields, and fields that are always sent", async () => {
    const { argv, items } = lineFor(entry, required);
    expect(carried(await requestOf(argv))).toEqual([...items, ...defaults].sort());
  });

  const flags = fields.filter(isFlag);
  if (flags.length > 0)
    test("turns every flag off", async () => {
      const positional = required.filter((field) => field.positional);
      const { argv, items } = lineFor(entry, [...flags, ...positional], { negated: true });
      expect(carried(await requestOf(argv))).toEqual(items);
    });

  const needsFile = (entry.operation.fields ?? []).some((field) => field.type === "file" && field.required);
  if (required.length > 0 && !needsFile)
    test("refuses a missing required field", async () => {
      const [missing, ...others] = required;
      const { argv } = lineFor(entry, others, { check: true });
      await expect(requestOf(argv)).rejects.toMatchObject({ kind: "usage" });
      expect(missing?.required).toBe(true);
    });
});

describe("--set", () => {
  const requestFor = async (...words: readonly string[]) =>
    ((await requestOf(["machines", "update", "abc123", ...words])).parts ?? []).map(({ name, value }) => [
      name,
      value,
    ]);

  test("sends a field as often as it is given, whatever its name", async () => {
    expect(
      await requestFor("--set", "foo=1", "--set", "foo=2", "--set", "__proto__=1", "--set", "constructor=x"),
    ).toEqual([
      ["foo", "1"],
      ["foo", "2"],
      ["__proto__", "1"],
      ["constructor", "x"],
    ]);
    expect(await requestFor("--power-parameters", "__proto__=1")).toEqual([
      ["power_parameters___proto__", "1"],
    ]);
  });

  test("adds to a list, and is refused beside a field that is given in another way", async () => {
    const many = await requestOf(["machines", "release-many", "--machines", "a", "--set", "machines=b"]);
    expect(many.parts?.map(({ value }) => value)).toEqual(["a", "b"]);
    await expect(requestFor("--pool", "a", "--set", "pool=b")).rejects.toMatchObject({ kind: "usage" });
    await expect(requestFor("--set", "system_id=b")).rejects.toMatchObject({ kind: "usage" });
    await expect(requestFor("--power-parameters", "a=1", "--power-parameters", "a=2")).rejects.toMatchObject({
      kind: "usage",
    });
  });
});
