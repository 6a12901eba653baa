import { type SiteRead, siteReads } from "../../catalogue/site-copy.ts";
import { isRecord } from "../../core/json-record.ts";
import { isSecretName, mask } from "../../core/secrets/names.ts";
import { redactText } from "../../core/secrets/text.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { nodeTypes } from "../state/node.ts";
import { elementKey, keyOfAnswer } from "../state/patches.ts";
import { allNodes, type State, type World } from "../state/world.ts";
import type { Service } from "../wire/call.ts";
import type { Exchange } from "../wire/exchange-log.ts";
import { type Row, readSandbox } from "./row.ts";

interface FieldChange {
  readonly field: string;
  /** Missing if the object did not have the member before (`from`) or does not have it now (`to`). */
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface Change {
  readonly action: "created" | "changed" | "deleted" | "refused";
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly fields?: readonly FieldChange[];
  readonly statuses?: readonly string[];
  readonly request?: string;
  readonly status?: number;
  readonly reason?: string;
  readonly user?: string | null;
}

/** These lists are too long to request, so nodes and addresses are compared in the state. */
const largeLists: ReadonlySet<string> = new Set(
  "machines devices rack-controllers region-controllers ip-addresses"
    .split(" ")
    .map((each) => `${each}.list`),
);

/** Users change the objects of these lists directly; the other lists are derived from them. */
const comparedReads: readonly SiteRead[] = siteReads.filter(
  ({ id, each }) =>
    id.endsWith(".list") &&
    (each === undefined || id === "boot-source-selections.list") &&
    !largeLists.has(id),
);

/** Compares both states as an administrator sees them. */
export async function changesBetween(service: Service, initial: State): Promise<readonly Change[]> {
  const { world } = service;
  const before: World = { ...world, state: initial };
  return [
    ...nodeChanges(before, world),
    ...(await listChanges(service, before)),
    ...addressChanges(initial, world.state),
    ...configChanges(initial, world.state),
  ];
}

function* nodeChanges(before: World, after: World): Generator<Change> {
  const { statuses = {} } = after.state.copied ?? {};
  const [previous, current] = [before.state.nodes.bySystemId, after.state.nodes.bySystemId];
  for (const node of [
    ...allNodes(before),
    ...allNodes(after).filter(({ systemId }) => !Object.hasOwn(previous, systemId)),
  ]) {
    const { systemId, hostname } = node;
    const kind = nodeTypes[node.nodeType].plural;
    const statusList = statuses[systemId] === undefined ? {} : { statuses: statuses[systemId] };
    const [earlier, later] = [previous, current].map((nodes) =>
      Object.hasOwn(nodes, systemId) ? nodes[systemId] : undefined,
    );
    const subject = { kind, id: systemId, name: hostname, ...statusList };
    if (later === undefined) yield { action: "deleted", ...subject };
    else if (earlier === undefined) yield { action: "created", ...subject };
    else if (
      !("statuses" in statusList) &&
      (earlier === later || JSON.stringify(earlier) === JSON.stringify(later))
    )
      continue;
    else {
      const fields = [
        ...fieldChanges(serializeNode(before, earlier), serializeNode(after, later)),
        ...fieldChanges(
          { power_parameters: earlier.powerParameters },
          { power_parameters: later.powerParameters },
        ),
      ];
      if (fields.length > 0 || "statuses" in statusList) yield { action: "changed", ...subject, fields };
    }
  }
}

async function listChanges(service: Service, before: World): Promise<readonly Change[]> {
  const { world, operations } = service;
  const username = world.state.copied?.username ?? "admin";
  const changes: Change[] = [];
  for (const read of comparedReads) {
    const { sensitive } = operations.get(read.id) ?? {};
    const rowsIn = async (at: World): Promise<ReadonlyMap<string, Row>> => {
      const lists = await Promise.all(
        pathsOf(read, at).map((path) => readSandbox({ ...service, world: at }, read, username, path)),
      );
      return new Map(
        lists
          .flat()
          .filter(isRecord)
          .map((row) => [identityOf(row), row]),
      );
    };
    const [previous, current] = [await rowsIn(before), await rowsIn(world)];
    const secrets = Array.isArray(sensitive) ? sensitive : [];
    for (const id of new Set([...previous.keys(), ...current.keys()])) {
      const [earlier, later] = [previous.get(id), current.get(id)];
      const subject = { kind: read.group, id, name: nameOf(later ?? earlier ?? {}) };
      if (later === undefined) changes.push({ action: "deleted", ...subject });
      else if (earlier === undefined) changes.push({ action: "created", ...subject });
      else {
        const fields = fieldChanges(earlier, later, secrets);
        if (fields.length > 0) changes.push({ action: "changed", ...subject, fields });
      }
    }
  }
  return changes;
}

export function describeRefusal({ method, path, operation, status, answer, user }: Exchange): Change {
  const apiPath = path.replace(/^\/[^/]+\/api\/2\.0/, "");
  const [, kind = "", id = ""] = /^\/([^/]+)\/(?:([^/]+)\/)?/.exec(apiPath) ?? [];
  const request = `${method} ${apiPath}`;
  return { action: "refused", kind, id, name: operation ?? "", request, status, reason: answer.body, user };
}

const pathsOf = ({ each }: SiteRead, { state }: World): readonly Readonly<Record<string, string>>[] =>
  each === undefined ? [{}] : Object.keys(state.images.sources.rows).map((id) => ({ [each.field]: id }));

const identityOf = (row: Row): string => {
  const { ip } = row;
  return elementKey(row) ?? (typeof ip === "string" ? ip : (keyOfAnswer(row) ?? ""));
};

function nameOf(row: Row): string {
  const name = row["name"] ?? row["fqdn"] ?? row["username"] ?? row["filename"] ?? row["ip"] ?? row["url"];
  return typeof name === "string" ? name : identityOf(row);
}

function* addressChanges(before: State, after: State): Generator<Change> {
  const [previous, current] = [before.networks.addresses.byIp, after.networks.addresses.byIp];
  for (const ip of Object.keys(previous))
    if (!Object.hasOwn(current, ip)) yield { action: "deleted", kind: "ipaddresses", id: ip, name: ip };
  for (const ip of Object.keys(current))
    if (!Object.hasOwn(previous, ip)) yield { action: "created", kind: "ipaddresses", id: ip, name: ip };
}

function* configChanges(before: State, after: State): Generator<Change> {
  const [previous, current] = [before.settings.config, after.settings.config];
  for (const name of new Set([...Object.keys(previous), ...Object.keys(current)])) {
    const fields = fieldChanges({ [name]: previous[name] }, { [name]: current[name] });
    if (fields.length > 0) yield { action: "changed", kind: "config", id: name, name, fields };
  }
}

const derivedFields: ReadonlySet<string> = new Set(
  [
    "resource_uri status status_message status_action owner_data numanode_set storage used_for used_size",
    "physicalblockdevice_set virtualblockdevice_set boot_interface available_size human_size fqdn history",
    "human_available_size human_used_size discovered effective_mtu resource_record_count updated",
    "commissioning_status_name testing_status_name",
  ].flatMap((names) => names.split(" ")),
);

const isDerived = (name: string): boolean =>
  derivedFields.has(name) || /_(?:result_id|test_status(?:_name)?)$/.test(name);

function fieldChanges(before: unknown, after: unknown, secrets: readonly string[] = []): FieldChange[] {
  const [previous, current] = [leavesByPath(before), leavesByPath(after)];
  return [...new Set([...previous.keys(), ...current.keys()])].flatMap((path) => {
    const [from, to] = [previous.get(path), current.get(path)];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    const field = path.replace("status_name", "status");
    const isSecret = path.split(".").some((part) => isSecretName(part) || secrets.includes(part));
    const maskValue = (value: unknown) =>
      isSecret && value !== "" && value !== null
        ? mask
        : typeof value === "string"
          ? redactText(value, "document")
          : value;
    return [
      {
        field,
        ...(from === undefined ? {} : { from: maskValue(from) }),
        ...(to === undefined ? {} : { to: maskValue(to) }),
      },
    ];
  });
}

/** Values by dotted path, in which list elements appear by name. An object that is also in another list becomes a reference. */
function leavesByPath(value: unknown, path = "", leaves = new Map<string, unknown>()): Map<string, unknown> {
  if (isRecord(value)) {
    for (const [name, member] of Object.entries(value))
      if (!isDerived(name))
        leavesByPath(toReference(name, member), path === "" ? name : `${path}.${name}`, leaves);
  } else if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) {
    for (const each of value) leavesByPath(each, `${path}.${nameOf(each)}`, leaves);
  } else if (value !== undefined && !(Array.isArray(value) && value.length === 0)) leaves.set(path, value);
  return leaves;
}

const referenceFields: ReadonlySet<string> = new Set(
  "domain zone pool pod vlan subnet boot_disk user owner host source destination cache_device node".split(
    " ",
  ),
);

const separateLists: ReadonlySet<string> = new Set(["vlans", "subnets", "resource_records", "ip_addresses"]);

function toReference(name: string, member: unknown): unknown {
  if (referenceFields.has(name) && isRecord(member)) return labelOf(member);
  if (separateLists.has(name) && Array.isArray(member) && member.every(isRecord))
    return name === "vlans" ? member : member.map(labelOf);
  return member;
}

const labelOf = (row: Row): unknown => {
  const id = row["hostname"] ?? row["username"] ?? row["cidr"] ?? row["ip"] ?? row["name"];
  return typeof id === "string" && id !== "" ? id : (row["id"] ?? null);
};
