import type { Operation } from "../../catalogue/operation.ts";

export const reservedForAdministrators = "This method is reserved for admin users.";

/** Resources that ordinary users may not even read. */
const reservedResource = /^\/(?:boot-sources|commissioning-scripts|license-keys?)\//;

const refusedSilently: readonly string[] = ["tags.create", "resource-pools.create"];

/**
 * The text of the 403 that an ordinary user gets, undefined for an operation that others may use too, or
 * that looks up its node first.
 */
export function refusalText(id: string, { who, path }: Operation): string | undefined {
  if (who !== "admin" || path.includes("{system_id}")) return undefined;
  if (reservedResource.test(path)) return "User is not allowed access to this API.";
  return refusedSilently.includes(id) ? "" : reservedForAdministrators;
}
