import type { StatusValue } from "../../catalogue/statuses.ts";
import { isRecord, primitiveText } from "../../core/json-record.ts";
import { detectNetworkCards } from "../model/networks/interfaces.ts";
import { addTagsOfNodes, newMac } from "../model/nodes/create.ts";
import { addDisk } from "../model/storage/disks.ts";
import type { Interface, Node } from "../state/node.ts";
import { rowsOf } from "../state/table.ts";
import { findUser, nodeById, type World } from "../state/world.ts";
import { parseMac } from "../values/spellings.ts";
import type { Pairs, PathValues } from "../wire/call.ts";
import { addHistory } from "./fleet.ts";
import { diskKind, interfaceKind, interfaceKinds, linkKind, type SeedKind } from "./kinds.ts";
import {
  callAsAdmin,
  type Item,
  itemsIn,
  pathValuesFrom,
  readItem,
  reportUnknownOwner,
  type SeedRun,
} from "./seed-run.ts";

export function setFleetSubnet({ state: { networks } }: World): void {
  const first = rowsOf(networks.subnets).find(({ cidr }) => !cidr.includes(":"));
  if (first !== undefined) networks.fleetSubnetId = first.id;
}

export function prepareNode({ service: { world } }: SeedRun, item: Item): Item {
  const { data } = item;
  if (data["mac_addresses"] !== undefined) return item;
  const macs = (Array.isArray(data["interfaces"]) ? data["interfaces"] : [])
    .filter(isRecord)
    .filter(({ type = "physical" }) => type === "physical")
    .flatMap(({ mac_address: mac }) => (typeof mac === "string" && parseMac(mac) !== undefined ? [mac] : []));
  const generatedMac = newMac(world, 2);
  return { ...item, data: { ...data, mac_addresses: macs.length > 0 ? macs : [generatedMac] } };
}

export async function finishNode(seedRun: SeedRun, item: Item, systemId: string): Promise<void> {
  const { service, problems } = seedRun;
  const node = nodeById(service.world, systemId);
  if (node === undefined) return;
  const { data, path } = item;
  const isMachine = node.nodeType === "machine";
  const status = primitiveText(data["status"] ?? "ready") as StatusValue;
  // Operations change the hardware of ready machines only.
  if (isMachine) node.status = "ready";
  const isCommissioned = !isMachine || status !== "new";
  if (isCommissioned) detectNetworkCards(node);
  await makeInterfaces(seedRun, item, node);
  if (isMachine) await makeDisks(seedRun, item, node);
  if (isMachine && isCommissioned) addDefaultHardware(service.world, node);
  node.tags = [
    ...new Set(
      [data["tags"] ?? []]
        .flat()
        .filter((each) => typeof each !== "object")
        .map(primitiveText),
    ),
  ];
  for (const tag of node.tags)
    if (!/^[\w.-]+$/.test(tag))
      problems.push({ path: [...path, "tags"], text: `'${tag}' is not a valid tag name` });
  addTagsOfNodes(service.world);
  if (isRecord(data["annotations"])) {
    const { annotations } = data;
    node.annotations = Object.fromEntries(
      Object.entries(annotations).map(([name, value]) => [name, primitiveText(value)]),
    );
  }
  if (isMachine) setMachineState(seedRun, item, node, status);
}

function addDefaultHardware(world: World, node: Node): void {
  node.cpuCount ||= 4;
  node.cpuSpeedMHz ||= 2400;
  node.memoryMiB ||= 8192;
  if (node.storage.devices.length === 0)
    addDisk(world, node.storage, {
      sizeBytes: 120e9,
      tags: ["ssd"],
      model: "Sandbox SSD",
      serial: world.random.token(12),
    });
}

function setMachineState(seedRun: SeedRun, { data, path }: Item, node: Node, status: StatusValue): void {
  const { world } = seedRun.service;
  const isFree = status === "new" || status === "ready";
  const owner = data["owner"] ?? (isFree ? null : "admin");
  if (owner !== null && isFree)
    seedRun.problems.push({ path: [...path, "owner"], text: `a ${status} machine cannot have an owner` });
  else if (owner !== null && findUser(world, primitiveText(owner)) === undefined)
    reportUnknownOwner(seedRun, path, primitiveText(owner));
  const textOf = (name: string) => primitiveText(data[name]);
  Object.assign(node, {
    status,
    owner: owner === null ? null : primitiveText(owner),
    osystem: textOf("osystem"),
    distroSeries: textOf("distro_series"),
    errorDescription: textOf("error_description"),
    previousStatus: status === "broken" || status.startsWith("failed_") ? "ready" : null,
    locked: data["locked"] === true,
    powerState:
      textOf("power_state") ||
      (node.powerType === "manual" ? "unknown" : status === "deployed" ? "on" : "off"),
  });
  addHistory(world, node, `${node.hostname} is part of the seed file`);
}

async function makeDisks(seedRun: SeedRun, item: Item, node: Node): Promise<void> {
  for (const [index, disk] of itemsIn(seedRun, item, "blockdevices").entries()) {
    const name = `sd${String.fromCharCode(97 + (index % 26))}`;
    const serial = seedRun.service.world.random.token(12);
    await makeChild(seedRun, diskKind, disk, node, { name, serial });
  }
}

async function makeInterfaces(seedRun: SeedRun, item: Item, node: Node): Promise<void> {
  const items = itemsIn(seedRun, item, "interfaces");
  const generatedInterface = ({ data }: Item) =>
    node.interfaces.find(({ macAddress }) => macAddress === parseMac(primitiveText(data["mac_address"])));
  // Rename generated interfaces first, so that the file may use their names in any order.
  for (const each of items) {
    const existing = each.data["name"] === undefined ? undefined : generatedInterface(each);
    if (existing !== undefined) existing.name = `new${existing.id}`;
  }
  for (const each of items) {
    const type = primitiveText(each.data["type"] ?? "physical");
    const existing = generatedInterface(each);
    if (!interfaceKinds.includes(`interfaces.create_${type}`)) {
      readItem(seedRun, interfaceKind, each);
      continue;
    }
    const isChange = type === "physical" && existing !== undefined;
    const row = await makeChild(
      seedRun,
      { ...interfaceKind, create: isChange ? "interface.update" : `interfaces.create_${type}` },
      each,
      node,
      {},
      isChange ? { id: String(existing.id) } : {},
    );
    const nic = node.interfaces.find(({ id }) => isRecord(row) && id === row["id"]);
    if (nic !== undefined) await makeLinks(seedRun, each, node, nic);
  }
}

async function makeLinks(seedRun: SeedRun, item: Item, node: Node, nic: Interface): Promise<void> {
  if ((item.data["links"] ?? null) === null) return;
  const ids = { system_id: node.systemId, id: String(nic.id) };
  // A VLAN interface cannot leave its VLAN.
  if (nic.type !== "vlan") await callAsAdmin(seedRun, item, "interface.disconnect", ids, []);
  for (const each of itemsIn(seedRun, item, "links"))
    await makeChild(seedRun, linkKind, each, node, linkKind.defaults ?? {}, ids);
}

async function makeChild(
  seedRun: SeedRun,
  kind: SeedKind,
  item: Item,
  node: Node,
  defaults: Readonly<Record<string, string>>,
  ids: PathValues = {},
): Promise<unknown> {
  const parameters = readItem(seedRun, kind, item);
  const defaultPairs = Object.entries({ ...defaults, ...kind.defaults }).filter(
    ([name]) => !parameters.has(name),
  );
  const pairs: Pairs = [...defaultPairs, ...[...parameters].flatMap(([, each]) => each.pairs)].map(
    ([name, value]) => [name, name === "parents" || name === "parent" ? interfaceId(node, value) : value],
  );
  const path = { ...pathValuesFrom(seedRun, kind.create, {}, ids), system_id: node.systemId, ...ids };
  return await callAsAdmin(seedRun, item, kind.create, path, pairs);
}

const interfaceId = ({ interfaces }: Node, name: string): string =>
  String(interfaces.find((each) => each.name === name)?.id ?? name);
