import { readCatalogue, type StoredCatalogue, writeCatalogue } from "../src/client/description/cache.ts";
import { cacheFolder, descriptionFolder } from "../src/client/description/folder.ts";
import { fastProcess } from "./fast-process.ts";
import { runSvc } from "./svc-run.ts";

/** Catalogues that svc stored after it had read a description. */
const catalogues = new Map<string, StoredCatalogue>();

/**
 * Stores the description of the service at `url`, as svc login does. Only the first call for each `name` of a
 * description reads it, because that takes longer than most tests.
 */
export async function storeDescription(
  name: string,
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = descriptionFolder(cacheFolder(env) ?? "", url);
  const known = catalogues.get(name);
  if (known !== undefined) return writeCatalogue(folder, { ...known, address: url }, fastProcess.random);
  await runSvc(["describe", "--quiet"], { env });
  const stored = readCatalogue(folder, url);
  if (stored === undefined) throw new Error(`the description of ${url} was not stored`);
  catalogues.set(name, stored);
}
