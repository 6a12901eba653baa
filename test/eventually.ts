import { setTimeout as pause } from "node:timers/promises";

const maxMs = 40_000;

/** Resolves when the condition holds. Rejects with `state` after 40 seconds, before the test times out. */
export async function eventually(holds: () => boolean, state: () => string): Promise<void> {
  const endMs = performance.now() + maxMs;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error(`waited in vain: ${state()}`);
    await pause(5);
  }
}
