import type { OperationEntry } from "../../catalogue/index.ts";
import { kindAt } from "../../catalogue/named.ts";
import type { Client, Values } from "../../client/http/call.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { isDue, namesFolder } from "../names-cache/freshness.ts";
import type { NameWatch } from "./name-watch.ts";

/**
 * What looks on at the answer of an operation; undefined where that is not a list of objects with names, and
 * where it need not be kept. `filters` is all that narrows the list.
 */
export async function watchNames(
  { operation }: OperationEntry,
  filters: Values,
  { endpoint }: Client,
  { context }: Pick<Invocation, "context">,
): Promise<NameWatch | undefined> {
  const kind = operation.method === "GET" && operation.verb === "list" ? kindAt(operation.path) : undefined;
  const folder = kind === undefined ? undefined : namesFolder(context.env, endpoint);
  if (kind === undefined || folder === undefined) return undefined;
  const isWhole = Object.values(filters).every((value) => value === undefined);
  if (!isDue(folder, kind, isWhole, context.clock.now())) return undefined;
  const { openNameWatch } = await import("./name-watch.ts");
  return openNameWatch({ folder, kind, isWhole }, context);
}
