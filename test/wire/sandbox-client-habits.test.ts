import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { openSandboxFixture, type SandboxFixture } from "./sandbox-fixture.ts";

/** What clients rely on that the documents do not say, alike in both styles. */
describe.each(answerStyles)("with %s answers", (answers) => {
  let fixture: SandboxFixture;

  beforeAll(async () => {
    fixture = await openSandboxFixture({ answers });
  });

  afterAll(() => fixture.close());

  const statusOf = async (method: string, path: string, values = {}, key = fixture.keys.admin) =>
    (await fixture.call(method, path, values, key)).status;

  describe("an address that a DNS resource reserves", () => {
    const makeName = (ip_addresses: string) =>
      fixture.callOk("POST", "/dnsresources/", { name: fixture.fresh("host"), domain: "svc", ip_addresses });
    const reservedIps = async (): Promise<string[]> =>
      (await fixture.callOk("GET", "/ipaddresses/")).map(({ ip }: { ip: string }) => ip);

    test.each(["10.10.0.91", "2001:db8:10::91", "192.0.2.91", "2001:db8:ffff::91"])(
      "outlives it until it is released: %s",
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

    test("outlives its place in the name, too", async () => {
      const { id } = await makeName("10.10.0.92 10.10.0.93");
      const changed = await fixture.callOk("PUT", `/dnsresources/${id}/`, { ip_addresses: "10.10.0.93" });
      expect(changed.ip_addresses.map(({ ip }: { ip: string }) => ip)).toEqual(["10.10.0.93"]);
      expect(await reservedIps()).toEqual(expect.arrayContaining(["10.10.0.92", "10.10.0.93"]));
    });

    test.each(["192.0.2.95", "2001:db8:ffff::95"])("may be outside every subnet: %s", async (ip) => {
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
});
