import { rmSync, statSync, writeFileSync } from "node:fs";
import { systemErrorCode } from "../../core/failure.ts";

/**
 * Pauses between two looks at a lock, in milliseconds, and
 * looks at one and the same until its writer counts as dead.
 */
const lockPauseMs = 20;
const lockLooks = 100;

/**
 * Runs `work` while no other svc writes: a lock file stands beside `file` meanwhile. Writing takes some
 * milliseconds, so one that stands for two seconds was left by a process that died, and is taken away; where
 * that was only stopped, `isStillOurs` is false when it goes on.
 */
export function inTurn<T>(file: string, work: (isStillOurs: () => boolean) => T): T {
  const lock = `${file}.lock`;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let seen: string | undefined;
  for (let looks = 0; !tookLock(lock); looks++) {
    const standing = identityOf(lock);
    if (standing !== seen) looks = 0;
    seen = standing;
    if (looks >= lockLooks) rmSync(lock, { force: true });
    Atomics.wait(pause, 0, 0, lockPauseMs);
  }
  const own = identityOf(lock);
  const isStillOurs = () => own !== undefined && identityOf(lock) === own;
  try {
    return work(isStillOurs);
  } finally {
    if (isStillOurs()) rmSync(lock, { force: true });
  }
}

/** A file made in the place of another has another time, where it has the same number. */
function identityOf(path: string): string | undefined {
  const facts = statSync(path, { throwIfNoEntry: false, bigint: true });
  return facts === undefined ? undefined : `${facts.ino} ${facts.mtimeNs}`;
}

function tookLock(lock: string): boolean {
  try {
    writeFileSync(lock, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}
