import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DescribedCatalogue } from "../../catalogue/described.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import type { Random } from "../../core/clock.ts";
import { makeFolder, readTrustedFile, writeAtomically } from "../../core/files.ts";
import { fingerprint } from "../../core/text/fingerprint.ts";
import { version } from "../../core/version.ts";
import { cacheFolder, descriptionFolder, hashFile, outdatedFile } from "./folder.ts";

/** The catalogue built from a service's description, behind a line with svc's version and the content's fingerprint. */
const catalogueFile = "catalogue.json";

const maxBytes = 64 * 1024 * 1024;

/** Descriptions kept; those learned longest ago are removed first. */
const maxKept = 64;

export interface StoredCatalogue extends DescribedCatalogue {
  readonly address: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAtMs: number;
  readonly isAbsent: boolean;
}

/** Undefined for a file that is damaged, edited, or of another version, address or user. */
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
  return end !== -1 && text.slice(0, end) === headOf(json)
    ? (JSON.parse(json) as StoredCatalogue)
    : undefined;
}

/** Counts up when members of the file change between two releases. */
const format = 2;

/** Only svc of this version writes it before such a text, so the text needs no further checks. */
const headOf = (json: string): string => `svc ${version} ${format} ${fingerprint(json)}`;

/** Writes for this user alone (0600 in a folder of 0700). Rejects with the file system's error. */
export async function writeCatalogue(
  folder: string,
  catalogue: StoredCatalogue,
  random: Random,
): Promise<void> {
  makeFolder(folder);
  const mark = random.hex(8);
  const write = async (name: string, content: string) =>
    await writeAtomically(join(folder, name), content, {
      beside: join(folder, `.${name}.${mark}`),
      mode: 0o600,
    });
  const seenHash = readSeenHash(folder, catalogue.hash);
  const json = JSON.stringify(catalogue);
  await write(catalogueFile, `${headOf(json)}\n${json}`);
  await write(hashFile, seenHash);
  rmSync(join(folder, outdatedFile), { force: true });
  forgetOldest(dirname(folder));
}

/** The hash to compare with later answers: some services send one that is not the description's own. */
function readSeenHash(folder: string, hash: string): string {
  if (readStored(folder)?.hash !== hash) return hash;
  try {
    return readFileSync(join(folder, outdatedFile), "utf8").slice(0, 128) || hash;
  } catch {
    return hash;
  }
}

/** Every sandbox has its own address, so descriptions pile up. */
function forgetOldest(descriptions: string): void {
  const folders = readdirSync(descriptions);
  if (folders.length <= maxKept) return;
  const timeOf = (name: string) =>
    statSync(join(descriptions, name, catalogueFile), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const newestFirst = folders.map((name) => ({ name, atMs: timeOf(name) })).sort((a, b) => b.atMs - a.atMs);
  for (const { name } of newestFirst.slice(maxKept))
    rmSync(join(descriptions, name), { recursive: true, force: true });
}

/** True if the service's current description lacks it. */
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
