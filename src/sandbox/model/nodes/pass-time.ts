import type { World } from "../../state/world.ts";

/** Resolves when so many simulated milliseconds have passed. */
export const pass = ({ clock, random }: World, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.schedule(`pass:${random.uuid()}`, clock.now() + ms, resolve);
  });
