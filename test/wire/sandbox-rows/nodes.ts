import type { Values } from "../sandbox-caller.ts";
import type { Person, SandboxFixture } from "../sandbox-fixture.ts";
import { byBob, fixedCall, type Make, type Row, type Rows } from "./row.ts";

const device = async (fixture: SandboxFixture, owner: Person = "admin"): Promise<string> =>
  (await fixture.callOk("POST", "/devices/", { mac_addresses: fixture.mac() }, fixture.keys[owner]))
    .system_id;

const at =
  (values: Values = {}): Make =>
  async (fixture) => ({ path: { system_id: await device(fixture) }, values });

/** A device without an owner, requested by an ordinary user, who may read but not change it. */
const unowned =
  (values: Values = {}): Make =>
  async (fixture) => {
    const system_id = await device(fixture);
    const node = fixture.sandbox.world.state.nodes.bySystemId[system_id];
    if (node === undefined) throw new Error("no device");
    node.owner = null;
    return { path: { system_id }, values, key: fixture.keys.bob };
  };

const single = (values: Values = {}, others: Row = {}): Row => ({
  ok: at(values),
  403: unowned(values),
  ...others,
});

const setZone = (nodes: (fixture: SandboxFixture) => Promise<string>): Row => {
  const to =
    (zone: string): Make =>
    async (fixture) => ({ values: { nodes: await nodes(fixture), zone } });
  return { ok: to("north"), 400: to("nosuch"), 403: byBob(to("north")) };
};

const isRegistered: Row = { ok: (fixture) => ({ values: { mac_address: fixture.mac() } }), 400: fixedCall() };

export const devices: Rows = {
  "GET /devices/": { ok: fixedCall() },
  "POST /devices/": {
    ok: (fixture) => ({
      values: {
        mac_addresses: [fixture.mac(), fixture.mac()],
        hostname: fixture.fresh("printer-"),
        domain: "svc",
      },
    }),
    400: fixedCall({ values: { mac_addresses: "nonsense" } }),
  },
  "GET /devices/op-is_registered": isRegistered,
  "POST /devices/op-set_zone": setZone(device),
  "DELETE /devices/{system_id}/": single(),
  "GET /devices/{system_id}/": { ok: at() },
  "PUT /devices/{system_id}/": single({ description: "on the second floor", zone: "south" }),
  "GET /devices/{system_id}/op-details": single({}, { 403: byBob(at()) }),
  "GET /devices/{system_id}/op-power_parameters": single(),
  "POST /devices/{system_id}/op-restore_default_configuration": single(),
  "POST /devices/{system_id}/op-restore_networking_configuration": single(),
  "POST /devices/{system_id}/op-set_owner_data": single({ role: "printer" }),
  "POST /devices/{system_id}/op-set_workload_annotations": single({ role: "printer" }),
};

const machine =
  (owned = false): Make =>
  async (fixture) => ({ path: { system_id: await fixture.machine(owned ? "allocated" : "ready") } });

export const nodes: Rows = {
  "GET /nodes/": { ok: fixedCall() },
  "GET /nodes/op-is_registered": isRegistered,
  "POST /nodes/op-set_zone": setZone((fixture) => fixture.machine()),
  "DELETE /nodes/{system_id}/": { ok: machine(), 403: byBob(machine()) },
  "GET /nodes/{system_id}/": { ok: machine() },
  "GET /nodes/{system_id}/op-details": { ok: machine(), 403: byBob(machine(true)) },
  "GET /nodes/{system_id}/op-power_parameters": { ok: machine(), 403: byBob(machine()) },
};
