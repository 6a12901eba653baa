import type { AnswerStyle } from "../catalogue/sandbox-settings.ts";
import { autoImportMs, importByItself, resumeImport } from "./model/images/sources.ts";
import { resumeScan } from "./model/networks/neighbours.ts";
import { addTagsOfNodes } from "./model/nodes/groupings.ts";
import { resumeWork } from "./model/nodes/lifecycle.ts";
import { type SavedState, shiftTimes } from "./persistence/state-file.ts";
import { seedWorld } from "./seed/seed.ts";
import { type RunningClock, startClock } from "./simulation/clock.ts";
import { makeFaults } from "./simulation/faults.ts";
import { seededRandom, seedState } from "./simulation/random.ts";
import { apiKey, keysOfUsers, type UserKeys } from "./state/users.ts";
import { allNodes, emptyState, findUser, type World } from "./state/world.ts";

/** What a world is made from, and what a reset goes back to. */
export type Origin = Pick<SavedState, "seed" | "machines" | "segment">;

/** How worlds go, and what a reset gives them again. */
export interface WorldSettings {
  /** The real time in milliseconds since the epoch. */
  readonly now?: () => number;
  /** Simulated seconds in a real one. */
  readonly speed?: number;
  /** Every step takes no time. */
  readonly instant?: boolean;
  /** Faults that are active from the start, as `parseFault` reads them. */
  readonly faults?: readonly string[];
  /** Whose answers are given where documents and deployed services differ; `documented` by default. */
  readonly answers?: AnswerStyle;
}

/** The world that is served: a reset puts a new one into its place. */
export interface Worlds {
  readonly current: () => World;
  /** Goes back to the seed and to the faults and answers of the start; simulated time goes on. */
  readonly reset: () => void;
  /** Lets simulated time pass at once, in milliseconds, with all that happens in it. */
  readonly advance: (ms: number) => void;
  readonly stop: () => void;
  /** API keys of an administrator and of an ordinary user, as they stand. */
  readonly keys: () => { readonly administrator: string; readonly user: string };
  /** The API keys of all users, as they stand. */
  readonly users: () => readonly UserKeys[];
}

const autoImportKey = "images:by-itself";

/** A state that was saved goes on at the present, unless it was ahead of it. */
export function continueState(saved: SavedState | undefined, nowMs: number): SavedState | undefined {
  if (saved === undefined || saved.timeMs >= nowMs) return saved;
  shiftTimes(saved.state, nowMs - saved.timeMs);
  return { ...saved, timeMs: nowMs };
}

/**
 * Makes the first world, from the seed or from a saved state, and replaces it on a reset. `onChange` is called
 * when one has moved by itself, and after a reset. Throws a `FaultError` for an invalid fault.
 */
export function openWorlds(
  options: WorldSettings,
  { seed, machines, segment }: Origin,
  saved: SavedState | undefined,
  onChange: () => void,
): Worlds {
  const { now = Date.now, speed = 1, instant = false, answers: style = "documented" } = options;
  // Faults draw from a source of their own: they do not change what the seed gives.
  const faults = makeFaults(seededRandom(seedState(seed + 1)), options.faults);
  const answers = { style };
  const clocks: RunningClock[] = [];
  const makeWorld = (state: World["state"], startAt: number): World => {
    const clock = startClock({ now, speed, instant, startAt, onRun: onChange });
    clocks.push(clock);
    const made = { clock, state, segment, random: seededRandom(state.random), faults, answers };
    clock.repeat(autoImportKey, autoImportMs, () => importByItself(made));
    return made;
  };
  const makeSeeded = (startAt: number): World => {
    const made = makeWorld(emptyState(seed), startAt);
    seedWorld(made, machines);
    return made;
  };
  let world = saved === undefined ? makeSeeded(now()) : makeWorld(saved.state, saved.timeMs);
  if (saved !== undefined) resumeWorld(world);
  return {
    current: (): World => world,
    reset() {
      // The clock of the world before runs out: requests that wait for it are still answered.
      world.clock.cancel(autoImportKey);
      world = makeSeeded(world.clock.now());
      faults.replace(options.faults ?? []);
      answers.style = style;
      onChange();
    },
    advance: (ms: number) => clocks.at(-1)?.advance(ms),
    stop() {
      for (const clock of clocks) clock.stop();
    },
    keys: () => ({ administrator: keyOf(world, "admin"), user: keyOf(world, "bob") }),
    users: () => keysOfUsers(world.state.users),
  };
}

function keyOf(world: World, username: string): string {
  const token = findUser(world, username)?.tokens[0];
  // A state that was saved may hold none any more: whoever has none makes one with another's.
  return token === undefined ? "" : apiKey(token);
}

/**
 * Schedules again what was under way in a state that was loaded: the work and power of machines, an
 * import, a scan. Tags that only nodes know become tags of their own.
 */
function resumeWorld(world: World): void {
  addTagsOfNodes(world);
  for (const node of allNodes(world)) resumeWork(world, node);
  resumeImport(world);
  resumeScan(world);
}
