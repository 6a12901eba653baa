import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DescribedCatalogue } from "../../catalogue/group.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import type { Random } from "../../core/clock.ts";
import { makeFolder, writeAtomically } from "../../core/files.ts";
import { hashText } from "../../core/text/hash.ts";
import { readTrustedFile } from "../../core/trusted-file.ts";
import { version } from "../../core/version.ts";
import { cacheFolder, descriptionFolder, hashFile, outdatedFile } from "./folder.ts";

/** Contains a line with svc's version and a fingerprint, and the catalogue made from a service's description. */
const catalogueFile = "catalogue.json";

const maxBytes = 64 * 1024 * 1024;

const maxDescriptions = 64;

export interface StoredCatalogue extends DescribedCatalogue {
  readonly address: string;
  readonly fetchedAtMs: number;
}

/** Undefined if the file is damaged, was edited, or belongs to another version, address or user. */
export function readCatalogue(
  folder: string,
  address: string,
): (StoredCatalogue & { readonly isOutdated: boolean }) | undefined {
  const stored = readStored(folder);
  if (stored?.address !== address) return undefined;
  return { ...stored, isOutdated: existsSync(join(folder, outdatedFile)) };
}

function readStored(folder: string): StoredCatalogue | undefined {
  const { text = "" } = readTrustedFile(join(folder, catalogueFile), maxBytes) ?? {};
  const end = text.indexOf("\n");
  const json = text.slice(end + 1);
  return end !== -1 && text.slice(0, end) === headerOf(json)
    ? (JSON.parse(json) as StoredCatalogue)
    : undefined;
}

/** Must be raised in each version that changes the members of the file. */
const format = 3;

/** Only this version of svc writes this line before the text, so the text needs no further checks. */
const headerOf = (json: string): string => `svc ${version} ${format} ${hashText(json)}`;

/** Stores a catalogue for this user alone (0600 in a folder of 0700). Rejects with the file system's error. */
export async function writeCatalogue(
  folder: string,
  catalogue: StoredCatalogue,
  random: Random,
): Promise<void> {
  makeFolder(folder);
  const suffix = random.hex(8);
  const write = (name: string, content: string) => {
    const temporaryPath = join(folder, `.${name}.${suffix}`);
    return writeAtomically(join(folder, name), content, { temporaryPath, mode: 0o600 });
  };
  const answerHash = readAnswerHash(folder, catalogue.hash);
  const json = JSON.stringify(catalogue);
  await write(catalogueFile, `${headerOf(json)}\n${json}`);
  await write(hashFile, answerHash);
  rmSync(join(folder, outdatedFile), { force: true });
  removeOldest(dirname(folder));
}

/** The hash in the service's answers, which at some services differs from the hash in the description. */
function readAnswerHash(folder: string, hash: string): string {
  if (readStored(folder)?.hash !== hash) return hash;
  try {
    return readFileSync(join(folder, outdatedFile), "utf8").slice(0, 128) || hash;
  } catch {
    return hash;
  }
}

/** Removes old descriptions, because every new sandbox adds one. */
function removeOldest(parentFolder: string): void {
  const folders = readdirSync(parentFolder);
  if (folders.length <= maxDescriptions) return;
  const timeOf = (name: string) =>
    statSync(join(parentFolder, name, catalogueFile), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newestFirst = folders.map((name) => ({ name, atMs: timeOf(name) })).sort((a, b) => b.atMs - a.atMs);
  for (const { name } of newestFirst.slice(maxDescriptions))
    rmSync(join(parentFolder, name), { recursive: true, force: true });
}

export function lacksOperation(
  env: Context["env"],
  baseUrl: string,
  { method, path }: Pick<Operation, "method" | "path">,
): boolean {
  const cache = cacheFolder(env);
  const catalogue =
    cache === undefined ? undefined : readCatalogue(descriptionFolder(cache, baseUrl), baseUrl);
  return catalogue?.isOutdated === false && catalogue.absent.includes(`${method} ${path}`);
}
