import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeService } from "../../../../src/sandbox/groups/description.ts";
import { loadServedOperations } from "../../../../src/sandbox/groups/handlers.ts";

interface Action {
  readonly method: string;
  readonly name: string;
  readonly op: string | null;
  readonly restful: boolean;
  readonly doc: string;
}

interface Handler {
  readonly name: string;
  readonly doc: string;
  readonly params: readonly string[];
  readonly path: string;
  readonly uri: string;
  readonly actions: readonly Action[];
}

interface Resource {
  readonly name: string;
  readonly anon: Handler | null;
  readonly auth: Handler | null;
}

/**
 * A recorded description: lines of `# resource side handler path params`, each followed by `method name op
 * restful` lines.
 */
const recorded: ReadonlyMap<string, { readonly head: string; readonly actions: readonly string[] }> = new Map(
  readFileSync(new URL("../../../fixtures/further/description.txt", import.meta.url), "utf8")
    .trim()
    .slice(2)
    .split("\n# ")
    .map((section) => {
      const [head = "", ...actions] = section.split("\n");
      const [resource, side, ...rest] = head.split(" ");
      return [`${resource} ${side}`, { head: rest.join(" ").trim(), actions }] as const;
    }),
);

const entries = await loadServedOperations();
const description = describeService(entries, "SVC");
const origin = "http://service.example:5240";
const resources = description.describeAt(origin).resources as readonly Resource[];
const sides = resources.flatMap(({ name, anon, auth }) =>
  (["anon", "auth"] as const).flatMap((side) => {
    const handler = side === "anon" ? anon : auth;
    return handler === null ? [] : [{ key: `${name} ${side}`, handler }];
  }),
);

const lineOf = ({ method, name, op, restful }: Action) => `${method} ${name} ${op} ${restful}`;

test("resources have the names, paths, parameters and actions that were recorded", () => {
  const unknown = sides.flatMap(({ key, handler }) => {
    const recordedResource = recorded.get(key);
    const head = `${handler.name} ${handler.path} ${handler.params.join(",")}`.trim();
    const lines = handler.actions
      .map(lineOf)
      .filter((line) => recordedResource?.actions.includes(line) !== true);
    return [
      ...(head === recordedResource?.head ? [] : [head]),
      ...lines.map((line) => `${handler.name} ${line}`),
    ];
  });
  expect(unknown).toEqual([]);
});

test("every recorded action is served", () => {
  const addressOf = (path: string) =>
    path.replace(/^\/(?:SVC\/)?api\/(?:2\.0\/)?/, "/").replace(/\{\w+\}/g, "{}");
  const served = new Set(
    entries.map(({ operation: { method, path } }) => {
      const op = /op-([a-z_]+)$/.exec(path)?.[1] ?? null;
      return `${method} ${addressOf(path.replace(/op-[a-z_]+$/, ""))} ${op}`;
    }),
  );
  const missing = [...recorded.values()].flatMap(({ head, actions }) => {
    const path = addressOf(head.split(" ")[1] ?? "");
    return actions.flatMap((line) => {
      const [method, , op] = line.split(" ");
      return served.has(`${method} ${path} ${op}`) ? [] : [path];
    });
  });
  expect(missing).toEqual([]);
});

test("every operation is described, except those that only links lead to", () => {
  const described = sides.flatMap(({ handler }) =>
    handler.actions.map(({ method, op }) => `${method} ${handler.path} ${op}`),
  );
  const missing = entries.filter(({ operation: { method, path } }) => {
    const op = /op-([a-z_]+)$/.exec(path)?.[1] ?? null;
    const plain = path.replace(/op-[a-z_]+$/, "").replace(/^\/api\//, "/");
    return !described.includes(`${method} /SVC/api/2.0${plain} ${op}`);
  });
  expect(missing.map(({ id }) => id)).toEqual([
    ...["boot-resource.upload", "describe.read", "vlan-by-id.read", "vlan-by-id.update", "vlan-by-id.delete"],
  ]);
});

test("members are in the recorded order, and addresses are absolute", () => {
  expect(Object.keys(description.describeAt(origin))).toEqual(["doc", "handlers", "resources", "hash"]);
  for (const resource of resources) expect(Object.keys(resource)).toEqual(["name", "anon", "auth"]);
  for (const { handler } of sides) {
    expect(Object.keys(handler)).toEqual(["name", "doc", "params", "path", "uri", "actions"]);
    expect(handler.uri).toBe(`${origin}${handler.path}`);
    for (const action of handler.actions)
      expect(Object.keys(action)).toEqual(["method", "name", "op", "restful", "doc"]);
  }
});

test("the fields of an operation can be parsed from its text", () => {
  const typeNames = { integer: "Int", switch: "Int", boolean: "Boolean" } as Readonly<Record<string, string>>;
  for (const { operation } of entries) {
    const op = /op-([a-z_]+)$/.exec(operation.path)?.[1] ?? null;
    const path = `/SVC/api/2.0${operation.path.replace(/op-[a-z_]+$/, "").replace(/^\/api\//, "/")}`;
    const action = sides
      .filter(({ handler }) => handler.path === path)
      .flatMap(({ handler }) => handler.actions)
      .find((each) => each.method === operation.method && each.op === op);
    if (action === undefined) continue;
    const read = [
      ...action.doc.matchAll(/:param (\w+): (Required|Optional)\. .*\n:type (\w+): (\w+)\n/g),
    ].map(([, name, need, typeName, type]) => ({
      name,
      isRequired: need === "Required",
      typed: typeName,
      type,
    }));
    const expected = (operation.fields ?? [])
      .filter((field) => field.undocumented !== true && !field.prefix)
      .map(({ name, required = false, type }) => ({
        name,
        isRequired: required,
        typed: name,
        type: typeNames[type] ?? "String",
      }));
    expect(read, operation.path).toEqual(expected);
    expect(action.doc.startsWith(operation.summary)).toBe(true);
  }
});

test("the hash depends only on the described operations", () => {
  expect(description.hash).toMatch(/^[0-9a-f]{40}$/);
  expect(describeService(entries, "SVC").hash).toBe(description.hash);
  expect(description.describeAt("http://other.example")).toMatchObject({ hash: description.hash });
  expect(describeService(entries.slice(1), "SVC").hash).not.toBe(description.hash);
  expect(describeService(entries, "LAB").hash).not.toBe(description.hash);
});

test("another segment changes every path, and is in lower case in that of the configuration", () => {
  const lab = describeService(entries, "LAB").describeAt(origin).resources as readonly Resource[];
  const handlers = lab.flatMap(({ anon, auth }) => [anon ?? [], auth ?? []].flat());
  for (const { path } of handlers) expect(path).toMatch(/^\/LAB\/api\/2\.0\//);
  expect(lab.find(({ name }) => name === "LabHandler")?.auth?.path).toBe("/LAB/api/2.0/lab/");
});

test("operations that are not documented accept every recorded field", () => {
  const served = JSON.parse(
    readFileSync(new URL("../../../fixtures/description.json", import.meta.url), "utf8"),
  ) as { readonly resources: readonly Resource[] };
  const fieldsIn = (doc: string) => [...doc.matchAll(/:param (\w+):/g)].map(([, name]) => name);
  const addressOf = (method: string, path: string, op: string | null) =>
    `${method} ${path.replace(/\{\w+\}/g, "{}")} ${op ?? ""}`;
  const described = new Map(
    served.resources.flatMap(({ auth }) =>
      (auth?.actions ?? []).map(
        ({ method, op, doc }) => [addressOf(method, auth?.path ?? "", op), fieldsIn(doc)] as const,
      ),
    ),
  );
  const missing = entries
    .slice(189)
    .flatMap(({ id, operation: { method, path, fields = [], parameters = [] } }) => {
      const op = /op-([a-z_]+)$/.exec(path)?.[1] ?? null;
      const address = addressOf(method, `/SVC/api/2.0${path.replace(/op-[a-z_]+$/, "")}`, op);
      const names = new Set([...fields, ...parameters].map(({ name }) => name));
      return (described.get(address) ?? [])
        .filter((name) => !names.has(name ?? ""))
        .map((name) => `${id} ${name}`);
    });
  expect(described.size).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});
