import { expect, test } from "vitest";
import { loadServedOperations } from "../../src/sandbox/undocumented/index.ts";
import { openSandboxFixture, type SandboxFixture } from "./sandbox-fixture.ts";

/** The paths of every link in a value, wherever it stands. */
function linksIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linksIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    /^(anon_)?resource_uri$/.test(key) && typeof each === "string" ? [each] : linksIn(each),
  );
}

/** Every list that asks for nothing: where a client begins. */
async function lists(): Promise<string[]> {
  const entries = await loadServedOperations();
  return entries
    .filter(({ operation: { method, path, parameters, fields = [] } }) => {
      const asks = fields.some(({ required }) => required);
      return method === "GET" && parameters === undefined && !asks && !path.startsWith("/api/");
    })
    .map(({ operation }) => `/SVC/api/2.0${operation.path.replace(/^\/svc\//, "/svc/")}`);
}

/** Follows every link from the lists, the links of what they lead to, and so on. */
async function walk(fixture: SandboxFixture): Promise<Map<string, number>> {
  const heard = new Map<string, number>();
  const waiting = await lists();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (heard.has(path)) continue;
    const reply = await fixture.ask({
      method: "GET",
      path: path.replace(/^\/SVC/, ""),
      key: fixture.keys.admin,
    });
    heard.set(path, reply.status);
    if (reply.contentType?.startsWith("application/json") === true) waiting.push(...linksIn(reply.json));
  }
  return heard;
}

test("every link that any answer gives leads to an answer", async () => {
  const fixture = await openSandboxFixture();
  try {
    // What a new sandbox has none of: names that need encoding, and resources that people make.
    await fixture.callOk("POST", "/zones/", { name: "far hall" });
    await fixture.callOk("POST", "/users/", {
      username: "dora@example.com",
      email: "dora@example.com",
      password: "x",
      is_superuser: 0,
    });
    await fixture.callOk("POST", "/files/", { filename: "a b.txt", file: { filename: "x", content: "x" } });
    await fixture.callOk("POST", "/static-routes/", {
      source: "prod-net",
      destination: "mgmt-net",
      gateway_ip: "10.10.0.9",
    });
    const nodes = Object.values(fixture.sandbox.world.state.nodes.bySystemId);
    const machine = nodes.find(({ hostname }) => hostname === "db-01")?.systemId;
    await fixture.callOk("POST", `/machines/${machine}/op-set_storage_layout`, { storage_layout: "lvm" });
    const physical = { mac_address: fixture.mac() };
    await fixture.callOk("POST", `/nodes/${machine}/interfaces/op-create_physical`, physical);
    const heard = await walk(fixture);
    expect([...heard].filter(([, status]) => status !== 200)).toEqual([]);
    for (const path of ["zones/far%20hall/", "users/dora%40example.com/", "files/a%20b.txt/"])
      expect(heard.has(`/SVC/api/2.0/${path}`)).toBe(true);
    const kinds = new Set(
      [...heard.keys()].map((path) => path.replace(/^\/SVC\/api\/2\.0\/|[^/]*\d[^/]*/g, "")),
    );
    for (const kind of [
      ...["rackcontrollers/", "vlans//", "zones/default/", "resourcepool//", "subnets//"],
      ...["users/admin/", "tags/ssd/", "spaces/undefined/", "static-routes//", "pods//"],
    ])
      expect(kinds).toContain(kind);
    for (const kind of ["interfaces", "blockdevices", "partition", "volume-group", "bcache-cache-set"])
      expect([...heard.keys()].some((path) => path.includes(`/${kind}/`))).toBe(true);
  } finally {
    await fixture.close();
  }
});
