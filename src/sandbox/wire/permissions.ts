import { forbidden } from "../state/domain-error.ts";
import type { User } from "../state/users.ts";
import { servesAnonymous } from "./call.ts";
import { HttpError } from "./http-error.ts";
import type { Route } from "./router.ts";

/** The text of a 403 for an operation of administrators, as deployed services word it. */
export const reservedForAdministrators = "This method is reserved for admin users.";

/**
 * Enforces `who` of the operation: 401 without a key, 403 for an administrator's operation. Resources that
 * also serve anonymous callers answer 400 in the place of 401. Who owns an object is the model's to check.
 */
export function requirePermission(
  { id, operation, sharesAnonymous }: Route,
  user: User | undefined,
  op: string | undefined,
): void {
  if (user === undefined && !servesAnonymous({ id, operation })) {
    if (sharesAnonymous)
      throw new HttpError(400, `Unrecognised signature: method=${operation.method} op=${op ?? "None"}`);
    throw new HttpError(401, "Authorization Error: no OAuth credentials were given.", {
      "WWW-Authenticate": "OAuth",
    });
  }
  if (operation.who === "admin" && user?.isAdministrator !== true) throw forbidden(reservedForAdministrators);
}
