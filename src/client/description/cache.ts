import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { DescribedCatalogue, DescribedEntry, DescribedGroup } from "../../catalogue/described.ts";
import { writeAtomically } from "../../core/atomic-file.ts";
import type { Random } from "../../core/clock.ts";
import { isRecord } from "../../core/json-record.ts";
import { makeFolder } from "../../core/make-folder.ts";
import { hashFile, outdatedFile } from "./folder.ts";
import { isTrusted } from "./owner.ts";
import { plainLine } from "./plain-text.ts";
import { isInherited } from "./read.ts";
import { readGroup } from "./stored-form.ts";

/** Of what is written; what another version wrote is learned anew. */
const format = 2;

/** No file of the cache is larger, in bytes. */
const maxBytes = 8 * 1024 * 1024;
const maxGroups = 2_000;

/** What is kept of a service's description besides its groups. */
export interface StoredIndex {
  /** Milliseconds since the epoch. */
  readonly fetchedAtMs: number;
  /** The service answers that it has no description of itself. */
  readonly isAbsent: boolean;
  /** The service has said since that its description has changed. */
  readonly isOutdated: boolean;
  readonly groups: readonly Pick<DescribedEntry, "name" | "summary" | "aliases">[];
  /** Documented operations that the service does not offer, as method and path. */
  readonly absent: readonly string[];
  readonly dropped: DescribedCatalogue["dropped"];
  /** Names the files that were written together with the index. */
  readonly stamp: string;
}

/**
 * What is known of the service at an address; undefined where nothing is, or where the files are damaged, of
 * another version, or of another address.
 */
export function readIndex(folder: string, address: string): StoredIndex | undefined {
  const value = readJson(join(folder, "index.json"));
  if (!isRecord(value) || value["format"] !== format || value["address"] !== address) return undefined;
  const { fetchedAtMs, isAbsent, groups, absent, dropped, stamp } = value;
  const isSound =
    typeof fetchedAtMs === "number" &&
    typeof isAbsent === "boolean" &&
    typeof stamp === "string" &&
    Array.isArray(groups) &&
    groups.length <= maxGroups &&
    groups.every(isGroupEntry) &&
    isTexts(absent) &&
    Array.isArray(dropped) &&
    dropped.every((each) => isRecord(each) && isTexts([each["what"], each["reason"]]));
  if (!isSound) return undefined;
  const isOutdated = existsSync(join(folder, outdatedFile));
  return { fetchedAtMs, isAbsent, isOutdated, groups, absent, dropped, stamp };
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && plainLine(value, 300) === value;

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 1_000 && value.every(isText);

const isName = (value: unknown): value is string =>
  typeof value === "string" && /^[a-z][a-z0-9-]{0,79}$/.test(value) && !isInherited(value);

const isGroupEntry = (value: unknown): value is StoredIndex["groups"][number] =>
  isRecord(value) &&
  isName(value["name"]) &&
  isText(value["summary"]) &&
  Array.isArray(value["aliases"]) &&
  value["aliases"].length <= 20 &&
  value["aliases"].every(isName);

/** A group of the index; undefined where its file is damaged, missing or of another index. */
export function readStoredGroup(
  folder: string,
  { stamp }: StoredIndex,
  name: string,
): DescribedGroup | undefined {
  const value = readJson(join(folder, fileOf(name)));
  if (!isRecord(value) || value["format"] !== format || value["stamp"] !== stamp) return undefined;
  const group = readGroup(value["group"]);
  return group?.name === name ? group : undefined;
}

const fileOf = (group: string): string => `group-${group}.json`;

function readJson(path: string): unknown {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.size > maxBytes || !isTrusted(facts.uid)) return undefined;
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Writes what a service describes of itself: a file for each group, then the index, each as a whole, for this user
 * alone (0600 in a folder of 0700). Rejects with the error of the file system.
 */
export async function writeDescription(
  folder: string,
  address: string,
  catalogue: DescribedCatalogue & { readonly isAbsent: boolean },
  { fetchedAtMs, random }: { readonly fetchedAtMs: number; readonly random: Random },
): Promise<void> {
  const stamp = random.hex(8);
  makeFolder(folder);
  const write = async (name: string, content: string) =>
    await writeAtomically(join(folder, name), content, {
      beside: join(folder, `.${name}.${stamp}`),
      mode: 0o600,
    });
  const { groups, hash, absent, dropped, isAbsent } = catalogue;
  for (const group of groups) await write(fileOf(group.name), JSON.stringify({ format, stamp, group }));
  const entries = groups.map(({ name, summary, aliases }) => ({ name, summary, aliases }));
  const seenHash = readSeenHash(folder, hash);
  const index = { format, hash, address, stamp, fetchedAtMs, isAbsent, groups: entries, absent, dropped };
  await write("index.json", JSON.stringify(index));
  await write(hashFile, seenHash);
  rmSync(join(folder, outdatedFile), { force: true });
  const files = new Set(groups.map(({ name }) => fileOf(name)));
  for (const name of readdirSync(folder))
    if (name.startsWith("group-") && !files.has(name)) rmSync(join(folder, name), { force: true });
  keepFew(dirname(folder));
}

/** Descriptions of services that are kept; the ones that were learned longest ago go first. */
const maxKept = 64;

/** Sandboxes come and go at addresses of their own. */
function keepFew(descriptions: string): void {
  const folders = readdirSync(descriptions);
  if (folders.length <= maxKept) return;
  const timeOf = (name: string) =>
    statSync(join(descriptions, name, "index.json"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const learned = folders.map((name) => ({ name, atMs: timeOf(name) })).sort((a, b) => b.atMs - a.atMs);
  for (const { name } of learned.slice(maxKept))
    rmSync(join(descriptions, name), { recursive: true, force: true });
}

/**
 * The hash to compare further answers with. Where the description is the same as before although another hash was
 * seen, answers have a hash that is not the description's own.
 */
function readSeenHash(folder: string, hash: string): string {
  const before = readJson(join(folder, "index.json"));
  if (!isRecord(before) || before["hash"] !== hash) return hash;
  try {
    return readFileSync(join(folder, outdatedFile), "utf8").slice(0, 128) || hash;
  } catch {
    return hash;
  }
}
