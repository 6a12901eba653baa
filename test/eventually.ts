import { setTimeout as pause } from "node:timers/promises";

const maxMs = 40_000;

/** Resolves once it holds. Rejects after 40 seconds with what `state` shows: a test that waits ends by itself. */
export async function eventually(holds: () => boolean, state: () => string): Promise<void> {
  const endMs = performance.now() + maxMs;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error(`waited in vain: ${state()}`);
    await pause(5);
  }
}
