import { expect, test } from "vitest";
import { allNodes } from "../../../../src/sandbox/state/world.ts";
import { ask, expectRefusal, rejection } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

const value = "option domain-name-servers 10.10.0.2;";

test("a snippet is global, or belongs to a node or a subnet", async () => {
  const world = networkedWorld();
  const node = allNodes(world, "machine")[0]?.systemId ?? "";
  const create = (form: Record<string, string>) =>
    ask(world, "dhcp-snippets.create", { form: { name: "s", value, ...form } });
  await expectRefusal(ask(world, "dhcp-snippets.create"), "name", "value");
  await expectRefusal(create({ name: "ntp" }), "name");
  await expectRefusal(create({ value: "subnet 10.0.0.0 {" }), "value");
  await expectRefusal(create({ node, subnet: "1" }), "subnet");
  await expectRefusal(create({ node, global_snippet: "true" }), "global_snippet");
  await expectRefusal(create({ subnet: "1", global_snippet: "true" }), "global_snippet");
  await expectRefusal(create({ iprange: "1" }), "iprange");
  await expectRefusal(create({ subnet: "2", iprange: "1" }), "iprange");
  await expectRefusal(create({ subnet: "99" }), "subnet");
  await expectRefusal(create({ node: "nosuch" }), "node");
  await expectRefusal(create({ enabled: "maybe" }), "enabled");
  expect((await create({ subnet: "1", iprange: "1" })).body.iprange.id).toBe(1);
  expect((await create({ name: "s2", node })).body.node.system_id).toBe(node);
  expect((await create({ name: "s3", enabled: "false" })).body).toMatchObject({
    global_snippet: true,
    enabled: false,
  });
});

test("a snippet cannot have two scopes", async () => {
  const world = networkedWorld();
  const node = allNodes(world, "machine")[0]?.systemId ?? "";
  const path = { id: 1 };
  const update = (form: Record<string, string>) => ask(world, "dhcp-snippet.update", { path, form });
  await expectRefusal(update({ node }), "node");
  expect((await update({ node, subnet: "" })).body).toMatchObject({ subnet: null, global_snippet: false });
  await expectRefusal(update({ subnet: "1" }), "subnet");
  expect((await update({ global_snippet: "true" })).body).toMatchObject({
    node: null,
    subnet: null,
    global_snippet: true,
  });
});

test("all values are kept, and revert takes an id or a number of steps", async () => {
  const world = networkedWorld();
  const path = { id: 1 };
  const values: string[] = ["option ntp-servers 10.10.0.2;"];
  for (const number of [1, 2, 3]) {
    values.push(`default-lease-time ${number};`);
    await ask(world, "dhcp-snippet.update", { path, form: { value: values.at(-1) ?? "" } });
  }
  const history = async () =>
    (await ask(world, "dhcp-snippet.read", { path })).body.history as { id: number; value: string }[];
  expect((await history()).map((each) => each.value)).toEqual(values.toReversed());
  const revert = (to: string) => ask(world, "dhcp-snippet.revert", { path, form: { to } });
  for (const to of ["", "x", "1.5"]) expect(rejection(await revert(to)), to).toEqual([400, "to"]);
  for (const to of ["0", "-4", "999"]) expect((await revert(to)).status, to).toBe(404);
  expect((await revert("-1")).body.value).toBe(values[2]);
  const oldest = (await history()).at(-1)?.id;
  const reverted = await revert(String(oldest));
  expect([reverted.body.value, reverted.body.history.length]).toEqual([values[0], 1]);
  expect((await ask(world, "dhcp-snippet.delete", { path })).status).toBe(204);
  expect((await revert("-1")).status).toBe(404);
});

test("a snippet is deleted with its node", async () => {
  const world = networkedWorld();
  const node = allNodes(world, "machine")[0]?.systemId ?? "";
  const { body } = await ask(world, "dhcp-snippets.create", { form: { name: "s", value, node } });
  await ask(world, "node.delete", { path: { system_id: node } });
  expect((await ask(world, "dhcp-snippet.read", { path: { id: body.id } })).status).toBe(404);
});
