import type { Values } from "../sandbox-caller.ts";
import type { MachineState } from "../sandbox-fixture.ts";
import { byBob, fixedCall, type Make, type Row, type Rows, unknownSystemId } from "./row.ts";

const at =
  (state: MachineState, values: Values = {}): Make =>
  async (fixture) => ({ path: { system_id: await fixture.machine(state) }, values });

/** An operation on one machine: 403 for a user who does not own it. */
const onOneMachine = (state: MachineState, values: Values = {}, others: Row = {}): Row => ({
  ok: at(state, values),
  403: byBob(at("ready", values)),
  ...others,
});

const unlisted403 = ({ 403: _, ...row }: Row): Row => row;

/** Creates a machine in the state and reserves all remaining addresses. */
const withoutAddresses =
  (state: MachineState): Make =>
  async (fixture) => {
    const system_id = await fixture.machine(state);
    const [subnet] = (await fixture.callOk("GET", "/networks/")).filter(
      (each: { ip: string }) => each.ip === "10.10.0.0",
    );
    const range = { subnet: subnet.name.split("-")[1], type: "reserved" };
    await fixture.call("POST", "/ipranges/", { ...range, start_ip: "10.10.0.51", end_ip: "10.10.0.199" });
    for (let status = 200; status === 200; )
      status = (await fixture.call("POST", "/ipaddresses/op-reserve", { subnet: "10.10.0.0/24" })).status;
    return { path: { system_id } };
  };

const many =
  (field: string, state: MachineState, values: Values = {}): Make =>
  async (fixture) => ({
    values: { [field]: [await fixture.machine(state), await fixture.machine(state)], ...values },
  });

export const machineCollection: Rows = {
  "GET /machines/": { ok: fixedCall() },
  "POST /machines/": {
    ok: (fixture) => ({
      values: { architecture: "amd64/generic", mac_addresses: [fixture.mac(), fixture.mac()] },
    }),
  },
  "POST /machines/op-accept": {
    ok: many("machines", "new"),
    400: fixedCall({ values: { machines: unknownSystemId } }),
    403: byBob(many("machines", "new")),
  },
  "POST /machines/op-accept_all": { ok: at("new") },
  "POST /machines/op-add_chassis": {
    ok: fixedCall({ values: { chassis_type: "virsh", hostname: "qemu+ssh://host.example/system" } }),
    400: fixedCall({ values: { chassis_type: "recs_box", hostname: "host.example" } }),
    403: byBob(fixedCall({ values: { chassis_type: "virsh", hostname: "host.example" } })),
    404: fixedCall({
      values: { chassis_type: "virsh", hostname: "host.example", rack_controller: unknownSystemId },
    }),
  },
  "POST /machines/op-allocate": {
    ok: async (fixture) => ({ values: { system_id: await fixture.machine() } }),
    409: fixedCall({ values: { name: "nosuch" } }),
  },
  "POST /machines/op-clone": {
    ok: async (fixture) => {
      const [source, destinations] = [await fixture.machine(), [await fixture.machine()]];
      return { values: { source, destinations, interfaces: true, storage: true } };
    },
    400: async (fixture) => ({
      values: {
        source: unknownSystemId,
        destinations: await fixture.machine(),
        interfaces: true,
        storage: true,
      },
    }),
    403: async (fixture) => ({
      values: { source: await fixture.machine(), destinations: await fixture.machine(), storage: true },
      key: fixture.keys.bob,
    }),
  },
  "GET /machines/op-is_registered": {
    ok: fixedCall({ values: { mac_address: "52:54:00:10:00:00" } }),
    400: fixedCall(),
  },
  "GET /machines/op-list_allocated": { ok: fixedCall() },
  "GET /machines/op-power_parameters": { ok: many("id", "ready"), 403: byBob(many("id", "ready")) },
  "POST /machines/op-release": {
    ok: many("machines", "allocated", { comment: "enough" }),
    400: fixedCall({ values: { machines: unknownSystemId } }),
    403: byBob(many("machines", "ready")),
    409: many("machines", "new"),
  },
  "POST /machines/op-set_zone": {
    ok: many("nodes", "ready", { zone: "north" }),
    400: many("nodes", "ready", { zone: "nosuch" }),
    403: byBob(many("nodes", "ready", { zone: "north" })),
  },
};

export const singleMachine: Rows = {
  "DELETE /machines/{system_id}/": onOneMachine(
    "ready",
    {},
    {
      // No documented operation composes a machine, so the VM host is set in the sandbox's state.
      400: async (fixture) => {
        const [host, guest] = [await fixture.machine(), await fixture.machine()];
        const { places, nodes } = fixture.sandbox.world.state;
        const [pod] = places.pods;
        const node = nodes.bySystemId[guest];
        if (pod === undefined || node === undefined) throw new Error("no pod");
        pod.host = host;
        node.podId = pod.id;
        return { path: { system_id: host } };
      },
    },
  ),
  "GET /machines/{system_id}/": unlisted403(onOneMachine("ready")),
  "PUT /machines/{system_id}/": onOneMachine("ready", { description: "rack 7", memory: "4G", zone: "south" }),
  "POST /machines/{system_id}/op-abort": onOneMachine("deploying", { comment: "stop" }),
  "POST /machines/{system_id}/op-clear_default_gateways": onOneMachine("ready"),
  "POST /machines/{system_id}/op-commission": unlisted403(onOneMachine("ready", { testing_scripts: "none" })),
  "POST /machines/{system_id}/op-deploy": onOneMachine(
    "allocated",
    { distro_series: "jammy" },
    {
      // Anybody may deploy a machine without an owner, so the 403 needs another status.
      403: async (fixture) => ({ ...(await at("new")(fixture)), key: fixture.keys.bob }),
      503: withoutAddresses("allocated"),
    },
  ),
  "GET /machines/{system_id}/op-details": onOneMachine("ready", {}, { 403: byBob(at("allocated")) }),
  "POST /machines/{system_id}/op-exit_rescue_mode": onOneMachine("rescue"),
  "GET /machines/{system_id}/op-get_curtin_config": onOneMachine("deployed"),
  "GET /machines/{system_id}/op-get_token": unlisted403(onOneMachine("deployed")),
  "POST /machines/{system_id}/op-lock": onOneMachine("deployed", { comment: "keep" }),
  "POST /machines/{system_id}/op-unlock": onOneMachine("deployed"),
  "POST /machines/{system_id}/op-mark_broken": onOneMachine("ready", { comment: "fan" }),
  "POST /machines/{system_id}/op-mark_fixed": onOneMachine("broken"),
  "POST /machines/{system_id}/op-mount_special": onOneMachine("ready", {
    fstype: "tmpfs",
    mount_point: "/scratch",
  }),
  "POST /machines/{system_id}/op-unmount_special": onOneMachine(
    "ready",
    { mount_point: "/scratch" },
    {
      ok: async (fixture) => {
        const system_id = await fixture.machine();
        const mount = { fstype: "tmpfs", mount_point: "/scratch" };
        await fixture.callOk("POST", `/machines/${system_id}/op-mount_special`, mount);
        return { path: { system_id }, values: { mount_point: "/scratch" } };
      },
    },
  ),
  "POST /machines/{system_id}/op-override_failed_testing": onOneMachine("failed_testing"),
  "POST /machines/{system_id}/op-power_off": onOneMachine("deployed", { stop_mode: "soft" }),
  "POST /machines/{system_id}/op-power_on": onOneMachine(
    "allocated",
    {},
    { 503: withoutAddresses("allocated") },
  ),
  "GET /machines/{system_id}/op-power_parameters": onOneMachine("ready"),
  "GET /machines/{system_id}/op-query_power_state": unlisted403(onOneMachine("ready")),
  "POST /machines/{system_id}/op-release": onOneMachine("allocated", { erase: true }, { 409: at("new") }),
  "POST /machines/{system_id}/op-rescue_mode": onOneMachine("deployed"),
  "POST /machines/{system_id}/op-restore_default_configuration": onOneMachine("ready"),
  "POST /machines/{system_id}/op-restore_networking_configuration": onOneMachine("ready"),
  "POST /machines/{system_id}/op-restore_storage_configuration": onOneMachine("ready"),
  "POST /machines/{system_id}/op-set_owner_data": onOneMachine("allocated", { role: "web" }),
  "POST /machines/{system_id}/op-set_storage_layout": onOneMachine(
    "ready",
    { storage_layout: "lvm" },
    { 400: at("deployed", { storage_layout: "lvm" }) },
  ),
  "POST /machines/{system_id}/op-set_workload_annotations": onOneMachine("allocated", { role: "web" }),
  "POST /machines/{system_id}/op-test": unlisted403(onOneMachine("ready")),
};
