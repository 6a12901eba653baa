import { findUser } from "../state/access.ts";
import type { World } from "../state/world.ts";

/** A person as answers show the owner of something; null for nobody. */
export function serializeOwner(world: World, username: string | null): Record<string, unknown> | null {
  const user = username === null ? undefined : findUser(world, username);
  if (user === undefined) return null;
  return {
    is_superuser: user.isAdministrator,
    username: user.username,
    email: user.email,
    is_local: true,
    resource_uri: `/${world.segment}/api/2.0/users/${user.username}/`,
  };
}
