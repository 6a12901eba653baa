import { beforeEach, describe, expect, test } from "vitest";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";

describe.each(answerStyles)(
  "undocumented behaviour that clients rely on, with %s answers",
  async (answers) => {
    const fixture = await fixtureOfFile({ answers });
    beforeEach(() => fixture.sandbox.reset());

    const statusOf = async (method: string, path: string, values = {}, key = fixture.keys.admin) =>
      (await fixture.call(method, path, values, key)).status;

    describe("an address reserved by a DNS resource", () => {
      const makeName = (ip_addresses: string) =>
        fixture.callOk("POST", "/dnsresources/", {
          name: fixture.fresh("host"),
          domain: "svc",
          ip_addresses,
        });
      const reservedIps = async (): Promise<string[]> =>
        (await fixture.callOk("GET", "/ipaddresses/")).map(({ ip }: { ip: string }) => ip);

      test.each(["10.10.0.91", "2001:db8:10::91", "192.0.2.91", "2001:db8:ffff::91"])(
        "remains reserved after the resource is deleted, until it is released: %s",
        async (ip) => {
          const { id } = await makeName(ip);
          await fixture.callOk("DELETE", `/dnsresources/${id}/`);
          expect(await reservedIps()).toContain(ip);
          expect(await statusOf("POST", "/ipaddresses/?op=release", { ip })).toBe(204);
          expect(await reservedIps()).not.toContain(ip);
          expect(await statusOf("GET", `/dnsresources/${(await makeName(ip)).id}/`)).toBe(200);
          expect(await statusOf("POST", "/ipaddresses/?op=release", { ip })).toBe(204);
        },
      );

      test("remains reserved after it is removed from the resource", async () => {
        const { id } = await makeName("10.10.0.92 10.10.0.93");
        const changed = await fixture.callOk("PUT", `/dnsresources/${id}/`, { ip_addresses: "10.10.0.93" });
        expect(changed.ip_addresses.map(({ ip }: { ip: string }) => ip)).toEqual(["10.10.0.93"]);
        expect(await reservedIps()).toEqual(expect.arrayContaining(["10.10.0.92", "10.10.0.93"]));
      });

      test.each(["192.0.2.95", "2001:db8:ffff::95"])("may be outside all subnets: %s", async (ip) => {
        const { id, ip_addresses } = await makeName(ip);
        expect(ip_addresses).toMatchObject([{ ip, subnet: null, owner: { username: "admin" } }]);
        const { id: shared } = await makeName(ip);
        for (const each of [id, shared])
          expect((await fixture.callOk("GET", `/dnsresources/${each}/`)).ip_addresses).toEqual(ip_addresses);
        expect(await statusOf("POST", "/ipaddresses/?op=reserve", { ip: ip.replace("95", "96") })).toBe(400);
        expect(await statusOf("POST", "/ipaddresses/?op=release", { ip })).toBe(204);
        for (const each of [id, shared]) expect(await statusOf("GET", `/dnsresources/${each}/`)).toBe(404);
      });
    });

    describe("a space", () => {
      const create = (values: Readonly<Record<string, string>> = {}) =>
        fixture.callOk("POST", "/spaces/", values);

      test("is named after its id if it has no name", async () => {
        for (const values of [{}, { name: "" }, { name: " ", description: "dmz" }]) {
          const { id, name, description } = await create(values);
          expect([name, description]).toEqual([`space-${id}`, "description" in values ? "dmz" : ""]);
          expect((await fixture.callOk("GET", `/spaces/space-${id}/`)).id).toBe(id);
        }
      });

      test("is named after its id again when its name is removed", async () => {
        const { id } = await create({ name: fixture.fresh("space") });
        expect((await fixture.callOk("PUT", `/spaces/${id}/`, { description: "dmz" })).name).toMatch(
          /^space\d/,
        );
        expect((await fixture.callOk("PUT", `/spaces/${id}/`, { name: "" })).name).toBe(`space-${id}`);
        for (const name of ["space-1", "undefined", "a/b"])
          expect(await statusOf("PUT", `/spaces/${id}/`, { name }), name).toBe(400);
      });

      test.each(["/zones/", "/resourcepools/"])("is the only object that needs no name: %s", async (path) => {
        for (const values of [{}, { name: "" }]) expect(await statusOf("POST", path, values)).toBe(400);
      });
    });

    describe("tags are separated by commas and spaces", () => {
      test.each(["/machines/", "/nodes/", "/tags/"])(
        "but a new object's name may not contain them: %s",
        async (path) => {
          expect(await statusOf("GET", path, { hostname: "a b" })).toBe(200);
          expect(await statusOf("POST", "/tags/", { name: "two words" })).toBe(400);
        },
      );

      test("in filters and in allocations", async () => {
        const [one, two] = [fixture.fresh("tag-a"), fixture.fresh("tag-b")];
        for (const name of [one, two]) await fixture.callOk("POST", "/tags/", { name });
        const [both, first] = [await fixture.machine("ready"), await fixture.machine("ready")];
        await fixture.callOk("POST", `/tags/${one}/?op=update_nodes`, { add: [both, first] });
        await fixture.callOk("POST", `/tags/${two}/?op=update_nodes`, { add: both });
        const idsOf = async (values: Readonly<Record<string, string | string[]>>): Promise<string[]> =>
          (await fixture.callOk("GET", "/machines/", values)).map(
            ({ system_id }: { system_id: string }) => system_id,
          );
        for (const tags of [
          `${one},${two}`,
          `${one} ${two}`,
          ` ${two} , ${one},`,
          [one, two],
          [`${one},`, two],
        ]) {
          expect(await idsOf({ tags })).toEqual([both]);
          const { system_id } = await fixture.callOk("POST", "/machines/?op=allocate", {
            tags,
            dry_run: "true",
          });
          expect(system_id).toBe(both);
          expect(await idsOf({ not_tags: tags })).not.toContain(first);
          const rest = { tags: one, not_tags: tags, dry_run: "true" };
          expect(await statusOf("POST", "/machines/?op=allocate", rest)).toBe(409);
        }
        expect(await statusOf("GET", "/machines/", { tags: `${one},nosuch` })).toBe(400);
      });
    });

    describe("reserving an address in a subnet", () => {
      test.each(["1", "prod-net", "10.10.0.0/24"])("works by id, name or CIDR: %s", async (subnet) => {
        const { ip, subnet: reservedSubnet } = await fixture.callOk("POST", "/ipaddresses/?op=reserve", {
          subnet,
        });
        expect([reservedSubnet.id, ip.startsWith("10.10.0.")]).toEqual([1, true]);
      });

      test.each(["99", "nosuch", "10.99.0.0/24", "10.10.0.0/25"])(
        "is refused for an unknown subnet: %s",
        async (subnet) => {
          expect(await statusOf("POST", "/ipaddresses/?op=reserve", { subnet })).toBe(400);
        },
      );
    });

    test("hardware details include vendor and serial number of the system and its parts", async () => {
      const id = await fixture.machine("ready");
      const { text } = await fixture.call("GET", `/machines/${id}/?op=details`);
      for (const part of [
        `<vendor>Sandbox</vendor><serial>SB-${id}</serial>\n<node id="core" class="bus"><product>Machine 2U</product>`,
        '<chassis label="Chassis"><id label="ChassisID" type="mac">02:00:5e:00:00:01</id>',
        '<port label="Port"><id label="PortID" type="ifname">port-1</id>',
      ])
        expect(text).toContain(part);
    });

    describe.each(["machines", "nodes"])("%s is_action_in_progress", (group) => {
      const operations = [`/${group}/?op=is_action_in_progress`, `/${group}/op-is_action_in_progress`];

      test.each(operations)("answers requests without a key: %s", async (path) => {
        const macOf = async (id: string) =>
          (await fixture.callOk("GET", `/machines/${id}/`)).boot_interface.mac_address;
        const ask = (mac_address: string) => fixture.call("GET", path, { mac_address }, null);
        const busy = await ask(await macOf(await fixture.machine("commissioning")));
        expect([busy.status, busy.contentType, busy.json]).toEqual([
          200,
          "application/json; charset=utf-8",
          true,
        ]);
        expect((await ask(await macOf(await fixture.machine("ready")))).json).toBe(false);
        expect((await ask("02:00:00:00:99:99")).json).toBe(false);
        expect((await fixture.call("GET", path, {}, null)).status).toBe(400);
      });

      test.each(operations)("is not found with a key: %s", async (path) => {
        for (const key of [fixture.keys.admin, fixture.keys.bob]) {
          const { status, text } = await fixture.call("GET", path, { mac_address: fixture.mac() }, key);
          expect([status, text]).toEqual([404, `Unknown API endpoint: /SVC/api/2.0${path.split("?")[0]}.`]);
        }
      });
    });

    test("a script is stored byte for byte", async () => {
      for (const content of ["#!/bin/sh\ntrue\n", "#!/bin/sh\ntrue", " x\r\n\n"])
        for (const scriptContent of [content, { filename: "x", content }]) {
          const name = fixture.fresh("script");
          const path = `/commissioning-scripts/${name}`;
          const created = await fixture.callOk("POST", "/commissioning-scripts/", {
            name,
            content: scriptContent,
          });
          expect(Buffer.from(created.content, "base64").toString()).toBe(content);
          await fixture.callOk("PUT", path, { content: "other" });
          expect((await fixture.callOk("PUT", path, { content: scriptContent })).content).toBe(
            created.content,
          );
        }
    });

    describe("a boot resource created with its content", () => {
      const content = { filename: "x.tgz", content: "hello world" };
      const sha256 = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9";
      const create = (values: Readonly<Record<string, string | number | typeof content>>) =>
        fixture.call("POST", "/boot-resources/", {
          name: fixture.fresh("image"),
          architecture: "amd64/generic",
          content,
          ...values,
        });

      test.each([{}, { sha256, size: 11 }, { sha256 }])("is complete: %o", async (values) => {
        const { status, json } = await create(values);
        const [set] = Object.values<{ complete: boolean; size: number }>(json.sets);
        expect([status, set?.complete, set?.size]).toEqual([answers === "deployed" ? 201 : 200, true, 11]);
      });

      test.each([{ sha256: "0".repeat(64) }, { size: 12 }, { content: { ...content, content: "" } }])(
        "is refused if the content does not match: %o",
        async (values) => {
          const before = (await fixture.callOk("GET", "/boot-resources/")).length;
          expect((await create(values)).status).toBe(400);
          expect(await fixture.callOk("GET", "/boot-resources/")).toHaveLength(before);
        },
      );
    });

    test.each([
      [{ osystem: "ubuntu", distro_series: "focal" }, "ubuntu", "focal"],
      [{ osystem: "custom", distro_series: "ubuntu/jammy" }, "ubuntu", "jammy"],
      [{ osystem: "ubuntu" }, "ubuntu", "focal"],
      [{ osystem: "windows", distro_series: "focal" }, "", ""],
      [{ osystem: "windows" }, "", ""],
    ])("deploys the operating system of %o", async (values, osystem, series) => {
      const id = await fixture.machine("ready");
      const { status, json } = await fixture.call("POST", `/machines/${id}/?op=deploy`, values);
      if (osystem === "") expect([status, Object.keys(json)]).toEqual([400, ["distro_series"]]);
      else expect([status, json.osystem, json.distro_series]).toEqual([200, osystem, series]);
    });

    test("scans a subnet on request", async () => {
      const { id } = await fixture.callOk("POST", "/subnets/", {
        cidr: "10.77.1.0/24",
        active_discovery: "true",
      });
      expect((await fixture.callOk("GET", `/subnets/${id}/`)).active_discovery).toBe(true);
      const changed = await fixture.callOk("PUT", `/subnets/${id}/`, { active_discovery: "false" });
      expect(changed.active_discovery).toBe(false);
    });
  },
);
