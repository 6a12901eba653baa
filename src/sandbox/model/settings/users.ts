import { allNodes } from "../../state/access.ts";
import { invalid } from "../../state/domain-error.ts";
import { removeFrom, removeRow, rowsOf } from "../../state/table.ts";
import { makeToken, type User } from "../../state/users.ts";
import type { World } from "../../state/world.ts";

type NewUser = Pick<User, "username" | "email" | "isAdministrator">;

/** Adds a user, who has one API key. */
export function addUser(world: World, given: NewUser): User {
  const user: User = { ...given, tokens: [makeToken(world.random, `${world.segment} consumer`)] };
  world.state.users.push(user);
  return user;
}

/**
 * Removes a user with the keys and files that are theirs alone. What others may depend on (nodes, addresses,
 * ranges) goes to `heir`; invalid where there is some and nobody to have it.
 */
export function removeUser(world: World, user: User, heir: User | undefined): void {
  const { networks, settings, users } = world.state;
  const { username } = user;
  const owned = [
    { things: "node(s)", rows: allNodes(world).filter((node) => node.owner === username) },
    { things: "IP address(es)", rows: Object.values(networks.addresses.byIp).filter(isOwned) },
    { things: "IP range(s)", rows: rowsOf(networks.ranges).filter(isOwned) },
  ];
  function isOwned(row: { readonly owner: string | null }): boolean {
    return row.owner === username;
  }
  for (const { things, rows } of owned)
    if (heir === undefined && rows.length > 0)
      throw invalid(`User ${username} cannot be deleted: ${rows.length} ${things} are still allocated`);
  for (const row of owned.flatMap(({ rows }): { owner: string | null }[] => rows))
    row.owner = heir?.username ?? null;
  for (const table of [settings.sshKeys, settings.sslKeys])
    for (const key of rowsOf(table)) if (isOwned(key)) removeRow(table, key.id);
  for (const file of settings.files.filter(isOwned)) removeFrom(settings.files, file);
  removeFrom(users, user);
}
