import { expect, test } from "vitest";
import { createRandom } from "../../random.ts";
import { type Fields, harnessOfTest } from "../harness.ts";

/** Changes that are accepted, refused, or accepted only in some states. */
const changes: Readonly<Record<string, readonly string[]>> = {
  name: ["lab", "storage net", "", "bad/name", "x".repeat(300)],
  description: ["free text", ""],
  mtu: ["1500", "9000", "551", "65536", "many", ""],
  space: ["prod", "undefined", "", "nosuch", "1", "99"],
  vid: ["0", "100", "200", "4094", "4095", "-1", "x"],
  dhcp_on: ["true", "false", "perhaps", "1"],
  primary_rack: ["rack-01", "nosuch", "", "web-02"],
  secondary_rack: ["rack-01", "rack-02", "nosuch", ""],
  relay_vlan: ["1", "2", "3", "99", "", "x"],
};

test("a VLAN can be changed and deleted by its id as by its fabric, with the same refusals", async () => {
  const [byFabric, byId] = [await harnessOfTest({ seed: 4 }), await harnessOfTest({ seed: 4 })];
  const random = createRandom(10);
  const nodes = new Map(["rack-01", "web-02"].map((name) => [name, byId.id(name)]));
  for (const each of [byFabric, byId]) await each.post("/fabrics/0/vlans/", { vid: "100", name: "extra" });
  const statuses = new Set<number>();
  for (let round = 0; round < 120; round += 1) {
    const vlans = (await byId.get("/fabrics/0/vlans/")).json as { id: number; vid: number }[];
    const { id, vid } = random.pick(vlans);
    const names = Object.keys(changes).filter(() => random.below(4) === 0);
    const fields: Fields = Object.fromEntries(
      names.map((name) => {
        const value = random.pick(changes[name] ?? [""]);
        return [name, nodes.get(value) ?? value];
      }),
    );
    const isRemoval = random.below(12) === 0;
    const isUser = random.below(9) === 0;
    const replies = [];
    for (const [each, path] of [
      [byFabric, `/fabrics/0/vlans/${vid}/`],
      [byId, `/vlans/${id}/`],
    ] as const) {
      const who = isUser ? each.user : undefined;
      replies.push(isRemoval ? await each.del(path, who) : await each.put(path, fields, who));
    }
    const [one, other] = replies.map(({ status, text }) => [status, text]);
    expect([round, fields, other]).toEqual([round, fields, one]);
    statuses.add(replies[0]?.status ?? 0);
    for (const each of [byFabric, byId])
      if ((await each.get("/fabrics/0/vlans/")).json.length < 2)
        await each.post("/fabrics/0/vlans/", { vid: "100" });
  }
  expect((await byId.get("/fabrics/")).text).toBe((await byFabric.get("/fabrics/")).text);
  expect([...statuses].sort()).toEqual([200, 204, 400, 403]);
});

test("a VLAN without a name is named after its VLAN id, also after a change of it", async () => {
  const harness = await harnessOfTest();
  const { id, name } = (await harness.post("/fabrics/0/vlans/", { vid: "7" })).json;
  expect(name).toBe("7");
  expect((await harness.put(`/vlans/${id}/`, { vid: "8" })).json).toMatchObject({ vid: 8, name: "8" });
  expect((await harness.put(`/vlans/${id}/`, { vid: "9", name: "storage" })).json.name).toBe("storage");
  expect((await harness.put(`/vlans/${id}/`, { vid: "10" })).json).toMatchObject({
    vid: 10,
    name: "storage",
  });
});

test("the relay VLAN can be an id or a name", async () => {
  const harness = await harnessOfTest();
  const [one, other] = [
    (await harness.post("/fabrics/0/vlans/", { vid: "7", name: "relayed" })).json,
    (await harness.post("/fabrics/0/vlans/", { vid: "8", name: "relaying" })).json,
  ];
  for (const relay_vlan of ["relaying", String(other.id)])
    expect((await harness.put(`/vlans/${one.id}/`, { relay_vlan })).json.relay_vlan.id).toBe(other.id);
  for (const relay_vlan of ["nosuch", "99", "1.5", "-1"])
    expect((await harness.put(`/vlans/${one.id}/`, { relay_vlan })).status).toBe(400);
  expect((await harness.put(`/vlans/${one.id}/`, { relay_vlan: "" })).json.relay_vlan).toBe(null);
});
