import { findAddress } from "../model/networks/addresses.ts";
import { findDomain } from "../model/networks/dns.ts";
import { detectNetworkCards, resetNetworking } from "../model/networks/interfaces.ts";
import { resolveSubnets } from "../model/networks/network-constraints.ts";
import {
  createNode,
  guestsOf,
  newHostname,
  newMac,
  readHostname,
  sum,
  totalResources,
  usedResources,
} from "../model/nodes/create.ts";
import { bootLinkMode, removeNode } from "../model/nodes/lifecycle.ts";
import { parseStorageConstraint } from "../model/storage/constraint.ts";
import { applyDefaultLayout } from "../model/storage/layouts.ts";
import { serializeVmHost, storagePool } from "../serialize/nodes.ts";
import { resourceUri } from "../serialize/references.ts";
import type { Node } from "../state/node.ts";
import {
  invalidChoice,
  invalidField,
  invalidForm,
  requiredMessage,
  requireFound,
} from "../state/service-error.ts";
import { findRow, removeFrom } from "../state/table.ts";
import {
  fleetSubnetId,
  newVmHost,
  recordNodeEvent,
  usesDeployedStyle,
  type VmHost,
  type World,
  type ZoneOrPool,
} from "../state/world.ts";
import { splitPair, withoutUndefined, wordsOf } from "../values/spellings.ts";
import { HttpError, json } from "../wire/answers.ts";
import type { Call, Handler, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm, readValidForm } from "../wire/form-reader.ts";
import { readArchitecture, readZoneAndPool } from "./node-fields.ts";
import { resource, tagHandlers } from "./resource.ts";

const hostsOf = ({ world }: Call): VmHost[] => world.state.places.pods;

function hostOf(call: Call): VmHost {
  const { id = "" } = call.path;
  if (!/^\d+$/.test(id) && usesDeployedStyle(call.world, "pod-names"))
    throw new HttpError(500, `Field 'id' expected a number but got '${id}'.`);
  return requireFound(
    hostsOf(call).find((each) => String(each.id) === id),
    "Pod",
  );
}

const maxRatio = 10;

function readRatio(form: FormReader, name: string): number | undefined {
  const text = form.text(name);
  if (!text) return undefined;
  const ratio = /^\d+(\.\d+)?$/.test(text) ? Number(text) : -1;
  if (ratio >= 0 && ratio <= maxRatio) return ratio;
  form.addError(name, `Enter a number from 0 to ${maxRatio}.`);
  return undefined;
}

const choiceRule = (name: string, choices: readonly string[]): FieldRule => ({
  name,
  type: "string",
  extendsRule: true,
  choices,
});

const rules: readonly FieldRule[] = [
  choiceRule("type", ["lxd", "virsh"]),
  choiceRule("default_macvlan_mode", ["bridge", "passthru", "private", "vepa"]),
  choiceRule("default_storage_pool", [storagePool, "p1"]),
];

function readHost(form: FormReader, call: Call, current?: VmHost): Partial<VmHost> {
  const [name, address] = [form.text("name"), form.text("power_address")];
  if (name !== undefined && hostsOf(call).some((each) => each !== current && each.name === name))
    form.addError("name", "Pod with this Name already exists.");
  if (current !== undefined && address === "") form.addError("power_address", requiredMessage);
  const type = current?.type ?? form.text("type");
  if (type === "virsh" && address && !/^qemu(?:\+\w+)?:\/\//.test(address))
    form.addError("power_address", "Enter an address such as qemu+ssh://user@host/system.");
  return withoutUndefined({
    name: name || undefined,
    type: current === undefined ? type : undefined,
    address: address || undefined,
    password: form.text("power_pass"),
    project: form.text("project"),
    tags: form.has("tags") ? [...new Set(wordsOf(form.text("tags") ?? ""))] : undefined,
    cpuRatio: readRatio(form, "cpu_over_commit_ratio"),
    memoryRatio: readRatio(form, "memory_over_commit_ratio"),
    macvlanMode: form.text("default_macvlan_mode"),
    ...readZoneAndPool(call),
  });
}

function createHost({ world }: Call, { tags = [], ...values }: Partial<VmHost>): VmHost {
  const { places } = world.state;
  const host: VmHost = {
    ...newVmHost,
    id: ++places.lastPodId,
    name: newHostname(world),
    ...values,
    host: findNodeByAddress(world, values.address ?? ""),
    // Live services add this tag to every VM host.
    tags: [...new Set([...tags, "pod-console-logging"])],
  };
  places.pods.push(host);
  return host;
}

const findNodeByAddress = (world: World, address: string): string | null =>
  findAddress(world, /\b\d{1,3}(?:\.\d{1,3}){3}\b/.exec(address)?.[0] ?? "")?.systemId ?? null;

const findId = (rows: readonly ZoneOrPool[]) => (text: string) =>
  rows.find(({ id }) => String(id) === text)?.id;

/** One disk of 8 GB. */
const defaultStorage = "8";

function readMachine(call: Call, host: VmHost) {
  const { world } = call;
  const { zones, pools } = world.state.places;
  const form = readForm(call);
  const pinnedCores = form.list("pinned_cores");
  if (!pinnedCores.every((each) => /^\d+$/.test(each))) form.addError("pinned_cores", "Enter whole numbers.");
  const architecture = form.text("architecture") ? readArchitecture(form) : "amd64/generic";
  if (architecture !== "amd64/generic")
    form.addError("architecture", invalidChoice(architecture, ["amd64/generic"]));
  const hostname = form.text("hostname");
  const memory = form.text("memory") || "2048";
  if (!/^[1-9]\d{0,8}$/.test(memory)) form.addError("memory", "Enter a whole number.");
  const storage = parseStorageConstraint(form.text("storage") || defaultStorage);
  const spec = {
    hostname: hostname ? readHostname(world, hostname).hostname : newHostname(world),
    cpuCount: form.integer("cores") ?? (pinnedCores.length || 1),
    memoryMiB: Number(memory),
    cpuSpeedMHz: form.integer("cpu_speed") ?? 2400,
    architecture,
    disks: storage.map(({ minBytes, tags }) => ({ sizeBytes: minBytes, tags })),
    interfaces: readInterfaces(world, form.text("interfaces") ?? ""),
    domainId:
      form.reference("domain", (text) => findRow(world.state.networks.domains, text)?.id) ??
      findDomain(world, "0")?.id ??
      0,
    zoneId: form.reference("zone", findId(zones)) ?? host.zoneId,
    poolId: form.reference("pool", findId(pools)) ?? host.poolId,
  };
  form.throwErrors();
  return spec;
}

/** Reads text such as `eth0:subnet=prod-net;eth1:space=dmz`. Keys that do not select a subnet are ignored. */
function readInterfaces(world: World, text: string) {
  return text
    .split(";")
    .filter((each) => each.trim() !== "")
    .map((each) => {
      const [name, keys] = splitPair(each, ":");
      const subnets = keys
        .split(",")
        .map((key) => splitPair(key, "="))
        .filter(([key]) => /^(subnet|subnet_cidr|space|fabric|vlan|vid|ip)$/.test(key))
        .map(([key, value]) => (key.startsWith("subnet") ? value : `${key}:${value}`))
        .map((spec) => resolveSubnets(world, spec, "interfaces"));
      const subnetId = [...(subnets[0] ?? [fleetSubnetId(world)])].find((id) =>
        subnets.every((ids) => ids.has(id)),
      );
      if (!/^[\w.-]{1,15}$/.test(name) || subnetId === undefined)
        throw invalidField("interfaces", `Malformed interfaces constraint, "${each.trim()}".`);
      return { name, subnetId };
    });
}

function composeMachine({ world, user }: Call, host: VmHost, spec: ReturnType<typeof readMachine>): Node {
  const { disks, interfaces, ...fields } = spec;
  const usage = usedResources(world, host);
  const diskBytes = sum(disks, (disk) => disk.sizeBytes);
  for (const [resource, ratio, total, used, requested] of [
    ["CPU", host.cpuRatio, totalResources.cores, usage.cores, fields.cpuCount],
    ["Memory", host.memoryRatio, totalResources.memory, usage.memory, fields.memoryMiB],
    ["Storage", 1, totalResources.local_storage, usage.local_storage, diskBytes],
  ] as const) {
    const available = Math.floor(total * ratio - used);
    if (requested > available)
      throw invalidForm(
        `${resource} over commit ratio is ${ratio} and there are ${available} available resources; ${requested} requested.`,
      );
  }
  const node = createNode(world, {
    nodeType: "machine",
    ...fields,
    macAddresses: Array.from({ length: interfaces.length || 1 }, () => newMac(world, 2)),
    subnetId: interfaces[0]?.subnetId ?? fleetSubnetId(world),
    disks: disks.map((disk) => ({ ...disk, model: "Sandbox disk", serial: world.random.token(12) })),
    podId: host.id,
    isComposed: true,
    powerType: host.type,
    powerParameters: { power_address: host.address, power_id: fields.hostname, power_pass: host.password },
    powerState: "off",
    status: "ready",
    results: { commissioning: 2, testing: -1 },
  });
  for (const [index, { name, subnetId }] of interfaces.entries()) {
    const { [index]: card } = node.interfaces;
    const vlanId = world.state.networks.subnets.rows[subnetId]?.vlanId ?? null;
    if (card !== undefined) Object.assign(card, { name, vlanId });
  }
  detectNetworkCards(node);
  applyDefaultLayout(world, node);
  resetNetworking(world, node, bootLinkMode(world));
  recordNodeEvent(world, node, "Ready", { comment: `composed on ${host.name}`, username: user.username });
  return node;
}

function removeHost(world: World, host: VmHost, call: Call): void {
  const decompose = readValidForm(call).boolean("decompose") ?? false;
  for (const node of guestsOf(world, host))
    if (decompose) removeNode(world, node);
    else node.podId = null;
  removeFrom(world.state.places.pods, host);
}

/** The paths `vm-hosts` and `pods` serve the same objects. */
function hostHandlers<const Singular extends string>(singular: Singular) {
  const plural = `${singular}s` as const;
  const answer = (call: Call, host: VmHost) => json(serializeVmHost(call.world, host, plural));
  const operations = {
    [`${singular}.compose`](call) {
      const host = hostOf(call);
      const { systemId } = composeMachine(call, host, readMachine(call, host));
      return json({ system_id: systemId, resource_uri: resourceUri(call.world, "machines", systemId) });
    },
    [`${singular}.parameters`](call) {
      const { address, password, project } = hostOf(call);
      return json({ power_address: address, power_pass: password, ...(project === "" ? {} : { project }) });
    },
    [`${singular}.refresh`]: (call) => answer(call, hostOf(call)),
  } satisfies Readonly<Record<string, Handler>>;
  return {
    ...resource([plural, singular], {
      rows: hostsOf,
      find: hostOf,
      serialize: (world, host) => serializeVmHost(world, host, plural),
      rules,
      read: readHost,
      create: createHost,
      update: (_call, host, values) => Object.assign(host, values),
      remove: removeHost,
    }),
    ...tagHandlers(singular, (call, changeTags) => {
      const host = hostOf(call);
      host.tags = changeTags(host.tags, readValidForm(call).required("tag"));
      return answer(call, host);
    }),
    ...(operations as Readonly<Record<`${Singular}.${"compose" | "parameters" | "refresh"}`, Handler>>),
  };
}

export const vmHosts = hostHandlers("vm-host") satisfies HandlersOf<"vm-hosts">;
export const pods = hostHandlers("pod") satisfies HandlersOf<"pods">;

/** The sandbox has no VM clusters, so its list is empty. */
export const vmClusters = resource(["vm-clusters", "vm-cluster"], {
  rows: (): object[] => [],
  find: (): object => requireFound<object>(undefined, "VMCluster"),
  serialize: (_world, cluster) => cluster,
  update: () => {},
  remove: () => {},
}) satisfies HandlersOf<"vm-clusters">;
