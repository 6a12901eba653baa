import { userInfo } from "node:os";

/**
 * True for the owner of a file, by number, whose word is taken in the cache: this user, and the administrator. Another
 * one could give a command another meaning.
 */
export function isTrusted(owner: number): boolean {
  try {
    const { uid } = userInfo();
    return uid < 0 || owner === uid || owner === 0;
  } catch {
    // A user without an entry in the system's list.
    return true;
  }
}
