import type { Operation } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import { readIndex } from "./cache.ts";
import { cacheFolder, descriptionFolder } from "./folder.ts";

/** True where the service at an address describes itself, as far as is known, without this documented operation. */
export function lacksOperation(
  env: Context["env"],
  baseUrl: string,
  { method, path }: Pick<Operation, "method" | "path">,
): boolean {
  const cache = cacheFolder(env);
  const index = cache === undefined ? undefined : readIndex(descriptionFolder(cache, baseUrl), baseUrl);
  return index?.isOutdated === false && index.absent.includes(`${method} ${path}`);
}
