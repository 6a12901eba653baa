import type { OperationEntry } from "../../catalogue/index.ts";
import type { Context } from "../../context.ts";
import type { ScannedLine } from "../line/scan.ts";
import { readKnown } from "./known.ts";
import { placeOf } from "./place.ts";

/**
 * A deprecated operation whose replacement is named as a request (`svc api GET subnets/`), with the command in its
 * place where the service is known to describe one. Nothing is asked.
 */
export async function withReplacement(
  entry: OperationEntry,
  scanned: ScannedLine,
  context: Context,
): Promise<OperationEntry> {
  const { deprecated } = entry.operation;
  const [request = "", path = ""] = /svc api GET ([\w-]+)\//.exec(String(deprecated)) ?? [];
  const place = request === "" ? undefined : await placeOf(scanned, context);
  const known = place && readKnown(place, context);
  const group = known?.entries.find(({ name, aliases }) => name === path || aliases.includes(path));
  if (typeof deprecated !== "string" || group === undefined) return entry;
  const operation = { ...entry.operation, deprecated: deprecated.replace(request, `svc ${group.name} list`) };
  return { ...entry, operation };
}
