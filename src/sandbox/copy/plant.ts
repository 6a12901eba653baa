import {
  type CopiedObject,
  type CopiedSite,
  type CopyRecord,
  configRead,
  type SiteRead,
  siteReads,
  snapshotFormat,
} from "../../catalogue/site-copy.ts";
import { isRecord } from "../../core/json-record.ts";
import { callOperation, type Service } from "../seed-file/calls.ts";
import { serializeAddress } from "../serialize/interfaces.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { elementKey, keyOfAnswer, notePatches } from "../state/patches.ts";
import type { User } from "../state/users.ts";
import { type CopyFacts, nodeById, type Patch, type World } from "../state/world.ts";
import type { Fill, Filling, Fills } from "./filling.ts";
import { networkFills } from "./networks.ts";
import { nodeFills, regionFills } from "./nodes.ts";
import { type Row, textIn } from "./row.ts";
import { addUser, fillItem, settingFills } from "./settings.ts";
import { CopyError } from "./snapshot.ts";

export interface CopyReport {
  readonly site: CopiedSite;
  /** Lists that the site's user may not read or the site does not have. */
  readonly unread: readonly { readonly what: string; readonly reason: string }[];
  /** Objects that a sandbox cannot store. */
  readonly leftOut: readonly { readonly what: string; readonly why: string; readonly count: number }[];
}

interface OpenCopy {
  readonly site: CopiedSite;
  readonly segment: string;
  readonly rest: AsyncIterator<CopyRecord>;
}

/** Reads the first line. Rejects with a `CopyError` if it is not the first line of a snapshot. */
export async function openCopy(records: AsyncIterable<CopyRecord>): Promise<OpenCopy> {
  const rest = records[Symbol.asyncIterator]();
  const first: unknown = (await rest.next()).value;
  if (!isRecord(first) || first["format"] !== snapshotFormat.format)
    throw new CopyError("is not a snapshot of a site");
  if (first["version"] !== snapshotFormat.version)
    throw new CopyError(
      `has version ${String(first["version"])}, and this svc reads version ${snapshotFormat.version}`,
    );
  const { url, time, user } = first;
  if (typeof url !== "string" || typeof time !== "string" || !isRecord(user) || !URL.canParse(url))
    throw new CopyError("is damaged: its first line is not complete");
  const site: CopiedSite = {
    ...{ ...snapshotFormat, url, time },
    user: { username: textIn(user, "username", "operator"), is_superuser: user["is_superuser"] === true },
  };
  return { site, rest, segment: new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "SVC" };
}

const fills: Fills = { ...settingFills, ...networkFills, ...nodeFills, ...regionFills };

/** Limit for machines, devices and controllers together. */
const maxNodes = 12_000;

/** Limit for each other kind of object. */
const maxObjects = 100_000;

interface Planting {
  readonly service: Service;
  readonly filling: Filling;
  readonly patches: Record<string, Patch>;
  /** Answers that refer to objects further down in the snapshot. */
  readonly waiting: Map<string, CopiedObject[]>;
  readonly isStyleOpen: boolean;
  readonly counts: Map<string, number>;
}

/**
 * Loads a snapshot into an empty world, and records where the site's answers differ from the sandbox's. With
 * `adoptsStyle`, the sandbox uses the answer style of the site. Rejects with a `CopyError` if the snapshot is
 * incomplete.
 */
export async function plantCopy(
  service: Service,
  { site, rest }: OpenCopy,
  isStyleOpen: boolean,
): Promise<CopyReport> {
  const { world } = service;
  const { username, is_superuser: isAdministrator } = site.user;
  const patches: Record<string, Patch> = {};
  const copied: CopyFacts = { username, patches, statuses: {} };
  Object.assign(world.state, { copied });
  empty(world);
  const unread: { what: string; reason: string }[] = [];
  const leftOut = new Map<string, { what: string; why: string; count: number }>();
  const leaveOut = (subject: string, why: string) => {
    const key = `${subject}: ${why}`;
    if (leftOut.size < maxReasons || leftOut.has(key))
      leftOut.set(key, { what: subject, why, count: (leftOut.get(key)?.count ?? 0) + 1 });
  };
  const filling: Filling = { world, username, leaveOut };
  const planting: Planting = {
    service,
    filling,
    patches,
    waiting: new Map(),
    isStyleOpen,
    counts: new Map(),
  };
  try {
    await plantAll(planting, rest, (subject, reason) => unread.push({ what: subject, reason }));
  } finally {
    // Closes the file or connection that is read.
    await rest.return?.();
  }
  addUser(world, username, "", isAdministrator);
  complete(world);
  await patchWaiting(planting, isAdministrator);
  return { site, unread, leftOut: [...leftOut.values()] };
}

const maxReasons = 50;

async function plantAll(
  planting: Planting,
  rest: AsyncIterator<CopyRecord>,
  onUnread: (subject: string, reason: string) => void,
): Promise<void> {
  let lines = 1;
  for (let next = await rest.next(); ; next = await rest.next()) {
    if (next.done === true) throw new CopyError("is incomplete: its last line is missing");
    const record: unknown = next.value;
    if (!isRecord(record)) throw new CopyError(`is damaged: line ${lines + 1} is not an object`);
    if (record["end"] === true) {
      if (record["lines"] !== lines) throw new CopyError("is damaged: lines are missing");
      return;
    }
    lines += 1;
    if (typeof record["unread"] === "string") onUnread(record["unread"], textIn(record, "reason"));
    else if (typeof record["read"] === "string") plant(planting, record as unknown as CopiedObject);
    else throw new CopyError(`is damaged: line ${lines} has no object`);
  }
}

/** Removes the users, zones, pools and so on that a new sandbox has. */
function empty({ state }: World): void {
  state.users.length = 0;
  for (const rows of [state.places.zones, state.places.pools, state.places.pods]) rows.length = 0;
  Object.assign(state.places, { lastZoneId: 0, lastPoolId: -1, lastPodId: 0 });
  state.settings.repositories.rows = {};
}

/** New machines need a zone and a pool even if the snapshot has none. */
function complete({ state: { places, events } }: World): void {
  // Answers list events by descending id.
  events.records.sort((a, b) => a.id - b.id);
  if (places.zones.length === 0) places.zones.push({ id: 1, name: "default", description: "" });
  if (places.pools.length === 0) places.pools.push({ id: 0, name: "default", description: "" });
}

function plant(planting: Planting, { read, of = "", value }: CopiedObject): void {
  const { filling } = planting;
  const { world } = filling;
  if (read === configRead.id) {
    if (!fillItem(world, of, value))
      filling.leaveOut("configuration items", "the sandbox does not have them");
    return;
  }
  const fill: Fill | undefined = fills[read];
  if (fill === undefined || !isRecord(value)) return;
  const isNode = Object.hasOwn(nodeFills, read);
  const [counted, most] = isNode ? ["nodes", maxNodes] : [read, maxObjects];
  const count = (planting.counts.get(counted) ?? 0) + 1;
  planting.counts.set(counted, count);
  if (count > most) {
    filling.leaveOut(isNode ? "machines" : "objects", `a sandbox has ${most} ${counted} at most`);
    return;
  }
  if (read === "fabrics.list" && planting.isStyleOpen)
    world.answers.style = Object.hasOwn(value, "description") ? "documented" : "deployed";
  fill(filling, value, of);
  const node = isNode ? nodeById(world, textIn(value, "system_id")) : undefined;
  const address =
    read === "ip-addresses.list" ? world.state.networks.addresses.byIp[textIn(value, "ip")] : undefined;
  if (node !== undefined) notePatches(planting.patches, serializeNode(world, node), value);
  else if (address !== undefined) notePatches(planting.patches, serializeAddress(world, address), value);
  else if (!isNode && read !== "events.query") {
    const waiting = planting.waiting.get(read) ?? [];
    planting.waiting.set(read, waiting);
    waiting.push({ read, of, value });
  }
}

async function patchWaiting(planting: Planting, isAdministrator: boolean): Promise<void> {
  const { service, filling, waiting, patches } = planting;
  const { username } = filling;
  const user: User = { username, email: "", isAdministrator: true, tokens: [] };
  for (const read of siteReads) {
    const objects = waiting.get(read.id) ?? [];
    for (const of of new Set(objects.map((each) => each.of ?? ""))) {
      const rows = await readFromSandbox(service, read, user, of, isAdministrator);
      const models = new Map([rows].flat().map((row) => [identity(row), row]));
      for (const { value, of: other = "" } of objects)
        if (other === of) {
          const model = models.get(identity(value));
          if (model !== undefined) notePatches(patches, model, value);
        }
    }
  }
}

const identity = (value: unknown): string | undefined => elementKey(value) ?? keyOfAnswer(value);

async function readFromSandbox(
  service: Service,
  { id, values, adminValues, each }: SiteRead,
  user: User,
  of: string,
  isAdministrator: boolean,
): Promise<unknown> {
  const all = { ...values, ...(isAdministrator ? adminValues : {}) };
  const pairs = Object.entries(all).map(([name, value]) => [name, String(value)] as const);
  const path: Row = each === undefined ? {} : { [each.field]: of };
  if (!service.operations.has(id) || id === "events.query") return [];
  return await callOperation(service, id, user, path as Readonly<Record<string, string>>, pairs);
}
