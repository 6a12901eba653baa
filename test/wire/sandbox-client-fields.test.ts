import { describe, expect, test } from "vitest";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

describe.each(answerStyles)("undocumented fields, with %s answers", async (answers) => {
  const fixture = await fixtureOfFile({ answers });

  const fieldsOf = (text: string): string[] => Object.keys(JSON.parse(text));

  describe("a time to live", () => {
    const cases = {
      domains: { field: "ttl", make: () => ({ name: `${fixture.fresh("zone")}.example` }) },
      dnsresources: { field: "address_ttl", make: () => ({ name: fixture.fresh("host"), domain: "svc" }) },
      dnsresourcerecords: {
        field: "ttl",
        make: () => ({ fqdn: `${fixture.fresh("text")}.svc`, rrtype: "TXT", rrdata: "x" }),
      },
    };

    test.each(Object.entries(cases))(
      "of %s must be 0 or more seconds",
      async (collection, { field, make }) => {
        const created = await fixture.callOk("POST", `/${collection}/`, { ...make(), [field]: "0" });
        const path = `/${collection}/${created.id}/`;
        const { name } = created;
        const requiredName = name === undefined ? {} : { name };
        const read = async () => (await fixture.callOk("GET", path))[field];
        expect([created[field], await read()]).toEqual([0, 0]);
        for (const seconds of [300, 0, 2_147_483_647]) {
          await fixture.callOk("PUT", path, { ...requiredName, [field]: seconds });
          expect(await read()).toBe(seconds);
        }
        for (const wrong of ["-1", "2147483648", "0.5", "soon"]) {
          const refusal = await fixture.call("PUT", path, { ...requiredName, [field]: wrong });
          expect([refusal.status, fieldsOf(refusal.text)], wrong).toEqual([400, [field]]);
        }
        expect(await read()).toBe(2_147_483_647);
        await fixture.callOk("PUT", path, { ...requiredName, [field]: "" });
        expect(await read()).toBeNull();
      },
    );
  });

  test("fields set on creation of nodes, interfaces and disks are stored", async () => {
    const machine = { architecture: "amd64/generic", commission: false };
    const created = await fixture.callOk("POST", "/machines/", {
      ...machine,
      ...{ mac_addresses: fixture.mac(), zone: "south", pool: "web" },
    });
    expect([created.zone.name, created.pool.name]).toEqual(["south", "web"]);
    for (const [field, value] of Object.entries({ zone: "nosuch", pool: "nosuch" })) {
      const wrong = { ...machine, mac_addresses: fixture.mac(), [field]: value };
      const refusal = await fixture.call("POST", "/machines/", wrong);
      expect([refusal.status, fieldsOf(refusal.text)]).toEqual([400, [field]]);
    }
    const path = `/nodes/${created.system_id}/interfaces/`;
    const added = await fixture.callOk("POST", `${path}?op=create_physical`, {
      ...{ mac_address: fixture.mac(), enabled: false },
    });
    expect(added.enabled).toBe(false);
    expect((await fixture.callOk("PUT", `${path}${added.id}/`, { enabled: true })).enabled).toBe(true);
    expect((await fixture.callOk("PUT", `${path}${added.id}/`, { mtu: 9000 })).enabled).toBe(true);
    const [ready] = await fixture.callOk("GET", "/machines/?hostname=web-01");
    const disks = `/nodes/${ready.system_id}/blockdevices/`;
    const disk = { name: "nvme9", size: "10000000000", block_size: "512", model: "m", serial: "s" };
    const device = await fixture.callOk("POST", disks, { ...disk, tags: "ssd,fast", firmware_version: "F1" });
    const read = () => fixture.callOk("GET", `${disks}${device.id}/`);
    expect(await read()).toMatchObject({ tags: ["ssd", "fast"], firmware_version: "F1" });
    await fixture.callOk("PUT", `${disks}${device.id}/`, { tags: "slow" });
    expect(await read()).toMatchObject({ tags: ["slow"], firmware_version: "F1" });
  });

  describe("the parents of an interface", () => {
    /** Creates a machine with two physical interfaces and a tagged VLAN. */
    const prepare = async () => {
      const macs = { architecture: "amd64/generic", mac_addresses: [fixture.mac(), fixture.mac()] };
      const { system_id } = await fixture.callOk("POST", "/machines/", { ...macs, commission: false });
      const path = `/nodes/${system_id}/interfaces/`;
      const [eth0, eth1] = await fixture.callOk("GET", path);
      await fixture.callOk("PUT", `${path}${eth1.id}/`, { vlan: eth0.vlan.id });
      const vlan = await fixture.callOk("POST", "/fabrics/0/vlans/", { vid: fixture.fresh("2") });
      const requests = { bond: { name: "bond0" }, bridge: { name: "br0" }, vlan: { vlan: vlan.id } };
      const make = (type: keyof typeof requests, fields: Readonly<Record<string, string | string[]>>) =>
        fixture.call("POST", `${path}?op=create_${type}`, { ...requests[type], ...fields });
      return { path, first: String(eth0.id), second: String(eth1.id), make };
    };

    test.each([
      ["bridge", "parents"],
      ["bridge", "parent"],
      ["vlan", "parents"],
      ["vlan", "parent"],
    ] as const)("can be set for a %s on creation and update as %s", async (type, field) => {
      const { path, first, second, make } = await prepare();
      const created = await make(type, { [field]: first });
      expect([created.status, created.json.parents]).toEqual([200, ["eth0"]]);
      const moved = await fixture.callOk("PUT", `${path}${created.json.id}/`, { [field]: second });
      expect(moved.parents).toEqual(["eth1"]);
      const read = await fixture.callOk("GET", `${path}${created.json.id}/`);
      expect(read.parents).toEqual(["eth1"]);
    });

    test.each(["bridge", "vlan"] as const)("must be exactly one for a %s", async (type) => {
      const { path, first, second, make } = await prepare();
      const wrong = [
        {},
        { parent: "" },
        { parents: "" },
        { parent: "", parents: first },
        { parents: [first, second] },
        { parents: `${first},${second}` },
        { parent: "99999" },
        { parents: "99999" },
      ];
      for (const fields of wrong) {
        const refusal = await make(type, fields);
        const about = [fields, refusal.status, refusal.status === 400 && fieldsOf(refusal.text)];
        expect(about).toEqual([fields, 400, ["parent"]]);
      }
      const created = await make(type, { parent: first, parents: second });
      expect(created.json.parents).toEqual(["eth0"]);
      for (const fields of wrong.slice(1)) {
        const refusal = await fixture.call("PUT", `${path}${created.json.id}/`, fields);
        expect([fields, refusal.status]).toEqual([fields, 400]);
      }
      const read = await fixture.callOk("GET", `${path}${created.json.id}/`);
      expect(read.parents).toEqual(["eth0"]);
    });

    test("of a bond can only be set as parents", async () => {
      const { path, first, second, make } = await prepare();
      const refusal = await make("bond", { parent: first });
      expect([refusal.status, fieldsOf(refusal.text)]).toEqual([400, ["parents"]]);
      const created = await make("bond", { parents: [first, second] });
      expect([created.status, created.json.parents]).toEqual([200, ["eth0", "eth1"]]);
      const change = await fixture.call("PUT", `${path}${created.json.id}/`, { parent: first });
      expect([change.status, fieldsOf(change.text)]).toEqual([400, ["parent"]]);
      const smaller = await fixture.callOk("PUT", `${path}${created.json.id}/`, { parents: first });
      expect(smaller.parents).toEqual(["eth0"]);
    });
  });

  describe("power parameters as one JSON object", () => {
    const machineWith = (parameters: unknown) => ({
      architecture: "amd64/generic",
      mac_addresses: fixture.mac(),
      power_type: "ipmi",
      commission: false,
      power_parameters: typeof parameters === "string" ? parameters : JSON.stringify(parameters),
    });
    const stored = (id: string) => fixture.callOk("GET", `/machines/${id}/op-power_parameters`);
    const make = async (parameters: unknown, more: Readonly<Record<string, string>> = {}): Promise<string> =>
      (await fixture.callOk("POST", "/machines/", { ...machineWith(parameters), ...more })).system_id;

    test("are stored with a new machine", async () => {
      const id = await make({ power_address: "192.0.2.11", power_user: "root", power_pass: "a b=&ü" });
      expect(await stored(id)).toEqual({
        power_address: "192.0.2.11",
        power_user: "root",
        power_pass: "a b=&ü",
      });
      expect((await fixture.callOk("GET", `/machines/${id}/`)).power_type).toBe("ipmi");
    });

    test("are updated without losing the others", async () => {
      const id = await make({ power_address: "192.0.2.12", power_user: "root" });
      const update = (fields: Readonly<Record<string, string>>) =>
        fixture.callOk("PUT", `/machines/${id}/`, fields);
      await update({ power_parameters: '{"power_user": "admin"}' });
      expect(await stored(id)).toEqual({ power_address: "192.0.2.12", power_user: "admin" });
      for (const unchanged of ["", " ", "{}", '{"power_user": null}'])
        await update({ power_parameters: unchanged });
      expect(await stored(id)).toEqual({ power_address: "192.0.2.12", power_user: "admin" });
      await update({ power_type: "apc", power_parameters: '{"power_address": "x", "node_outlet": 7}' });
      expect(await stored(id)).toEqual({ power_address: "x", node_outlet: "7" });
    });

    test("may be texts and lists of texts, and separate fields override them", async () => {
      const parameters = {
        power_address: "192.0.2.13",
        port: 623,
        tls: true,
        workaround_flags: ["opensesspriv", "idzero"],
        power_user: "other",
        k_g: "",
      };
      const id = await make(parameters, { power_parameters_power_user: "root" });
      expect(await stored(id)).toEqual({ ...parameters, port: "623", tls: "true", power_user: "root" });
      const copy = JSON.stringify(await stored(id));
      await fixture.callOk("PUT", `/machines/${id}/`, { power_parameters: copy });
      expect(JSON.stringify(await stored(id))).toBe(copy);
    });

    test.each(["{", "nothing", '"text"', "7", "null", '["a"]', '{"a": {"b": "c"}}', '{"a": [["b"]]}'])(
      "%s is refused and changes nothing",
      async (wrong) => {
        const id = await make({ power_address: "192.0.2.14" });
        const machines = (await fixture.callOk("GET", "/machines/")).length;
        for (const [method, path] of [
          ["POST", "/machines/"],
          ["PUT", `/machines/${id}/`],
        ] as const) {
          const refusal = await fixture.call(method, path, machineWith(wrong));
          expect([refusal.status, fieldsOf(refusal.text)], method).toEqual([400, ["power_parameters"]]);
        }
        expect(await fixture.callOk("GET", "/machines/")).toHaveLength(machines);
        expect(await stored(id)).toEqual({ power_address: "192.0.2.14" });
        await fixture.callOk("DELETE", `/machines/${id}/`);
      },
    );

    test("may be changed only by administrators", async () => {
      const id = await fixture.machine("allocated", "bob");
      const fields = { power_parameters: '{"power_address": "elsewhere"}' };
      expect((await fixture.call("PUT", `/machines/${id}/`, fields, fixture.keys.bob)).status).toBe(403);
      expect(await stored(id)).toEqual({});
    });
  });
});
