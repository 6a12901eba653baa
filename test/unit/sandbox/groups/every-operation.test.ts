import { expect, test } from "vitest";
import { loadServedOperations } from "../../../../src/sandbox/groups/handlers.ts";
import { allNodes } from "../../../../src/sandbox/state/world.ts";
import { makeParameters } from "../../../../src/sandbox/wire/call.ts";
import { stateText } from "../../../wire/sandbox-state-text.ts";
import { admin, answerOf, bob } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

const unknownIds = [
  "987654",
  "00000000000000000001",
  "x",
  "-1",
  "1.0",
  "1e0",
  "0x64",
  "__proto__",
  "constructor",
  "",
];

/** Deleting an unknown zone is not an error. Results also have words for ids, so that other words are invalid. */
const statusesOf = (id: string): readonly number[] =>
  id === "zone.delete" ? [204] : id.startsWith("result.") ? [400, 404] : [404];

const served = await loadServedOperations();
const operations = served.flatMap(({ id, operation: { parameters = [] } }) =>
  parameters.length === 0 ? [] : [[id, parameters.map(({ name }) => name)] as const],
);

test.each(operations)("%s of an unknown object is a 404", async (id, names) => {
  const world = networkedWorld(1);
  const [node] = allNodes(world, "machine");
  const [device] = node?.storage.devices ?? [];
  const knownIds: Readonly<Record<string, string>> = {
    ...{ system_id: node?.systemId ?? "", device_id: String(device?.id), fabric_id: "0" },
    ...{ boot_source_id: "1", resource_id: "1", osystem: "windows" },
  };
  const [form, query] = [makeParameters([]), makeParameters([])];
  const parts = { world, user: admin, form, query, body: Buffer.from("x") };
  for (const [last] of names.entries())
    for (const unknown of unknownIds) {
      const path = Object.fromEntries(
        names.map((name, index) => [name, index < last ? (knownIds[name] ?? "1") : unknown]),
      );
      const { status } = await answerOf(id, { ...parts, path });
      expect([path, status]).toEqual([path, expect.toBeOneOf([...statusesOf(id)])]);
    }
});

const forAdministrators = served.filter(
  ({ operation: { who, path } }) => who === "admin" && !path.includes("{system_id}"),
);

test.each(forAdministrators)("$id is refused to users", async ({ id }) => {
  const world = networkedWorld(1);
  const before = stateText(world);
  const [form, query, body] = [makeParameters([]), makeParameters([]), Buffer.from("x")];
  const path = { id: "1", name: "default", fabric_id: "0", vid: "0", boot_source_id: "1", resource_id: "1" };
  expect((await answerOf(id, { world, user: bob, form, query, body, path })).status).toBe(403);
  expect(stateText(world)).toBe(before);
});
