import { setFlagsFromString } from "node:v8";
import {
  type CopiedObject,
  type CopiedSite,
  type CopyRecord,
  configRead,
  siteReads,
  snapshotFormat,
} from "../../catalogue/site-copy.ts";
import { addTo } from "../../core/grouping.ts";
import { isRecord } from "../../core/json-record.ts";
import { addTagsOfNodes } from "../model/nodes/create.ts";
import { serializeAddress } from "../serialize/addresses.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { elementKey, keyOfAnswer, recordPatches } from "../state/patches.ts";
import { type CopyFacts, findUser, nodeById, type Patch, type World } from "../state/world.ts";
import type { Service } from "../wire/call.ts";
import { networkImporters } from "./networks.ts";
import { nodeImporters, regionImporters } from "./nodes.ts";
import { type CopyTarget, type Importer, type Importers, readSandbox, textIn } from "./row.ts";
import { addMissingUser, importConfigItem, settingImporters } from "./settings.ts";
import { CopyError } from "./snapshot.ts";

export interface CopyReport {
  readonly site: CopiedSite;
  readonly unread: readonly { readonly kind: string; readonly reason: string }[];
  readonly leftOut: readonly { readonly kind: string; readonly why: string; readonly count: number }[];
}

type OpenCopy = Awaited<ReturnType<typeof openCopy>>;

export async function openCopy(records: AsyncIterable<CopyRecord>) {
  const reader = records[Symbol.asyncIterator]();
  const first: unknown = (await reader.next()).value;
  if (!isRecord(first) || first["format"] !== snapshotFormat.format)
    throw new CopyError("is not a snapshot of a site");
  if (first["version"] !== snapshotFormat.version)
    throw new CopyError(
      `has version ${String(first["version"])}, but this svc reads version ${snapshotFormat.version}`,
    );
  const { url, time, user } = first;
  if (typeof url !== "string" || typeof time !== "string" || !isRecord(user) || !URL.canParse(url))
    throw new CopyError("is damaged: its first line is incomplete");
  const site: CopiedSite = {
    ...snapshotFormat,
    url,
    time,
    user: { username: textIn(user, "username", "operator"), is_superuser: user["is_superuser"] === true },
  };
  return { site, reader, pathSegment: new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "SVC" };
}

const importers: Importers = {
  ...settingImporters,
  ...networkImporters,
  ...nodeImporters,
  ...regionImporters,
};

/** For machines, devices and controllers together. */
const maxNodes = 12_000;

const maxObjects = 100_000;

interface CopyImport {
  readonly service: Service;
  readonly target: CopyTarget;
  readonly patches: Record<string, Patch>;
  /** Answers that refer to objects that come later in the snapshot. */
  readonly pendingObjects: Map<string, CopiedObject[]>;
  readonly adoptsStyle: boolean;
  readonly counts: Map<string, number>;
}

/**
 * Records where the site's answers differ from the sandbox's. With `adoptsStyle`, the sandbox takes over the answer
 * style of the site. Rejects with a `CopyError` if the snapshot is incomplete.
 */
export async function importCopy(
  service: Service,
  { site, reader }: OpenCopy,
  adoptsStyle: boolean,
): Promise<CopyReport> {
  const { world } = service;
  const { username, is_superuser: isAdministrator } = site.user;
  const patches: Record<string, Patch> = {};
  const copied: CopyFacts = { username, patches, statuses: {} };
  Object.assign(world.state, { copied });
  removeDefaults(world);
  const unread: { kind: string; reason: string }[] = [];
  const leftOut = new Map<string, { kind: string; why: string; count: number }>();
  const leaveOut = (subject: string, why: string) => {
    const key = `${subject}: ${why}`;
    if (leftOut.size < maxReasons || leftOut.has(key))
      leftOut.set(key, { kind: subject, why, count: (leftOut.get(key)?.count ?? 0) + 1 });
  };
  const target: CopyTarget = { world, username, leaveOut };
  const copyImport: CopyImport = {
    service,
    target,
    patches,
    pendingObjects: new Map(),
    adoptsStyle,
    counts: new Map(),
  };
  limitYoungGeneration(true);
  try {
    await importAll(copyImport, reader, (subject, reason) => unread.push({ kind: subject, reason }));
  } finally {
    limitYoungGeneration(false);
    // Closes the file or connection that is read.
    await reader.return?.();
  }
  addMissingUser(world, username);
  // If the list of users cannot be read, a user who owns a machine has been added without rights.
  Object.assign(findUser(world, username) ?? {}, { isAdministrator });
  addMissingDefaults(world);
  addTagsOfNodes(world);
  await patchPendingObjects(copyImport, isAdministrator);
  return { site, unread, leftOut: [...leftOut.values()] };
}

const maxReasons = 50;

/**
 * V8 enlarges the young generation while objects survive. During a copy all objects survive, so this would waste 48 MiB.
 * The limit ends with the copy, because V8 accepts cached code only with the flags under which it was compiled.
 */
const limitYoungGeneration = (isLimited: boolean) =>
  setFlagsFromString(`--semi-space-growth-factor=${isLimited ? 1 : 2}`);

async function importAll(
  copyImport: CopyImport,
  reader: AsyncIterator<CopyRecord>,
  onUnread: (subject: string, reason: string) => void,
): Promise<void> {
  let lines = 1;
  for (let next = await reader.next(); ; next = await reader.next()) {
    if (next.done === true) throw new CopyError("is incomplete: its last line is missing");
    const record: unknown = next.value;
    if (!isRecord(record)) throw new CopyError(`is damaged: line ${lines + 1} is not an object`);
    if (record["end"] === true) {
      if (record["lines"] !== lines) throw new CopyError("is damaged: lines are missing");
      return;
    }
    lines += 1;
    if (typeof record["unread"] === "string") onUnread(record["unread"], textIn(record, "reason"));
    else if (typeof record["read"] === "string") importObject(copyImport, record as unknown as CopiedObject);
    else throw new CopyError(`is damaged: line ${lines} has neither 'read' nor 'unread'`);
  }
}

function removeDefaults({ state }: World): void {
  state.users.length = 0;
  for (const rows of [state.places.zones, state.places.pools, state.places.pods]) rows.length = 0;
  Object.assign(state.places, { lastZoneId: 0, lastPoolId: -1, lastPodId: 0 });
  state.settings.repositories.rows = {};
}

/** New machines need a zone and a pool even if the snapshot has none. */
function addMissingDefaults({ state: { places, events } }: World): void {
  // The site's lists are not ordered by id.
  for (const rows of [events.records, places.zones, places.pools]) rows.sort((a, b) => a.id - b.id);
  if (places.zones.length === 0) places.zones.push({ id: 1, name: "default", description: "" });
  if (places.pools.length === 0) places.pools.push({ id: 0, name: "default", description: "" });
}

function importObject(copyImport: CopyImport, { read, of = "", value }: CopiedObject): void {
  const { target } = copyImport;
  const { world } = target;
  if (read === configRead.id) {
    if (!importConfigItem(world, of, value))
      target.leaveOut("configuration items", "the sandbox has no such items");
    return;
  }
  const importRow: Importer | undefined = importers[read];
  if (importRow === undefined || !isRecord(value)) return;
  const isNode = Object.hasOwn(nodeImporters, read);
  const [countedKind, limit] = isNode ? ["nodes", maxNodes] : [read, maxObjects];
  const count = (copyImport.counts.get(countedKind) ?? 0) + 1;
  copyImport.counts.set(countedKind, count);
  if (count > limit) {
    target.leaveOut(isNode ? "machines" : "objects", `a sandbox can have at most ${limit} ${countedKind}`);
    return;
  }
  if (read === "fabrics.list" && copyImport.adoptsStyle)
    world.answers.style = Object.hasOwn(value, "description") ? "documented" : "deployed";
  importRow(target, value, of);
  const node = isNode ? nodeById(world, textIn(value, "system_id")) : undefined;
  const address =
    read === "ip-addresses.list" ? world.state.networks.addresses.byIp[textIn(value, "ip")] : undefined;
  if (node !== undefined) recordPatches(copyImport.patches, serializeNode(world, node), value);
  else if (address !== undefined) recordPatches(copyImport.patches, serializeAddress(world, address), value);
  else if (!isNode && read !== "events.query") addTo(copyImport.pendingObjects, read, { read, of, value });
}

async function patchPendingObjects(copyImport: CopyImport, isAdministrator: boolean): Promise<void> {
  const { service, target, pendingObjects, patches } = copyImport;
  for (const read of siteReads) {
    const objects = pendingObjects.get(read.id) ?? [];
    if (!service.operations.has(read.id)) continue;
    for (const parentId of new Set(objects.map((each) => each.of ?? ""))) {
      const path = read.each === undefined ? {} : { [read.each.field]: parentId };
      const rows = await readSandbox(service, read, target.username, path, isAdministrator);
      const sandboxRows = new Map([rows].flat().map((row) => [identityOf(row), row]));
      for (const { value, of: objectParentId = "" } of objects)
        if (objectParentId === parentId) {
          const sandboxRow = sandboxRows.get(identityOf(value));
          if (sandboxRow !== undefined) recordPatches(patches, sandboxRow, value);
        }
    }
  }
}

const identityOf = (value: unknown): string | undefined => elementKey(value) ?? keyOfAnswer(value);
