import { expect, test } from "vitest";
import { describedKinds } from "../../../src/catalogue/described-kinds.ts";
import { topLevel } from "../../../src/desired/kinds.ts";
import { documentedKinds } from "./documented-kinds.ts";

const kinds = await documentedKinds();
const fieldsOf = (name: string) => [...(kinds.get(name)?.fields.keys() ?? [])];

test("every field that the data of a kind names is one that an operation takes", () => {
  for (const { name, kind, fields, group } of kinds.values()) {
    const named = [
      ...kind.key,
      ...(kind.otherKeys ?? []),
      ...(kind.joinedFields?.fields ?? []),
      ...(kind.absentIsEmpty ?? []),
      ...[
        kind.comparisons,
        kind.emptyMarkers,
        kind.references,
        kind.readBy,
        kind.setBy,
        kind.listFilters,
      ].flatMap((each) => Object.keys(each ?? {})),
      ...(kind.referencesById ?? []),
    ].filter((field) => field !== "zone" || fields.has("zone"));
    expect(
      named.filter((field) => !fields.has(field)),
      name,
    ).toEqual([]);
    const ids = [
      ...Object.values(kind.readBy ?? {}),
      ...Object.values(kind.setBy ?? {}).map(({ operation }) => operation),
    ];
    expect(
      ids.filter((id) => group.operations[id] === undefined),
      name,
    ).toEqual([]);
  }
});

test("every kind that another refers to, holds or stands on exists", () => {
  const known = new Set([...kinds.keys(), ...Object.values(describedKinds).map(({ group }) => group)]);
  for (const { name, kind } of kinds.values()) {
    const named = [
      ...Object.values(kind.references ?? {}),
      ...Object.values(kind.children ?? {}),
      kind.parent?.kind,
      kind.baseKind,
    ];
    expect(
      named.filter((each) => each !== undefined && !known.has(each)),
      name,
    ).toEqual([]);
  }
});

test("every filter that narrows a list is one that the list takes", () => {
  for (const { name, kind, operations } of kinds.values()) {
    const filters = (operations.list?.operation.fields ?? []).map((field) => field.name);
    expect(
      Object.values(kind.listFilters ?? {}).filter((each) => !filters.includes(each)),
      name,
    ).toEqual([]);
  }
});

test("every kind can be read, and made or changed", () => {
  for (const { name, kind, operations } of kinds.values()) {
    expect(kind.map === undefined ? operations.list : operations.read, name).toBeDefined();
    expect(operations.create ?? operations.update, name).toBeDefined();
  }
});

test("what stands within another kind is not at the top of a document", () => {
  const names = topLevel(kinds).map(({ name }) => name);
  expect(names).not.toContain("vlans");
  expect(names).not.toContain("boot-source-selections");
  expect(names).toContain("domains");
});

test("fields come from the operations: made with, changed, set by an operation of their own", () => {
  expect(fieldsOf("domains")).toEqual(["name", "authoritative", "forward_dns_servers", "ttl"]);
  const ttl = kinds.get("domains")?.fields.get("ttl");
  expect([ttl?.isCreated, ttl?.isUpdated]).toEqual([false, true]);
  const annotations = kinds.get("machines")?.fields.get("annotations");
  expect(annotations?.setBy?.entry.id).toBe("machine.set_workload_annotations");
  expect(fieldsOf("dnsresources")).not.toContain("fqdn");
  expect(fieldsOf("machines")).not.toContain("commission");
});

test("described kinds are there where the service describes their collections", () => {
  expect([...kinds.keys()]).not.toContain("zones");
});
