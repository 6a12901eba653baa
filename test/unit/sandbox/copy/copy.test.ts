import { describe, expect, test } from "vitest";
import { loadGroup } from "../../../../src/catalogue/index.ts";
import { type CopyRecord, siteReads, snapshotFormat } from "../../../../src/catalogue/site-copy.ts";
import type { Client, Values } from "../../../../src/client/http/call.ts";
import { loadKinds } from "../../../../src/desired/kinds.ts";
import type { Sandbox } from "../../../../src/sandbox/sandbox.ts";
import { written } from "../../desired/written.ts";
import { partOfRun } from "../../random.ts";
import { clientOf, linesOf, recordsOf, startCopy, startSite } from "./copied.ts";

const call = async (
  client: Client,
  group: Parameters<typeof loadGroup>[0],
  id: string,
  values: Values = {},
) => {
  const operation = (await loadGroup(group)).operations[id];
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return await (await client.call(operation, values)).value();
};

/** Every list from which a copy is made, as a client reads it. */
async function listsOf(client: Client): Promise<Readonly<Record<string, unknown>>> {
  const lists: [string, unknown][] = [];
  for (const { group, id, values, each } of siteReads)
    if (each === undefined && id.endsWith(".list") && id !== "ssl-keys.list" && id !== "license-keys.list")
      lists.push([id, await call(client, group, id, values ?? {})]);
  lists.push(["all addresses", await call(client, "ipaddresses", "ip-addresses.list", { all: true })]);
  const { events } = (await call(client, "events", "events.query", { limit: "50" })) as { events: unknown };
  return { ...Object.fromEntries(lists), events };
}

const keyParts = ({ keys }: Sandbox) => [keys.administrator, keys.user].flatMap((key) => key.split(":"));

const sites = [
  ["documented", 3, "path"],
  ["deployed", 8, "query"],
] as const;

describe.each(partOfRun(sites, 2))(
  "a copy of a site with %s answers, seed %i, addressed by %s",
  (answers, seed, addressing) => {
    test("answers like the site, field by field, and exports the same files", async () => {
      const { sandbox: site, methods } = await startSite({ answers, seed, machines: 14 });
      const client = clientOf(site, site.keys.administrator, addressing);
      const lines = await linesOf(recordsOf(client));
      expect([...methods]).toEqual(["GET"]);
      const copy = await startCopy(lines);
      expect(copy.copyReport).toMatchObject({ unread: [], leftOut: [] });
      expect(copy.world.answers.style).toBe(answers);
      const ofCopy = clientOf(copy, copy.keys.administrator);
      expect(await listsOf(ofCopy)).toEqual(await listsOf(client));

      const kinds = await loadKinds(loadGroup);
      const [exported, original] = [
        await written({ client: ofCopy, kinds }),
        await written({ client, kinds }),
      ];
      expect(exported.text).toBe(original.text);

      const everything = JSON.stringify([lines, copy.world.state, copy.requests(200)]);
      expect(keyParts(site).filter((part) => everything.includes(part))).toEqual([]);
      for (const secret of ["AAAAA-BBBBB", "BEGIN CERTIFICATE"]) expect(everything).not.toContain(secret);
      expect(await copy.changes()).toEqual([]);
    });
  },
);

test("the parts of each machine are answered like at the site, too", async () => {
  const { sandbox: site } = await startSite({ answers: "deployed", machines: 12 });
  const client = clientOf(site, site.keys.administrator);
  const copy = await startCopy(recordsOf(client));
  const ofCopy = clientOf(copy, copy.keys.administrator);
  const machines = Object.keys(site.world.state.nodes.bySystemId);
  for (const system_id of machines)
    for (const [group, id] of [
      ["interfaces", "interfaces.list"],
      ["block-devices", "block-devices.list"],
    ] as const)
      expect(await call(ofCopy, group, id, { system_id })).toEqual(
        await call(client, group, id, { system_id }),
      );
});

describe("members and values that the sandbox does not know", () => {
  const oddities = {
    status: 77,
    status_name: "Quarantined",
    architecture: "riscv64/generic",
    further: { deep: [{ id: 5, note: "kept" }], toString: 1 },
    cpu_test_status: 3,
    cpu_count: 2 ** 33,
    tag_names: ["a\ud800"],
    hostname: "web-01",
    interface_set: "none",
  };

  async function oddCopy() {
    const { sandbox: site } = await startSite({ machines: 3 });
    const lines = await linesOf(recordsOf(clientOf(site, site.keys.administrator)));
    const [first] = lines.flatMap((line) =>
      "read" in line && line.read === "machines.list" ? [line.value] : [],
    );
    const odd = { ...(first as { readonly system_id: string }), ...oddities };
    const changed = lines.map((line) => {
      if (!("read" in line)) return line;
      if (line.read.endsWith(".power_parameters"))
        return { ...line, value: { [odd.system_id]: { power_boot_type: { toString: 1 } } } };
      return line.value === first ? { ...line, value: odd } : line;
    });
    const copy = await startCopy(changed);
    return { copy, odd, client: clientOf(copy, copy.keys.administrator) };
  }

  test("are answered like at the site until the object changes", async () => {
    const { copy, odd, client } = await oddCopy();
    const id = odd.system_id;
    const read = () => call(client, "machines", "machine.read", { system_id: id });
    expect(await call(client, "tags", "tags.list")).toContainEqual(
      expect.objectContaining({ name: "a\ufffd" }),
    );
    expect(await read()).toEqual(odd);
    expect(copy.copyReport?.leftOut).toEqual([
      { kind: "actions on machines", why: "their status 'Quarantined' is unknown", count: 1 },
    ]);
    await call(client, "machines", "machine.update", { system_id: id, zone: "south" });
    expect(await read()).toMatchObject({ ...oddities, zone: { name: "south" } });
    await call(client, "machines", "machine.mark_broken", { system_id: id });
    expect(await read()).toMatchObject({ status: 8, status_name: "Broken", further: oddities.further });
  });
});

test("a change that the site refuses is refused in the copy, with the same message and the same user's rights", async () => {
  const { sandbox: site } = await startSite({ answers: "deployed", instant: true });
  const { users } = site;
  const bob = users().find(({ username }) => username === "bob")?.keys[0] ?? "";
  const admin = clientOf(site, site.keys.administrator);
  const byName = new Map(
    Object.values(site.world.state.nodes.bySystemId).map((node) => [node.hostname, node.systemId]),
  );
  await call(admin, "machines", "machine.lock", { system_id: byName.get("app-02") ?? "" });
  // The list is sorted by name, but a refusal names zones in the order in which they were created.
  await call(admin, "zones", "zones.create", { name: "a-first" });
  const attempts: readonly [Parameters<typeof loadGroup>[0], string, Values][] = [
    ["machines", "machine.release", { system_id: byName.get("app-02") ?? "" }],
    ["machines", "machine.power_on", { system_id: byName.get("web-02") ?? "" }],
    ["machines", "machine.deploy", { system_id: byName.get("old-01") ?? "" }],
    ["machines", "machine.update", { system_id: byName.get("web-01") ?? "", zone: "nowhere" }],
    [
      "ipranges",
      "ip-ranges.create",
      { type: "reserved", subnet: "1", start_ip: "9.9.9.9", end_ip: "9.9.9.10" },
    ],
    ["zones", "zones.create", { name: "mine" }],
    ["nodes", "nodes.set_zone", { nodes: byName.get("web-01") ?? "", zone: "nowhere" }],
    ["config", "svc.set_config", { name: "node_timeout", value: "x" }],
  ];
  for (const key of [site.keys.administrator, bob]) {
    const client = clientOf(site, key);
    const copy = await startCopy(recordsOf(client));
    const ofCopy = clientOf(copy, copy.keys.administrator);
    const whoami = (of: Client) => call(of, "users", "users.whoami");
    expect(await whoami(ofCopy)).toMatchObject({ ...((await whoami(client)) as object) });
    const outcome =
      (of: Client) =>
      async ([group, id, values]: (typeof attempts)[number]) => {
        try {
          await call(of, group, id, values);
          return "done";
        } catch (error) {
          return String(error);
        }
      };
    for (const attempt of attempts)
      expect([attempt[1], await outcome(ofCopy)(attempt)]).toEqual([
        attempt[1],
        await outcome(client)(attempt),
      ]);
  }
});

test("controllers are racks, regions or both, as at the site", async () => {
  const { sandbox: site } = await startSite({ machines: 1 });
  const lines = await linesOf(recordsOf(clientOf(site, site.keys.administrator)));
  const only = { node_type: 3, node_type_name: "Region controller", service_set: [] };
  const [rack] = lines.flatMap((line) =>
    "read" in line && line.read === "rack-controllers.list" ? [line.value as object] : [],
  );
  const value = { ...rack, ...only, system_id: "reg1on", hostname: "region-2" };
  const uri = "/SVC/api/2.0/regioncontrollers/reg1on/";
  const all = lines.flatMap((line): CopyRecord[] =>
    "read" in line && line.read === "region-controllers.list"
      ? [line, { ...line, value: { ...value, resource_uri: uri } }]
      : "end" in line
        ? [{ ...line, lines: line.lines + 1 }]
        : [line],
  );
  const copy = await startCopy(all);
  const client = clientOf(copy, copy.keys.administrator);
  const names = async (group: "rackcontrollers" | "regioncontrollers", id: string) =>
    ((await call(client, group, id)) as { hostname: string }[]).map(({ hostname }) => hostname);
  expect(await names("rackcontrollers", "rack-controllers.list")).toEqual(["rack-01"]);
  expect(await names("regioncontrollers", "region-controllers.list")).toEqual(["rack-01", "region-2"]);
  const [, second] = (await call(client, "regioncontrollers", "region-controllers.list")) as object[];
  expect(second).toEqual({ ...value, resource_uri: uri });
});

test("what a user may not read is reported, and all the rest is copied", async () => {
  const { sandbox: site, methods } = await startSite({ answers: "deployed" });
  const bob = site.users().find(({ username }) => username === "bob")?.keys[0] ?? "";
  const client = clientOf(site, bob);
  const copy = await startCopy(recordsOf(client));
  expect([...methods]).toEqual(["GET"]);
  expect(copy.copyReport?.unread.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["vm hosts", "boot sources", "license keys", "power parameters"]),
  );
  const names = async (of: Client) => call(of, "machines", "machines.list");
  expect(await names(clientOf(copy, copy.keys.administrator))).toEqual(await names(client));
});

test("the user of the copy keeps the rights at the site if the list of users cannot be read", async () => {
  const user = { username: "amy", is_superuser: true };
  const machine = { system_id: "aaa111", hostname: "web-01", status: 6, owner: "amy" };
  const copy = await startCopy([
    { ...snapshotFormat, url: "http://live.example/LAB", time: "2026-11-20T12:00:00Z", user },
    { unread: "users", reason: "500" },
    { read: "machines.list", value: machine },
    { end: true, lines: 3 },
  ]);
  expect(copy.users()).toMatchObject([user]);
});

test("the report lists created, changed, deleted and refused objects, without secrets", async () => {
  const { sandbox: site } = await startSite();
  const copy = await startCopy(recordsOf(clientOf(site, site.keys.administrator)));
  const client = clientOf(copy, copy.keys.administrator);
  const idOf = (name: string) =>
    Object.values(copy.world.state.nodes.bySystemId).find(({ hostname }) => hostname === name)?.systemId ??
    "";
  const web01 = idOf("web-01");
  await call(client, "machines", "machine.deploy", { system_id: web01 });
  await expect.poll(() => copy.world.state.nodes.bySystemId[web01]?.status).toBe("deployed");
  await call(client, "machines", "machine.release", { system_id: web01 });
  await expect.poll(() => copy.world.state.nodes.bySystemId[web01]?.status).toBe("ready");
  await call(client, "machines", "machine.update", {
    system_id: idOf("web-02"),
    zone: "south",
    power_type: "ipmi",
    power_parameters: { power_address: "10.0.0.1", power_user: "u", power_pass: "hunter22" },
  });
  await call(client, "machines", "machine.delete", { system_id: idOf("db-01") });
  await call(client, "tags", "tags.create", { name: "t1" });
  await call(client, "config", "svc.set_config", { name: "svc_proxy_port", value: "8001" });
  await call(client, "machines", "machine.deploy", { system_id: idOf("old-01") }).catch(() => undefined);
  const changes = (await copy.changes()) ?? [];
  const findChange = (action: string, name: string) =>
    changes.find((each) => each.action === action && each.name === name);
  expect(findChange("changed", "web-01")?.statuses).toEqual([
    ...["Ready", "Allocated", "Deploying", "Deployed", "Releasing", "Ready"],
  ]);
  expect(findChange("changed", "web-02")?.fields).toEqual(
    expect.arrayContaining([
      { field: "zone", from: "north", to: "south" },
      { field: "power_parameters.power_pass", from: "********", to: "********" },
    ]),
  );
  expect(findChange("deleted", "db-01")).toMatchObject({ kind: "machines" });
  expect(findChange("created", "t1")).toMatchObject({ kind: "tags", id: "t1" });
  expect(findChange("changed", "svc_proxy_port")?.fields).toEqual([
    { field: "svc_proxy_port", from: 8000, to: 8001 },
  ]);
  expect(changes.filter(({ action }) => action === "refused")).toEqual([
    expect.objectContaining({
      request: `POST /machines/${idOf("old-01")}/op-deploy`,
      status: 409,
      reason: "Can't deploy a machine that is in the 'Broken' state",
    }),
  ]);
  expect(JSON.stringify(changes)).not.toContain("hunter22");
  copy.world.answers.style = "deployed";
  copy.reset();
  expect(copy.world.answers.style).toBe("documented");
  expect(await copy.changes()).toEqual([]);
});

test("work in progress at the site stays unfinished in the copy, and can be aborted", async () => {
  const { sandbox: site } = await startSite();
  const admin = clientOf(site, site.keys.administrator);
  const [web01 = ""] = Object.values(site.world.state.nodes.bySystemId).flatMap(({ hostname, systemId }) =>
    hostname === "web-01" ? [systemId] : [],
  );
  site.world.clock.setPaused(true);
  await call(admin, "machines", "machine.deploy", { system_id: web01 });
  const copy = await startCopy(recordsOf(admin));
  const client = clientOf(copy, copy.keys.administrator);
  copy.advance(3_600_000);
  const read = () => call(client, "machines", "machine.read", { system_id: web01 });
  expect(await read()).toMatchObject({ status_name: "Deploying" });
  await call(client, "machines", "machine.abort", { system_id: web01 });
  expect(await read()).toMatchObject({ status_name: "Allocated" });
});

test("ids and names of the site are not assigned again", async () => {
  const { sandbox: site } = await startSite();
  const client = clientOf(site, site.keys.administrator);
  const copy = await startCopy(recordsOf(client));
  const ofCopy = clientOf(copy, copy.keys.administrator);
  const created = (await call(ofCopy, "domains", "domains.create", { name: "new.example" })) as {
    id: number;
  };
  const siteDomains = (await call(client, "domains", "domains.list")) as readonly { id: number }[];
  expect(siteDomains.map(({ id }) => id)).not.toContain(created.id);
});
