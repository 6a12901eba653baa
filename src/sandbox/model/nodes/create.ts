import { type Node, type NodeType, newTag, nodeDefaults } from "../../state/node.ts";
import { invalidField, requiredMessage } from "../../state/service-error.ts";
import { physicalDisks } from "../../state/storage.ts";
import { allNodes, type VmHost, type World } from "../../state/world.ts";
import { parseMac } from "../../values/spellings.ts";
import { defaultDomainId, findDomainByName } from "../networks/dns.ts";
import { makeInterface } from "../networks/interfaces.ts";
import { type DiskSpec, makeStorage } from "../storage/disks.ts";

interface NewNode extends Partial<Omit<Node, "systemId" | "nodeType" | "interfaces" | "storage">> {
  readonly nodeType: NodeType;
  readonly hostname: string;
  readonly macAddresses: readonly string[];
  /** The first interface boots from this subnet; the others are only connected. */
  readonly subnetId?: number;
  readonly disks?: readonly DiskSpec[];
}

export function createNode(world: World, spec: NewNode): Node {
  const { macAddresses, subnetId, disks = [], ...fields } = spec;
  const node: Node = {
    systemId: newSystemId(world),
    ...nodeDefaults(defaultDomainId(world), world.clock.now()),
    ...fields,
    interfaces: [],
    storage: makeStorage(world, disks),
  };
  macAddresses.forEach((macAddress, index) => {
    const isBootInterface = index === 0 && subnetId !== undefined;
    node.interfaces.push(
      makeInterface(world, { macAddress, name: `eth${index}`, ...(isBootInterface ? { subnetId } : {}) }),
    );
  });
  world.state.nodes.bySystemId[node.systemId] = node;
  return node;
}

const idCharacters = [..."abcdefghkmnpqrstwxy34678"];
const idLetters = idCharacters.slice(0, 19);

/** Ids start with a letter because number-like object keys would be listed first. */
function newSystemId(world: World): string {
  for (;;) {
    let id = world.random.pick(idLetters);
    while (id.length < 6) id += world.random.pick(idCharacters);
    if (!Object.hasOwn(world.state.nodes.bySystemId, id)) return id;
  }
}

const adjectives = "amber brisk calm deft eager fair glad hardy keen lucid mild noble".split(" ");
const nouns = "badger crane dingo egret finch gecko heron ibis koala lemur marten newt".split(" ");

export function newHostname(world: World): string {
  const usedNames = new Set(allNodes(world).map((node) => node.hostname));
  for (let number = 1; ; number += 1) {
    const name = `${world.random.pick(adjectives)}-${world.random.pick(nouns)}${number > 20 ? `-${number}` : ""}`;
    if (!usedNames.has(name)) return name;
  }
}

const labelPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

export function readHostname(world: World, text: string, current?: Node) {
  const [hostname = "", ...rest] = text.trim().split(".");
  const refuse = (message: string) => invalidField("hostname", message);
  if (!labelPattern.test(hostname)) throw refuse("Enter a valid host name: letters, digits and hyphens.");
  const domain = rest.length === 0 ? undefined : findDomainByName(world, rest.join("."));
  if (rest.length > 0 && domain === undefined) throw refuse(`The domain ${rest.join(".")} does not exist.`);
  const domainId = domain?.id ?? current?.domainId;
  const isTaken = allNodes(world).some((node) => node !== current && node.hostname === hostname);
  if (isTaken) throw refuse("Node with this Hostname already exists.");
  return { hostname, domainId };
}

export function newMac(world: World, thirdByte: number): string {
  const bytes = [thirdByte, ...[1, 2, 3].map(() => world.random.integer(0, 255))];
  return `52:54:${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(":")}`;
}

export function readNewMacs(world: World, texts: readonly string[], field: string): string[] {
  const values = texts.flatMap((text) => text.split(",")).filter((text) => text.trim() !== "");
  if (values.length === 0) throw invalidField(field, requiredMessage);
  const macs = values.map((text) => {
    const mac = parseMac(text);
    if (mac === undefined) throw invalidField(field, `'${text}' is not a valid MAC address.`);
    return mac;
  });
  const duplicate = macs.find((mac) => isRegistered(world, mac));
  if (duplicate !== undefined)
    throw invalidField(field, `One or more MAC addresses is already in use: ${duplicate} is registered.`);
  return [...new Set(macs)];
}

export function hasMac(node: Node, text: string): boolean {
  const mac = parseMac(text);
  return mac !== undefined && node.interfaces.some((each) => each.macAddress === mac);
}

export const isRegistered = (world: World, mac: string): boolean =>
  allNodes(world).some((node) => node.status !== "retired" && hasMac(node, mac));

export const guestsOf = (world: World, host: VmHost): Node[] =>
  allNodes(world, "machine").filter((node) => node.podId === host.id);

export const sum = <Item>(items: readonly Item[], numberOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + numberOf(item), 0);

export function usedResources(world: World, host: VmHost) {
  const guests = guestsOf(world, host);
  const disks = guests.flatMap(({ storage }) => physicalDisks(storage));
  return {
    cores: sum(guests, (node) => node.cpuCount),
    memory: sum(guests, (node) => node.memoryMiB),
    local_storage: sum(disks, (disk) => disk.sizeBytes),
  };
}

export const totalResources = { cores: 16, memory: 65_536, local_storage: 2e12 } as const;

export function addTagsOfNodes(world: World): void {
  for (const name of new Set(allNodes(world).flatMap((node) => node.tags)))
    if (!world.state.tags.some((tag) => tag.name === name)) world.state.tags.push({ ...newTag, name });
}
