import { readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { answerStyles } from "../../catalogue/sandbox-settings.ts";
import { statuses } from "../../catalogue/statuses.ts";
import { attempt, systemErrorCode, systemErrorText } from "../../core/failure.ts";
import { makeFolder, writeAtomically } from "../../core/files.ts";
import { isRecord } from "../../core/json-record.ts";
import { type Settings, upgradeScripts } from "../state/settings.ts";
import { emptyState, newVmHost, type State } from "../state/world.ts";
import { isPointName, type SavedPoint, type SavedPoints } from "./saved-points.ts";

export interface SavedState {
  readonly seed: number;
  /** The number of machines that `reset` creates. */
  readonly machines: number;
  readonly segment: string;
  /** Simulated time, in milliseconds since the epoch. */
  readonly timeMs: number;
  readonly state: State;
  readonly points?: SavedPoints;
  /** The state that `reset` restores, if the sandbox started with a seed file or a copied site. */
  readonly initial?: SavedPoint | undefined;
}

export class StateFileError extends Error {
  readonly problem: "inUse" | "unwritable" | "content";

  constructor(message: string, problem: StateFileError["problem"] = "content", cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

const format = "svc-sandbox-state";

/** Increase this when older state files can no longer be read. */
const version = 1;

/** Follows symbolic links, so that saving does not replace a link. Throws a `StateFileError` for circular links. */
export function locateStateFile(path: string): string {
  let file = resolve(path);
  try {
    return realpathSync(file);
  } catch {
    // A link may lead to a file that does not exist yet.
    for (let links = 0; links < maxLinks; links += 1) {
      const target = linkTarget(file);
      if (target === undefined) return file;
      file = resolve(dirname(file), target);
    }
    throw new StateFileError(`the state file ${path} is a symbolic link to itself`);
  }
}

const maxLinks = 40;

const linkTarget = (file: string): string | undefined => attempt(() => readlinkSync(file));

export function readStateFile(file: string): SavedState | undefined {
  const refuse = (why: string) => new StateFileError(`the state file ${file} ${why}`);
  let text: string;
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw refuse("is not a regular file");
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof StateFileError) throw error;
    if (systemErrorCode(error) !== "ENOENT") throw refuse(`cannot be read (${systemErrorText(error)})`);
    makeStateFolder(file);
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(text === "" ? "is empty" : "is damaged: it is not valid JSON");
  }
  if (!isRecord(value) || value["format"] !== format) throw refuse("is not a state file of a sandbox");
  if (typeof value["version"] !== "number") throw refuse("is damaged: version is wrong or missing");
  if (value["version"] !== version)
    throw refuse(`has version ${value["version"]}, but this svc reads version ${version}`);
  addMissingMembers(value["state"]);
  const damage = findDamage(value) ?? findDamagedPoint(value);
  if (damage !== undefined) throw refuse(`is damaged: ${damage} is wrong or missing`);
  return value as unknown as SavedState;
}

export const folderMode = 0o777;

function makeStateFolder(file: string): void {
  try {
    makeFolder(dirname(file), folderMode);
  } catch (error) {
    throw new StateFileError(
      `the state file ${file} cannot be created (${systemErrorText(error)})`,
      "unwritable",
      error,
    );
  }
}

export async function writeStateFile(file: string, saved: SavedState): Promise<string> {
  const temporaryFile = `${file}.new`;
  // A process that was killed may have left this file behind.
  await rm(temporaryFile, { force: true });
  await writeAtomically(file, stateText(saved), { temporaryPath: temporaryFile, mode: 0o600 });
  return fingerprintOf(file) ?? "";
}

export function stateText({ points = {}, initial, ...others }: SavedState): string {
  const text = JSON.stringify({ format, version, ...others });
  const texts = Object.entries(points).map(([name, point]) => `${JSON.stringify(name)}:${pointText(point)}`);
  const parts = [
    text.slice(0, -1),
    ...(texts.length === 0 ? [] : [`"points":{${texts.join()}}`]),
    ...(initial === undefined ? [] : [`"initial":${pointText(initial)}`]),
  ];
  return `${parts.join()}}`;
}

/** Cached because the state file is written often, and saved points never change. */
const pointTexts = new WeakMap<SavedPoint, string>();

function pointText(point: SavedPoint): string {
  const text = pointTexts.get(point) ?? JSON.stringify(point);
  pointTexts.set(point, text);
  return text;
}

export function fingerprintOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && `${stats.ino}:${stats.mtimeMs}:${stats.size}`;
}

const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

function vmHostsIn(state: unknown): readonly unknown[] {
  const hosts = memberOf(memberOf(state, "places"), "pods");
  return Array.isArray(hosts) ? hosts : [];
}

function addMissingMembers(state: unknown): void {
  const defaults = emptyState(1);
  const nodes = memberOf(memberOf(state, "nodes"), "bySystemId");
  const { tags, copied, settings, networks, places } = defaults;
  const { repositories, nextScriptId, notifications } = settings;
  const { lastZoneId, lastPoolId, lastPodId } = places;
  const defaultsByPart: readonly (readonly [unknown, object])[] = [
    [state, { tags, copied }],
    [memberOf(state, "settings"), { repositories, nextScriptId, hasOwnBuiltins: false, notifications }],
    [memberOf(state, "networks"), { staticRoutes: networks.staticRoutes }],
    [memberOf(state, "places"), { lastZoneId, lastPoolId, lastPodId }],
    ...vmHostsIn(state).map((host) => [host, { ...newVmHost, tags: [] }] as const),
    ...Object.values(isRecord(nodes) ? nodes : {}).map(
      (node) => [memberOf(node, "storage"), { raids: [], datastores: [] }] as const,
    ),
  ];
  for (const [part, members] of defaultsByPart)
    if (isRecord(part))
      for (const [name, value] of Object.entries(members)) if (!Object.hasOwn(part, name)) part[name] = value;
  const saved = memberOf(state, "settings");
  if (Array.isArray(memberOf(saved, "scripts"))) upgradeScripts(saved as unknown as Settings);
}

function findDamage(saved: Record<string, unknown>): string | undefined {
  for (const name of ["seed", "machines", "timeMs"] as const) if (!Number.isFinite(saved[name])) return name;
  if (typeof saved["segment"] !== "string") return "segment";
  return findStateDamage(saved["state"]);
}

function findDamagedPoint({ points = {}, initial }: Record<string, unknown>): string | undefined {
  if (!isRecord(points)) return "points";
  const entries = Object.entries(points).map(([name, point]): [string, unknown] => [`points.${name}`, point]);
  if (initial !== undefined) entries.push(["initial", initial]);
  const invalidName = Object.keys(points).find((name) => !isPointName(name));
  if (invalidName !== undefined) return `points.${invalidName}`;
  for (const [path, point] of entries) {
    if (!isRecord(point)) return path;
    const { timeMs, faults, answers, speed, isPaused, state } = point;
    addMissingMembers(state);
    const isComplete =
      Number.isFinite(timeMs) &&
      Number.isFinite(speed) &&
      typeof isPaused === "boolean" &&
      Array.isArray(faults) &&
      faults.every((each) => typeof each === "string") &&
      answerStyles.some((each) => each === answers);
    const damage = isComplete ? findStateDamage(state) : "faults or clock";
    if (damage !== undefined) return `${path}.${damage}`;
  }
  return undefined;
}

function findStateDamage(state: unknown): string | undefined {
  if (!isRecord(state)) return "state";
  const damage = findMissingMember(emptyState(1), state, "state", 2);
  if (damage !== undefined) return damage;
  const { bySystemId } = (state as unknown as State).nodes;
  const damagedNode = Object.entries(bySystemId).find(([id, node]) => !isNode(id, node));
  return damagedNode && `state.nodes.bySystemId.${damagedNode[0]}`;
}

function findMissingMember(model: object, value: object, path: string, depth: number): string | undefined {
  for (const [name, expected] of Object.entries(model)) {
    const actual: unknown = (value as Record<string, unknown>)[name];
    const memberPath = `${path}.${name}`;
    if (actual === undefined) return memberPath;
    if (expected === null || actual === null) {
      if (expected !== null) return memberPath;
      continue;
    }
    if (typeof actual !== typeof expected || Array.isArray(actual) !== Array.isArray(expected))
      return memberPath;
    if (typeof expected !== "object" || Array.isArray(expected) || depth === 1) continue;
    const damage = findMissingMember(expected, actual as object, memberPath, depth - 1);
    if (damage !== undefined) return damage;
  }
  return undefined;
}

function isNode(id: string, node: unknown): boolean {
  if (!isRecord(node)) return false;
  const { systemId, hostname, status, interfaces, storage, activity } = node;
  return (
    systemId === id &&
    typeof hostname === "string" &&
    typeof status === "string" &&
    Object.hasOwn(statuses, status) &&
    Array.isArray(interfaces) &&
    isRecord(storage) &&
    Array.isArray(storage["devices"]) &&
    (activity === null || isRecord(activity))
  );
}

const timeNames: ReadonlySet<string> = new Set(
  "created createdAt updated lastSeen lastDeployed startedAt endsAt importEndsAt scanEndsAt".split(" "),
);

const workTimeNames: ReadonlySet<string> = new Set("startedAt endsAt importEndsAt scanEndsAt".split(" "));

/**
 * Shifts saved times, because simulated time does not pass while the sandbox is stopped. In a copied site, only the
 * times of work in progress are shifted: all others are real times of the site.
 */
export const shiftTimes = (state: State, byMs: number): void =>
  shiftMembers(state, byMs, state.copied === null ? timeNames : workTimeNames);

function shiftMembers(value: unknown, byMs: number, names: ReadonlySet<string>): void {
  if (typeof value !== "object" || value === null) return;
  const members = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    if (typeof member === "number" && names.has(name)) members[name] = member + byMs;
    else shiftMembers(member, byMs, names);
  }
}
