import type { Operation } from "../../catalogue/operation.ts";

export const reservedForAdministrators = "This method is reserved for admin users.";

/** Resources that only administrators may read. */
const reservedResource = /^\/(?:boot-sources|commissioning-scripts|license-keys?)\//;

const refusedWithoutText: readonly string[] = ["tags.create", "resource-pools.create"];

/** The text of the 403 for ordinary users. Undefined if they may run the operation, or if it depends on the node. */
export function refusalText(id: string, { who, path }: Operation): string | undefined {
  if (who !== "admin" || path.includes("{system_id}")) return undefined;
  if (reservedResource.test(path)) return "User is not allowed access to this API.";
  return refusedWithoutText.includes(id) ? "" : reservedForAdministrators;
}
