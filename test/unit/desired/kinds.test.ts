import { expect, test } from "vitest";
import type { Kind } from "../../../src/catalogue/group.ts";
import { type GroupName, loadGroup } from "../../../src/catalogue/index.ts";
import { type LoadedKind, loadKinds, topLevelKinds } from "../../../src/desired/kinds.ts";
import { kinds } from "./state.ts";

const fieldsOf = (name: string) => [...(kinds.get(name)?.fields.keys() ?? [])];

test("every field in the data of a kind is a field of an operation", () => {
  for (const { name, spec, fields, group } of kinds.values()) {
    const keyedKinds = [
      ...spec.key,
      ...(spec.otherKeys ?? []),
      ...(spec.joinedFields?.fields ?? []),
      ...(spec.absentIsEmpty ?? []),
      ...(spec.siblings ?? []),
      ...(spec.uniqueFields ?? []),
      ...Object.values(spec.fieldsOfType ?? {}).flat(),
      ...[
        spec.comparisons,
        spec.emptyMarkers,
        spec.references,
        spec.readBy,
        spec.setBy,
        spec.listFilters,
        spec.textPatterns,
        spec.memberTypes,
        spec.hiddenValues,
      ].flatMap((each) => Object.keys(each ?? {})),
      ...(spec.referencesById ?? []),
    ].filter((field) => field !== "zone" || fields.has("zone"));
    expect(
      keyedKinds.filter((field) => !fields.has(field)),
      name,
    ).toEqual([]);
    const ids = [
      ...Object.values(spec.readBy ?? {}),
      ...Object.values(spec.setBy ?? {}).flatMap(({ operation, removeOperation = [] }) =>
        [operation, removeOperation].flat(),
      ),
      ...Object.values(spec.filesystem ?? {}),
      ...Object.values(spec.operations ?? {}),
    ];
    expect(
      ids.filter((id) => group.operations[id] === undefined),
      name,
    ).toEqual([]);
  }
});

test("every kind that another kind refers to exists", () => {
  const knownNames = new Set(kinds.keys());
  for (const { name, spec } of kinds.values()) {
    const named = [
      ...Object.values(spec.references ?? {}),
      ...Object.values(spec.children ?? {}),
      spec.parent?.kind,
      spec.baseKind,
    ];
    expect(
      named.filter((each) => each !== undefined && !knownNames.has(each)),
      name,
    ).toEqual([]);
  }
});

test("every filter of a kind is a filter of its list", () => {
  for (const { name, spec, operations } of kinds.values()) {
    const filters = (operations.list?.operation.fields ?? []).map((field) => field.name);
    expect(
      Object.values(spec.listFilters ?? {}).filter((each) => !filters.includes(each)),
      name,
    ).toEqual([]);
  }
});

/** Why the operations of a group do not support what the kind declares. */
function unsupported({ spec, operations, fields, parameters }: LoadedKind): readonly string[] {
  const { list, read, create, update, remove } = operations;
  const setters = [...fields.values()].flatMap(({ setBy }) => setBy?.entry ?? []);
  const knownNames = new Set([...parameters.map(({ name }) => name), ...fields.keys(), spec.removeIdField]);
  const onObject = [read, update, remove, ...setters].filter((entry) => entry !== undefined);
  const requests = [...onObject, ...(create === undefined ? [] : [create])];
  const needs = requests.flatMap(({ id, operation }) => [
    ...(operation.parameters ?? []).map(({ name }) => [id, name]),
    ...(operation.fields ?? []).filter(({ required }) => required).map(({ name }) => [id, name]),
  ]);
  const isMember = spec.map !== undefined;
  return [
    ...((isMember ? read : (list ?? spec.parent?.rows)) === undefined ? ["nothing reads its objects"] : []),
    ...((isMember ? update : create) === undefined ? ["nothing creates or sets its objects"] : []),
    ...(isMember || parameters.length > 0 ? [] : ["no path parameter names one object"]),
    ...(isMember || remove !== undefined ? [] : ["nothing deletes or replaces its objects"]),
    ...spec.key
      .filter((name) => !isMember && fields.get(name)?.isForCreation !== true)
      .filter((name) => !spec.assignedFields?.some((field) => field.name === name))
      .map((name) => `create lacks ${name}`),
    ...needs
      .filter(([id = "", name = ""]) => !knownNames.has(name) && !setters.some((setter) => setter.id === id))
      .map(([id, name]) => `nothing gives ${name} of ${id}`),
  ];
}

test("the operations of every kind can read, create, change and delete its objects", () => {
  for (const kind of kinds.values()) expect(unsupported(kind), kind.name).toEqual([]);
});

test("a kind without the operations that it needs is reported", async () => {
  const asKind = async (name: GroupName, kind: Kind) =>
    (await loadKinds(async (each) => (each === name ? { ...(await loadGroup(name)), kind } : undefined))).get(
      name,
    );
  const tokens = await asKind("tokens", { key: ["name"] });
  const networks = await asKind("networks", { key: ["name"] });
  const events = await asKind("events", { key: ["level"] });
  expect(tokens && unsupported(tokens)).toContain("no path parameter names one object");
  expect(tokens && unsupported(tokens)).toContain(
    "nothing gives token_key of account.delete_authorisation_token",
  );
  expect(networks && unsupported(networks)).not.toEqual([]);
  expect(events && unsupported(events)).not.toEqual([]);
});

test("kinds within another kind are not top-level keys of a document", () => {
  const names = topLevelKinds(kinds).map(({ name }) => name);
  expect(names).not.toContain("vlans");
  expect(names).not.toContain("boot-source-selections");
  expect(names).toContain("domains");
});

test("fields come from operations: create, update, or an operation for the field", () => {
  expect(fieldsOf("domains")).toEqual(["name", "authoritative", "forward_dns_servers", "ttl"]);
  const ttl = kinds.get("domains")?.fields.get("ttl");
  expect([ttl?.isForCreation, ttl?.isForUpdate]).toEqual([false, true]);
  const annotations = kinds.get("machines")?.fields.get("annotations");
  expect(annotations?.setBy?.entry.id).toBe("machine.set_workload_annotations");
  expect(fieldsOf("dnsresources")).not.toContain("fqdn");
  expect(fieldsOf("machines")).not.toContain("commission");
});
