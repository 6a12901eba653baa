import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { loadAllOperations } from "../../src/catalogue/index.ts";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { loadServedOperations } from "../../src/sandbox/groups/handlers.ts";
import type { SandboxAnswer, Values } from "./sandbox-caller.ts";
import { fixtureOfFile, type MachineState, type SandboxFixture } from "./sandbox-fixture.ts";
import { isUnchanged, stateText } from "./sandbox-state-text.ts";

type Measured = Readonly<Record<string, readonly string[]>>;

const measured = JSON.parse(
  readFileSync(new URL("../fixtures/permissions.json", import.meta.url), "utf8"),
) as Readonly<Record<string, Measured>>;
const section = (name: string): Measured => measured[name] ?? {};
const onOwnMachine = section("on a machine that the user has allocated");
const collections = section("collections");

interface Request {
  readonly method: string;
  readonly path: string;
  readonly values?: Values;
}

/**
 * A machine owned by bob, in a state in which the operation succeeds, and the request that is tried on it.
 */
interface OnMachine {
  readonly state?: MachineState;
  readonly prepare?: (fixture: SandboxFixture, id: string) => Promise<unknown>;
  /** The path below the machine; operations start with `op-`. */
  readonly path?: string;
  readonly below?: "machines" | "nodes";
  readonly values?: Values;
  /** The expected status if it is not the documented one. */
  readonly status?: number;
}

const runAsBob = (
  fixture: SandboxFixture,
  id: string,
  name: string,
  values: Values = {},
  key = fixture.keys.bob,
) => fixture.callOk("POST", `/machines/${id}/op-${name}`, values, key);

const tmpfs = { fstype: "tmpfs", mount_point: "/mnt/t" };

/**
 * Requests by their label in permissions.json. A label that is not listed is the method and name of an
 * operation.
 */
const machineRequests: Readonly<Record<string, readonly OnMachine[]>> = {
  "POST abort": [{ state: "deploying" }],
  "POST lock": [{ state: "deployed" }],
  "POST unlock": [{ state: "deployed", prepare: (fixture, id) => runAsBob(fixture, id, "lock") }],
  "POST power_on": [{ state: "deployed" }],
  "POST power_off": [{ state: "deployed" }],
  "GET get_curtin_config (400 outside a deployment)": [
    { path: "op-get_curtin_config", status: 400 },
    { path: "op-get_curtin_config", state: "deployed" },
  ],
  "POST mount_special": [{ values: tmpfs }],
  "POST unmount_special": [
    {
      values: { mount_point: tmpfs.mount_point },
      prepare: (fixture, id) => runAsBob(fixture, id, "mount_special", tmpfs),
    },
  ],
  "POST set_owner_data": [{ values: { role: "web" } }],
  "POST set_workload_annotations": [{ values: { role: "web" } }],
  "GET interfaces, block devices, results": [
    { below: "nodes", path: "interfaces/", status: 200 },
    { below: "nodes", path: "blockdevices/" },
  ],
  "PUT machine": [{ path: "", values: { description: "mine" } }],
  "DELETE machine or node": [{ path: "" }, { below: "nodes", path: "" }],
  "POST exit_rescue_mode": [{ state: "deployed" }],
  "POST set_storage_layout": [{ values: { storage_layout: "flat" } }],
  "POST bcache-cache-sets": [{ below: "nodes", path: "bcache-cache-sets/" }],
  "POST create_physical of interfaces": [{ below: "nodes", path: "interfaces/op-create_physical" }],
};

const onMachine = (words: string): readonly OnMachine[] => machineRequests[words] ?? [{}];

const documentedStatuses = new Map(
  (await loadAllOperations()).map(({ operation: { method, path, success } }) => [
    `${method} ${path}`,
    success,
  ]),
);

const fixture = await fixtureOfFile();

// Comparing states takes longer the more machines there are.
beforeEach(() => fixture.sandbox.reset());

const asBob = ({ method, path, values }: Request) => fixture.call(method, path, values, fixture.keys.bob);

const refusal = (text: string) => [403, "text/plain; charset=utf-8", text];
const contentsOf = ({ status, contentType, text }: SandboxAnswer) => [status, contentType, text];

async function prepare(words: string, { state = "allocated", path, below = "machines", ...more }: OnMachine) {
  const id = await fixture.machine(state, "bob");
  await more.prepare?.(fixture, id);
  const [method = "", name = ""] = words.split(" ");
  const rest = path ?? `op-${name}`;
  const address = `${method} /${below}/{system_id}/${rest}`;
  return { address, request: { method, path: `/${below}/${id}/${rest}`, values: more.values ?? {} } };
}

const requestsOf = (words: readonly string[] = []) =>
  words.flatMap((each) => onMachine(each).map((how) => [each, how] as const));

describe.each(answerStyles)("answers as %s", (style) => {
  beforeEach(() => {
    fixture.sandbox.world.answers.style = style;
  });

  test.each(requestsOf(onOwnMachine["allowed (200)"]))(
    "%s is allowed on one's own machine (%j)",
    async (words, how) => {
      const { address, request } = await prepare(words, how);
      const expectedStatus = style === "deployed" ? 200 : documentedStatuses.get(address);
      const { status, text } = await asBob(request);
      expect([status, status < 300 ? "" : text.slice(0, 60)]).toEqual([
        how.status ?? expectedStatus,
        how.status === 400 ? expect.stringContaining("not in a deploying state") : "",
      ]);
    },
  );

  test.each(requestsOf(onOwnMachine["forbidden (403, empty body)"]))(
    "%s is forbidden on one's own machine (%j)",
    async (words, how) => {
      const { request } = await prepare(words, how);
      const before = stateText(fixture.sandbox.world);
      expect(contentsOf(await asBob(request))).toEqual(refusal(""));
      expect(isUnchanged(before, stateText(fixture.sandbox.world))).toBe(true);
    },
  );

  test("every operation on another user's machine is a 403 without text, on an unknown one a 404", async () => {
    const id = await fixture.machine("deployed", "carol");
    const device = await fixture.callOk(
      "POST",
      "/devices/",
      { mac_addresses: fixture.mac() },
      fixture.keys.carol,
    );
    const [rack] = await fixture.callOk("GET", "/rackcontrollers/");
    const idAt = (path: string): string =>
      path.startsWith("/devices/") ? device.system_id : /^\/(?:rack|region)/.test(path) ? rack.system_id : id;
    const before = stateText(fixture.sandbox.world);
    const checkedOperations = new Set<string>();
    for (const { operation } of await loadServedOperations()) {
      const { method, path } = operation;
      if (!path.includes("{system_id}")) continue;
      checkedOperations.add(method);
      const fill = (systemId: string) =>
        path
          .replace("{system_id}", systemId)
          .replace(/\{\w+\}/g, "1")
          .replace(/op-(\w+)$/, "?op=$1");
      const ofAnotherUser = await asBob({ method, path: fill(idAt(path)) });
      expect([`${method} ${path}`, ...contentsOf(ofAnotherUser)]).toEqual([
        `${method} ${path}`,
        ...refusal(""),
      ]);
      const unknown = await asBob({ method, path: fill("zzzzzz") });
      expect(unknown.status, `${method} ${path}`).toBe(404);
    }
    expect([...checkedOperations].sort()).toEqual(["DELETE", "GET", "POST", "PUT"]);
    for (const list of ["machines", "nodes"]) {
      const rows: { system_id: string }[] = (await asBob({ method: "GET", path: `/${list}/` })).json;
      expect(rows.filter(({ system_id }) => system_id === id)).toEqual([]);
    }
    expect(isUnchanged(before, stateText(fixture.sandbox.world))).toBe(true);
  });

  /**
   * Requests by their label in permissions.json. A label that is not listed is a GET of a collection, or a
   * POST with a name.
   */
  const collectionRequests: Readonly<Record<string, () => Request>> = {
    "POST machines allocate": () => post("/machines/op-allocate", {}),
    "POST ipranges type=reserved": () =>
      post("/ipranges/", { type: "reserved", subnet: 1, start_ip: "10.10.0.61", end_ip: "10.10.0.62" }),
    "POST devices": () => post("/devices/", { mac_addresses: fixture.mac() }),
    "GET events query": () => get("/events/op-query"),
    "GET configuration get_config": () => get("/svc/op-get_config", { name: "ntp_servers" }),
    "POST subnets": () => post("/subnets/", { cidr: "198.51.100.0/24" }),
    "POST domains": () => post("/domains/", { name: "more.example" }),
    "POST dhcp-snippets": () => post("/dhcp-snippets/", { name: "more", value: "option x;" }),
    "POST dnsresources": () => post("/dnsresources/", { name: "more", domain: "svc" }),
    "GET machines power_parameters (many)": () => get("/machines/op-power_parameters", { id: "zzzzzz" }),
  };
  const get = (path: string, values: Values = {}) => ({ method: "GET", path, values });
  const post = (path: string, values: Values = { name: "more" }) => ({ method: "POST", path, values });

  const collectionRequest = (words: string): Request => {
    const [method = "", name = ""] = words.split(" ");
    return collectionRequests[words]?.() ?? (method === "GET" ? get : post)(`/${name}/`);
  };

  const reserving = "POST ipaddresses reserve and release";
  const allowed = (collections["allowed"] ?? []).filter((words) => words !== reserving);

  test.each(allowed)("%s is allowed", async (words) => {
    const answer = await asBob(collectionRequest(words));
    expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
  });

  test(`${reserving} are allowed`, async () => {
    expect(collections["allowed"]).toContain(reserving);
    const reserved = await asBob(post("/ipaddresses/op-reserve", { subnet: "10.10.0.0/24" }));
    const released = await asBob(post("/ipaddresses/op-release", { ip: reserved.json.ip }));
    expect([reserved.status, released.status]).toEqual([200, 204]);
  });

  const texts = {
    "forbidden, text 'This method is reserved for admin users.'": "This method is reserved for admin users.",
    "forbidden, empty body": "",
    "forbidden, text 'User is not allowed access to this API.'": "User is not allowed access to this API.",
  };
  const refused = Object.entries(texts).flatMap(([heading, text]) =>
    (collections[heading] ?? []).map((words) => [words, text] as const),
  );

  test.each(refused)("%s is refused: %j", async (words, text) => {
    const before = stateText(fixture.sandbox.world);
    expect(contentsOf(await asBob(collectionRequest(words)))).toEqual(refusal(text));
    expect(isUnchanged(before, stateText(fixture.sandbox.world))).toBe(true);
  });
});

test("every label in permissions.json is tested", () => {
  expect(Object.keys(onOwnMachine)).toEqual(["allowed (200)", "forbidden (403, empty body)"]);
  expect(Object.keys(collections)).toHaveLength(4);
  const words = Object.values(onOwnMachine).flat();
  expect(Object.keys(machineRequests).filter((each) => !words.includes(each))).toEqual([]);
});

test("ordinary users get a 403 for administrators' operations, but may change their own devices", async () => {
  const device = await fixture.callOk(
    "POST",
    "/devices/",
    { mac_addresses: fixture.mac() },
    fixture.keys.bob,
  );
  const path = `/nodes/${device.system_id}/`;
  const parameters = await asBob({ method: "GET", path: `${path}op-power_parameters` });
  expect(contentsOf(parameters)).toEqual(refusal(""));
  const values = { mac_address: fixture.mac() };
  expect((await asBob({ method: "POST", path: `${path}interfaces/op-create_physical`, values })).status).toBe(
    200,
  );
  expect((await asBob({ method: "DELETE", path })).status).toBe(204);
});
