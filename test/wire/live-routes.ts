import { json, type LiveAnswer, type LiveCall, type LiveRoutes, text } from "./live-call.ts";
import type { LiveMachine, LiveState } from "./live-state.ts";

const statusValues: Readonly<Record<string, number>> = {
  new: 0,
  ready: 4,
  deployed: 6,
  broken: 8,
  allocated: 10,
  failed_testing: 22,
};

const unread = [
  ..."mac_address domain agent_name cpu_count mem link_speed devices tags arch storage interfaces".split(" "),
  ..."fabrics vlans subnets pod pod_type fabric_classes cpu_speed simple_status in_pool in_zone".split(" "),
];

/**
 * How a filter reads a machine. A filter whose function returns undefined is accepted and matches everything.
 */
const machineFilters: Readonly<Record<string, (machine: LiveMachine) => string | undefined>> = {
  hostname: ({ hostname }) => hostname,
  id: ({ system_id }) => system_id,
  system_id: ({ system_id }) => system_id,
  zone: ({ zone }) => zone,
  pool: ({ pool }) => pool,
  owner: ({ owner }) => owner ?? "",
  power_state: ({ power_state }) => power_state,
  ...Object.fromEntries(
    unread.flatMap((name) => [name, `not_${name}`]).map((name) => [name, () => undefined]),
  ),
};

function selectMachines(call: LiveCall): LiveMachine[] | LiveAnswer {
  const unknown = call.names.find((name) => name !== "status" && machineFilters[name] === undefined);
  if (unknown !== undefined) return json({ [unknown]: ["No such constraint."] }, 400);
  const odd = call.texts("status").find((value) => statusValues[value] === undefined);
  if (odd !== undefined)
    return json({ status: [`Invalid value '${odd}': choose from ${Object.keys(statusValues)}`] }, 400);
  return call.state.machines.filter((machine) =>
    call.names.every((name) => {
      const filterValues = call.texts(name);
      if (name === "status") return filterValues.some((value) => statusValues[value] === machine.status);
      const actual = machineFilters[name]?.(machine);
      return actual === undefined || filterValues.includes(actual);
    }),
  );
}

const isAnswer = (value: LiveMachine[] | LiveAnswer): value is LiveAnswer => !Array.isArray(value);

/** Parameters of an allocation that are not constraints. */
const nonConstraints = "agent_name bridge_all bridge_fd bridge_stp comment dry_run verbose".split(" ");

function listMachines(call: LiveCall): LiveAnswer {
  const selection = selectMachines(call);
  return isAnswer(selection) ? selection : json(selection.map(machineObject));
}

const machineObject = (machine: LiveMachine) => ({
  ...machine,
  fqdn: `${machine.hostname}.lab`,
  zone: { name: machine.zone },
  pool: { name: machine.pool },
  interface_set: [],
  tag_names: [],
});

/** A handler for one machine: 404 if it does not exist, 403 with an empty body if it is locked. */
const onMachine =
  (handle: (call: LiveCall, machine: LiveMachine) => LiveAnswer) =>
  (call: LiveCall): LiveAnswer => {
    const machine = call.state.machines.find(({ system_id }) => system_id === call.ids[0]);
    if (machine === undefined) return text(404, "No Machine matches the given query.");
    if (call.method !== "GET" && machine.locked) return text(403, "");
    return handle(call, machine);
  };

const onDevice =
  (handle: (call: LiveCall, device: LiveState["devices"][number]) => LiveAnswer) =>
  (call: LiveCall): LiveAnswer => {
    const device = call.state.devices.find(({ system_id }) => system_id === call.ids[0]);
    return device === undefined ? text(404, "No Device matches the given query.") : handle(call, device);
  };

/** Sets the status and answers with the machine, even where the documents list no body. */
const changeStatus = (machine: LiveMachine, status: number, status_name: string): LiveAnswer => {
  Object.assign(machine, { status, status_name });
  return json(machineObject(machine));
};

const answerGone = () => text(410, "Gone");

function storeSource(call: LiveCall, source: LiveState["sources"][number], isNew: boolean): LiveAnswer {
  const keyring = call.file("keyring_data");
  const keyringFilename = call.text("keyring_filename");
  // Without a file and a filename, creation is refused and an update is ignored; a text field is never read.
  if (isNew && keyring === undefined && keyringFilename === undefined)
    return json({ __all__: ["One of keyring_data or keyring_filename must be supplied."] }, 400);
  if (keyring?.bytes.length === 0) return json({ keyring_data: ["The submitted file is empty."] }, 400);
  source.url = call.text("url") ?? source.url;
  if (keyring !== undefined) source.keyring = keyring.bytes;
  source.keyring_filename = keyringFilename ?? source.keyring_filename;
  if (isNew) call.state.sources.push(source);
  return json({ ...source, keyring_data: source.keyring.toString("base64") });
}

function storeBcache(call: LiveCall, bcache: LiveState["bcaches"][number]): LiveAnswer {
  const mode = call.text("cache_mode");
  if (mode !== undefined && !["writeback", "writethrough", "writearound"].includes(mode))
    return json({ cache_mode: [`'${mode}' is not a valid cache_mode.`] }, 400);
  bcache.cache_mode = mode ?? bcache.cache_mode;
  bcache.name = call.text("name") ?? bcache.name;
  if (!call.state.bcaches.includes(bcache)) call.state.bcaches.push(bcache);
  return json(bcache);
}

function storeDomain(call: LiveCall, domain: LiveState["domains"][number]): LiveAnswer {
  const servers = call.text("forward_dns_servers");
  const authoritative = call.text("authoritative");
  if (servers !== undefined && authoritative !== undefined)
    return json({ __all__: ["Cannot specify both authoritative and forward_dns_servers."] }, 400);
  if (servers !== undefined && domain.authoritative)
    return json({ forward_dns_servers: ["The domain is authoritative."] }, 400);
  domain.name = call.text("name") ?? domain.name;
  if (authoritative !== undefined) domain.authoritative = authoritative.toLowerCase() !== "false";
  if (servers !== undefined) domain.forward_dns_servers = servers.split(" ");
  if (!call.state.domains.includes(domain)) call.state.domains.push(domain);
  return json(domain);
}

const findByIdOrName = <Row extends { id: number; name: string }>(
  rows: readonly Row[],
  identifier: string | undefined,
) => rows.find(({ id, name }) => String(id) === identifier || name === identifier);

const fabrics = [{ id: 1, name: "fabric-0", class_type: null, vlans: [] }];
const vlans = [
  { id: 7, vid: 0, name: "untagged", fabric: "fabric-0", fabric_id: 1 },
  { id: 8, vid: 100, name: "mgmt", fabric: "fabric-0", fabric_id: 1 },
];

const vlanOf = ({ ids }: LiveCall) =>
  findByIdOrName(fabrics, ids[0]) && vlans.find(({ vid, name }) => String(vid) === ids[1] || name === ids[1]);

export const liveRoutes: LiveRoutes = {
  "GET version/": () =>
    json({
      capabilities: ["networks-management", "authenticate-api"],
      version: "3.5.2",
      subversion: "g1a2b",
    }),

  "GET machines/": listMachines,
  "GET nodes/": listMachines,
  "POST machines/ allocate": (call) => {
    const names = call.names.filter((name) => !nonConstraints.includes(name));
    const selection = selectMachines({ ...call, names });
    if (isAnswer(selection)) return selection;
    const free = selection.find(({ status }) => status === 4);
    if (free === undefined) return text(409, "No available machine matches constraints");
    if (call.text("dry_run") === "true") return json(machineObject(free));
    free.owner = call.user ?? null;
    return changeStatus(free, 10, "Allocated");
  },
  "POST machines/ set_zone": (call) => {
    for (const machine of call.state.machines)
      if (call.texts("nodes").includes(machine.system_id)) machine.zone = call.text("zone") ?? "";
    return json(null);
  },
  "GET machines/*/": onMachine((_, machine) => json(machineObject(machine))),
  "POST machines/*/ power_off": onMachine((_, machine) => {
    machine.power_state = "off";
    return json(machineObject(machine));
  }),
  "POST machines/*/ mark_broken": onMachine((call, machine) =>
    machine.owner === call.user ? changeStatus(machine, 8, "Broken") : text(403, ""),
  ),
  "POST machines/*/ set_owner_data": onMachine((call, machine) => {
    for (const name of call.names) machine.owner_data[name] = call.text(name) ?? "";
    return json(machineObject(machine));
  }),
  "POST machines/*/ mount_special": onMachine((call, machine) => {
    const mount_options = call.text("mount_options") ?? null;
    call.state.mounts.push({ mount_point: call.text("mount_point") ?? "", mount_options });
    return json(machineObject(machine));
  }),

  "GET devices/": (call) =>
    json(
      call.state.devices.filter(({ hostname, system_id }) =>
        call.names.every((name) => call.texts(name).includes(name === "id" ? system_id : hostname)),
      ),
    ),
  "GET devices/*/": onDevice((_, device) => {
    const parent = device.parent === null ? null : { system_id: device.parent, __incomplete__: true };
    return json({ ...device, parent });
  }),
  "PUT devices/*/": onDevice((call, device) => {
    const parent = call.text("parent");
    const isKnown = call.state.machines.some(({ system_id }) => system_id === parent);
    if (!isKnown && (parent ?? device.parent) !== null)
      return json(
        { parent: ["Select a valid choice. That choice is not one of the available choices."] },
        400,
      );
    device.parent = parent ?? device.parent;
    device.description = call.text("description") ?? device.description;
    return json(device);
  }),

  // Creation answers without a body, deletion with 204. Downloads by query or key return the bytes, by path
  // JSON.
  "GET files/": (call) => json([...call.state.files.keys()].map((filename) => ({ filename }))),
  "POST files/": (call) => {
    const file = call.file("file");
    const filename = call.text("filename");
    if (file === undefined || filename === undefined) return json({ file: ["File not supplied"] }, 400);
    call.state.files.set(filename, file.bytes);
    return text(201, "");
  },
  "DELETE files/": (call) =>
    call.state.files.delete(call.text("filename") ?? "") ? text(204, "") : text(404, "File not found"),
  "GET files/ get": (call) => rawFile(call.state.files.get(call.text("filename") ?? "")),
  "GET files/ get_by_key": (call) => rawFile(call.state.files.get(call.text("key") ?? "")),
  "GET files/*/": ({ state, ids: [filename = ""] }) => {
    const bytes = state.files.get(filename);
    return bytes === undefined
      ? text(404, "File not found")
      : json({ filename, content: bytes.toString("base64") });
  },

  "POST boot-sources/": (call) =>
    storeSource(call, { id: 2, url: "", keyring: Buffer.alloc(0), keyring_filename: "" }, true),
  "PUT boot-sources/*/": (call) => {
    const source = call.state.sources.find(({ id }) => String(id) === call.ids[0]);
    return source === undefined ? text(404, "Not Found") : storeSource(call, source, false);
  },

  "POST nodes/*/bcaches/": (call) => storeBcache(call, { id: 2, name: "", cache_mode: "writethrough" }),
  "PUT nodes/*/bcache/*/": (call) => {
    const bcache = call.state.bcaches.find(({ id }) => String(id) === call.ids[1]);
    return bcache === undefined ? text(404, "Not Found") : storeBcache(call, bcache);
  },

  "GET domains/": (call) => json(call.state.domains),
  "POST domains/": (call) =>
    storeDomain(call, {
      id: call.state.domains.length,
      name: "",
      authoritative: true,
      forward_dns_servers: [],
    }),
  "GET domains/*/": (call) => rowOrNotFound(findByIdOrName(call.state.domains, call.ids[0])),
  "PUT domains/*/": (call) => {
    const domain = findByIdOrName(call.state.domains, call.ids[0]);
    return domain === undefined ? text(404, "Not Found") : storeDomain(call, domain);
  },

  "GET fabrics/*/": ({ ids }) => rowOrNotFound(findByIdOrName(fabrics, ids[0])),
  "PUT fabrics/*/": ({ ids }) => rowOrNotFound(findByIdOrName(fabrics, ids[0])),
  "DELETE fabrics/*/": ({ ids }) => rowOrNotFound(findByIdOrName(fabrics, ids[0]), text(204, "")),
  "GET fabrics/*/vlans/": ({ ids }) => rowOrNotFound(findByIdOrName(fabrics, ids[0]), json(vlans)),
  "GET fabrics/*/vlans/*/": (call) => rowOrNotFound(vlanOf(call)),
  "PUT fabrics/*/vlans/*/": (call) => rowOrNotFound(vlanOf(call)),
  "DELETE fabrics/*/vlans/*/": (call) => rowOrNotFound(vlanOf(call), text(204, "")),

  ...Object.fromEntries(
    ["POST networks/", "PUT networks/*/", "DELETE networks/*/"].map((route) => [route, answerGone]),
  ),
};

/** Answers with the row, or with 404 if there is none. */
const rowOrNotFound = (row: unknown, answer = json(row)): LiveAnswer =>
  row === undefined ? text(404, "Not Found") : answer;

const rawFile = (bytes: Buffer | undefined): LiveAnswer =>
  bytes === undefined
    ? text(404, "File not found")
    : { status: 200, type: "text/html; charset=utf-8", body: bytes };
