import { findUser } from "../state/access.ts";
import type { World } from "../state/world.ts";
import { type Json, resourceUri } from "./resource-uri.ts";

/** A person as answers show the owner of something; null for nobody. */
export function serializeOwner(world: World, username: string | null): Json | null {
  const user = username === null ? undefined : findUser(world, username);
  if (user === undefined) return null;
  return {
    is_superuser: user.isAdministrator,
    username: user.username,
    email: user.email,
    is_local: true,
    resource_uri: resourceUri(world, "users", user.username),
  };
}
