import type { User } from "../state/users.ts";
import type { Call } from "./call.ts";
import { Refusal } from "./http-error.ts";
import type { Route } from "./router.ts";

/** The text of a 403 for an operation of administrators, as deployed services word it. */
export const reservedForAdministrators = "This method is reserved for admin users.";

/**
 * The caller. An anonymous one is refused with 401; where a list also serves anonymous callers, deployed
 * services say `Unrecognised signature` with 400 instead (field notes, "Authentication").
 */
export function requireUser(call: Call): User {
  if (call.user === undefined) throw new Refusal(401, "Unrecognised signature: no credentials were given.");
  return call.user;
}

/** The caller, who is an administrator: 401 for nobody, 403 for anybody else. */
export function requireAdministrator(call: Call): User {
  const user = requireUser(call);
  if (!user.isAdministrator) throw new Refusal(403, reservedForAdministrators);
  return user;
}

/** Document 1, "Authentication": what every operation has in common. Handlers decide on single objects. */
export function requirePermission(
  route: Route,
  user: User | undefined,
  method: string,
  op: string | undefined,
): void {
  const { operation } = route;
  if (user === undefined && operation.who !== "anonymous") {
    if (route.sharesAnonymous)
      throw new Refusal(400, `Unrecognised signature: method=${method} op=${op ?? "None"}`);
    throw new Refusal(401, "Authorization Error: no OAuth credentials were given.", {
      "WWW-Authenticate": "OAuth",
    });
  }
  if (operation.documentedAdminOnly === true && user?.isAdministrator !== true)
    throw new Refusal(403, reservedForAdministrators);
}
