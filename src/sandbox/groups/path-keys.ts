import { forbidden } from "../state/domain-error.ts";
import { requireRow, type Table } from "../state/table.ts";
import type { Call } from "../wire/call.ts";

/** The key of the path: 404 where it does not exist, 403 for another user's, also for administrators. */
export function ownKeyOf<Key extends { readonly owner: string }>(
  call: Call,
  table: Table<Key>,
  type: string,
): Key {
  const key = requireRow(table, call.path.id, type);
  if (key.owner !== call.user.username) throw forbidden("Can't access a key you don't own.");
  return key;
}
