import { describe, expect, it } from "vitest";
import { locationOf, signatureOf } from "../../../src/catalogue/commands/command-spec.ts";
import { addedOptions } from "../../../src/catalogue/commands/operation-options.ts";
import { globalOptions } from "../../../src/catalogue/commands/options.ts";
import { loadAllOperations } from "../../../src/catalogue/index.ts";
import type { Field, Operation, Rule } from "../../../src/catalogue/operation.ts";
import { plainWord } from "../../../src/catalogue/statuses.ts";

const entries = await loadAllOperations();

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

const fieldsOf = (operation: Operation): readonly Field[] => operation.fields ?? [];

const fieldNames = (operation: Operation): readonly string[] => fieldsOf(operation).map(({ name }) => name);

/** Options that svc adds to commands on machines and to lists. */
const laterOptions = ["dry-run", "parallel", "fail-fast", "where", "progress", "watch"];

/** Its own field dry_run has the option --dry-run: the service answers what svc could only predict. */
const ownDryRun = "machines.allocate";

function fieldsOfRule(rule: Rule): readonly string[] {
  switch (rule.kind) {
    case "exclusive":
    case "any":
    case "notAll":
      return rule.fields;
    case "needs":
      return [rule.field, ...rule.needs, ...(rule.unless ?? [])];
    case "onlyWhen":
      return [rule.when, ...rule.fields];
    case "configItem":
      return [rule.name, rule.value];
  }
}

/** The field values that a rule refers to, by field. */
function valuesOfRule(rule: Rule): readonly (readonly [string, readonly string[]])[] {
  if (rule.kind === "needs") return rule.is === undefined ? [] : [[rule.field, rule.is]];
  if (rule.kind === "onlyWhen") return [[rule.when, rule.is]];
  return [];
}

const isHelpText = (text: string): boolean =>
  text.length <= 64 && !text.endsWith(".") && text.trim() === text;

describe("the object that a change answers with", () => {
  const changes = entries.filter(
    ({ operation: { method, result } }) => result === "json" && (method === "POST" || method === "PUT"),
  );

  it("is identified by what -o name prints", () => {
    for (const { id, group, operation } of changes)
      if (operation.answersWith !== undefined)
        expect(operation.answersWith, id).toEqual(operation.identity ?? group.identity);
  });

  it("is stated unless the request names nodes, the answer is a list, or the documents show none", () => {
    const unstated = changes.filter(({ operation: { answersWith, parameters, fields = [] } }) => {
      const namesNodes = [parameters?.at(-1), ...fields.filter(({ type }) => type === "list")].some(
        (each) => each?.kind !== undefined,
      );
      return answersWith === undefined && !namesNodes;
    });
    expect(unstated.map(({ id }) => id)).toEqual([
      "machines.accept_all",
      "ssh-keys.import",
      "network.connect_macs",
      "network.disconnect_macs",
    ]);
  });
});

describe("the catalogue as a whole", () => {
  it("has every request once", () => {
    expect(repeated(entries.map(({ operation: { method, path } }) => `${method} ${path}`))).toEqual([]);
    expect(repeated(entries.map(({ id }) => id))).toEqual([]);
  });

  it("has every command once", () => {
    expect(repeated(entries.map(({ group, operation }) => `${group.name} ${operation.verb}`))).toEqual([]);
  });
});

describe.each(entries.map((entry) => [entry.id, entry] as const))("%s", (id, entry) => {
  const { operation } = entry;
  const signature = signatureOf(entry);
  const fields = fieldsOf(operation);
  const rules = operation.rules ?? [];

  it("has a path whose braces are its parameters, in order", () => {
    const braces = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect((operation.parameters ?? []).map(({ name }) => name)).toEqual(braces);
    expect(operation.path).toMatch(/^\/[\w{}/-]+$/);
    expect(operation.verb).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  });

  it("has unique fields, arguments and options", () => {
    expect(repeated(fields.map((field) => `${locationOf(field, operation)} ${field.name}`))).toEqual([]);
    expect(repeated(signature.arguments.map(({ name }) => name))).toEqual([]);
    const options = signature.options.flatMap(({ name, negatable }) => [
      `--${name}`,
      ...(negatable ? [`--no-${name}`] : []),
    ]);
    expect(repeated([...options, ...addedOptions(operation).map((added) => `--${added.name}`)])).toEqual([]);
  });

  it("shadows no global option", () => {
    const ownOptions = [...globalOptions.map(({ name }) => name), ...laterOptions].filter(
      (name) => !(id === ownDryRun && name === "dry-run"),
    );
    const usedNames = new Set(ownOptions.flatMap((name) => [`--${name}`, `--no-${name}`]));
    const options = signature.options.flatMap(({ name, negatable }) => [
      `--${name}`,
      ...(negatable ? [`--no-${name}`] : []),
    ]);
    expect(options.filter((option) => usedNames.has(option))).toEqual([]);
  });

  it("reads well in help", () => {
    expect(operation.summary).toMatch(/^[A-Z]/);
    const texts = [operation.summary, ...fields.map(({ help }) => help)];
    expect(
      [...texts, ...(operation.parameters ?? []).map(({ help }) => help)].filter((text) => !isHelpText(text)),
    ).toEqual([]);
    for (const note of operation.notes ?? []) expect(note).toMatch(/^[A-Z-].*[.]$/s);
  });

  it("has defaults and limits that are possible", () => {
    for (const field of fields) {
      for (const values of [field.choices, field.suggestions]) {
        if (values === undefined) continue;
        expect(values, field.name).not.toHaveLength(0);
        expect(repeated(values), field.name).toEqual([]);
      }
      if (field.choices !== undefined && field.default !== undefined)
        expect(field.choices).toContain(field.default);
      expect(field.choices === undefined || field.suggestions === undefined, field.name).toBe(true);
      if (field.min !== undefined && field.max !== undefined)
        expect(field.min).toBeLessThanOrEqual(field.max);
      if (field.min !== undefined || field.max !== undefined) expect(field.type).toBe("integer");
      if (field.pattern !== undefined) {
        expect(() => new RegExp(`^(?:${field.pattern})$`, "s")).not.toThrow();
        expect(field.form, `${field.name} says its pattern in words`).toBeDefined();
      }
      if (field.separator !== undefined || field.holdsCommas)
        expect(field.repeatable ?? field.alsoRepeatable, field.name).toBe(true);
      expect(field.repeatable && field.alsoRepeatable, field.name).not.toBe(true);
      if (field.asFile) expect(field.type, field.name).toBe("base64");
      for (const [spelling, value] of Object.entries(field.spellings ?? {})) {
        expect(spelling).toBe(plainWord(spelling));
        expect(field.suggestions ?? field.choices).toContain(value);
      }
      if (field.type === "map") expect(field.prefix, field.name).toBeDefined();
      if (field.type === "map" || field.type === "file") expect(operation.method, field.name).not.toBe("GET");
    }
  });

  it("assigns words without an option name unambiguously", () => {
    const positional = fields.filter((field) => field.positional);
    const optional = positional.findIndex((field) => !field.required);
    if (optional >= 0) expect(positional.slice(optional).every((field) => !field.required)).toBe(true);
    // A variadic map is allowed too: its pairs contain a `=` and cannot be mistaken for identifiers.
    const variadic = signature.arguments.filter(
      (argument) => argument.variadic && argument.field?.type !== "map",
    );
    expect(variadic.length).toBeLessThanOrEqual(1);
    const words = signature.options.filter(({ field }) => field.alsoPositional);
    expect(variadic.length + words.filter(({ repeatable }) => repeatable).length).toBeLessThanOrEqual(1);
    const last = signature.arguments.filter(({ field }) => field?.type !== "map").at(-1);
    if (variadic.length === 1) expect(last).toBe(variadic[0]);
  });

  it("has known fields and values in its rules", () => {
    for (const rule of rules) {
      for (const name of fieldsOfRule(rule)) expect(fieldNames(operation)).toContain(name);
      expect(repeated(fieldsOfRule(rule))).toEqual([]);
      expect(rule.message).not.toMatch(/\.$/);
      for (const [name, values] of valuesOfRule(rule)) {
        const field = fields.find((candidate) => candidate.name === name);
        const knownFlags =
          field?.choices ?? field?.suggestions ?? (field?.type === "boolean" ? ["true", "false"] : []);
        expect(knownFlags).toEqual(expect.arrayContaining([...values]));
      }
    }
  });

  it("writes options in its rules as users type them", () => {
    const flags = signature.options.map(({ name }) => `--${name}`);
    const mentionedFlags = [...rules.map(({ message }) => message), ...(operation.notes ?? [])].flatMap(
      (text) => [...text.matchAll(/--(no-)?([a-z0-9-]*[a-z0-9])/g)].map(([, , name]) => `--${name}`),
    );
    const ownOptions = (operation.options ?? []).map(({ name }) => `--${name}`);
    const knownFlags = new Set([
      ...flags,
      ...ownOptions,
      "--set",
      ...globalOptions.map(({ name }) => `--${name}`),
    ]);
    expect(mentionedFlags.filter((name) => !knownFlags.has(name))).toEqual([]);
  });

  it("has examples with existing fields and valid values", () => {
    const names = [...fieldNames(operation), ...(operation.parameters ?? []).map(({ name }) => name)];
    for (const [name, value] of Object.entries(operation.example ?? {})) {
      expect(names).toContain(name);
      const field = fields.find((candidate) => candidate.name === name);
      if (field?.choices !== undefined) expect(field.choices).toContain(value);
      if (field?.pattern !== undefined) expect(value).toMatch(new RegExp(`^(?:${field.pattern})$`, "s"));
      if (field?.type === "integer" && field.list === undefined) expect(value).toMatch(/^-?\d+$/);
    }
  });

  it("has documented answers", () => {
    expect([200, 201, 204]).toContain(operation.success);
    if (operation.success === 204) expect(operation.result).toBe("none");

    if (operation.method === "GET") expect(operation.result).not.toBe("none");
    if (typeof operation.deprecated === "string") expect(operation.deprecated).not.toBe("");
  });

  it("asks before it destroys", () => {
    if (operation.method === "DELETE") {
      expect(operation.confirm).toBe("destroys");
      expect(operation.result).toBe("none");
    }
    if (operation.method === "GET") expect(operation.confirm).toBeUndefined();
    if (/op-restore_|\/discovery\/op-clear/.test(operation.path)) {
      expect(operation.confirm).toBeDefined();
    }
  });
});

it("every field of encoded bytes has an option of text that is encoded already, and is checked as such", async () => {
  for (const { id, operation } of entries) {
    const encoded = addedOptions(operation).filter(({ name }) => name.endsWith("-base64"));
    const fields = [operation, operation.followUp?.operation].flatMap((each) => each?.fields ?? []);
    const names = fields
      .filter(({ type }) => type === "base64")
      .map(({ name }) => `${name.replaceAll("_", "-")}-base64`);
    expect(encoded.map(({ name }) => name).sort(), id).toEqual([...new Set(names)].sort());
    for (const option of encoded) expect(option, id).toMatchObject({ type: "base64", value: "base64" });
  }
});
