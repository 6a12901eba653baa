import type { AnswerStyle } from "../catalogue/sandbox-settings.ts";
import { autoImportMs, scheduleImportEnd, startAutoImport } from "./model/images.ts";
import { scheduleScanEnd } from "./model/networks/neighbours.ts";
import { addTagsOfNodes } from "./model/nodes/create.ts";
import { scheduleWork } from "./model/nodes/lifecycle.ts";
import { makeSavedPoints, type PackedPoint, packPoint, type SavedPoint } from "./persistence/saved-points.ts";
import { type SavedState, shiftTimes } from "./persistence/state-file.ts";
import { type RunningClock, startClock } from "./simulation/clock.ts";
import { makeFaults } from "./simulation/faults.ts";
import { seededRandom, seedState } from "./simulation/random.ts";
import { apiKey, keysOfUsers } from "./state/users.ts";
import { allNodes, emptyState, findUser, type World } from "./state/world.ts";

export interface WorldSettings {
  /** Real time, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** Simulated seconds per real second. */
  readonly speed?: number;
  readonly instant?: boolean;
  readonly faults?: readonly string[];
  readonly answers?: AnswerStyle;
}

export type Worlds = ReturnType<typeof openWorlds>;

/** Shifts the times of a saved state, so that the simulated time is now, unless the saved time is later. */
export function shiftToNow(saved: SavedState | undefined, nowMs: number): SavedState | undefined {
  if (saved === undefined || saved.timeMs >= nowMs) return saved;
  shiftTimes(saved.state, nowMs - saved.timeMs);
  return { ...saved, timeMs: nowMs };
}

export function openWorlds(
  options: WorldSettings,
  { seed, segment }: Pick<SavedState, "seed" | "segment">,
  addObjects: (world: World) => void,
  saved: SavedState | undefined,
  onChange: () => void,
  isOperation: (id: string) => boolean,
) {
  const { now = Date.now, speed = 1, instant = false } = options;
  // A sandbox copied from a site uses the site's answer style unless the user chooses another.
  const styleOf = (point: SavedPoint | undefined): AnswerStyle =>
    options.answers ?? (point?.state.copied ? point.answers : "documented");
  // Faults use a separate random generator, so that they do not change the fleet.
  const faults = makeFaults(seededRandom(seedState(seed + 1)), options.faults, isOperation);
  const answers = { style: styleOf(saved?.initial) };
  const points = makeSavedPoints(saved?.points);
  const clocks = new Set<RunningClock>();
  const makeWorld = (state: World["state"], startAt: number): World => {
    // Requests may still be waiting for tasks of an earlier clock.
    for (const previousClock of clocks) if (!previousClock.retire()) clocks.delete(previousClock);
    const clock = startClock({ now, speed, instant, startAt, onRun: onChange });
    clocks.add(clock);
    const newWorld = { clock, state, segment, random: seededRandom(state.random), faults, answers };
    clock.repeat("images:automatic-import", autoImportMs, () => startAutoImport(newWorld));
    return newWorld;
  };
  const makeSeededWorld = (startAt: number): World => {
    const newWorld = makeWorld(emptyState(seed), startAt);
    addObjects(newWorld);
    return newWorld;
  };
  const currentPoint = (): SavedPoint => ({
    timeMs: world.clock.now(),
    state: world.state,
    faults: faults.list(),
    answers: answers.style,
    speed: world.clock.speed(),
    isPaused: world.clock.isPaused(),
  });
  let initial = saved?.initial === undefined ? undefined : packPoint(saved.initial);
  const restoreInitial = (startAt: number): World => {
    if (initial === undefined) return makeSeededWorld(startAt);
    const { state } = initial;
    shiftTimes(state, startAt - initial.timeMs);
    return makeWorld(state, startAt);
  };
  let world = saved === undefined ? makeSeededWorld(now()) : makeWorld(saved.state, saved.timeMs);
  if (saved !== undefined) resumeWorld(world);
  return {
    world: (): World => world,
    reset(): void {
      world = restoreInitial(world.clock.now());
      faults.replace(options.faults ?? []);
      answers.style = styleOf(initial);
      onChange();
    },
    save(name: string): void {
      points.put(name, currentPoint());
      onChange();
    },
    restore(name: string): void {
      const point = points.get(name);
      world = makeWorld(point.state, point.timeMs);
      world.clock.setSpeed(point.speed);
      world.clock.setPaused(point.isPaused);
      resumeWorld(world);
      faults.replace(point.faults);
      answers.style = point.answers;
      onChange();
    },
    saved: {
      list: points.list,
      all: points.all,
      remove(name: string): void {
        points.remove(name);
        onChange();
      },
    },
    saveInitial(): void {
      initial = packPoint(currentPoint());
    },
    initial: (): PackedPoint | undefined => initial,
    advance: (ms: number) => world.clock.advance(ms),
    stop(): void {
      for (const clock of clocks) clock.stop();
    },
    keys: () => keysOf(world),
    users: () => keysOfUsers(world.state.users),
  };
}

function keysOf(world: World) {
  const { copied, users } = world.state;
  if (copied === null) return { administrator: keyOf(world, "admin"), user: keyOf(world, "bob") };
  const otherUser = users.find(({ isAdministrator }) => !isAdministrator)?.username ?? copied.username;
  return { administrator: keyOf(world, copied.username), user: keyOf(world, otherUser) };
}

function keyOf(world: World, username: string): string {
  const token = findUser(world, username)?.tokens[0];
  // Users in a saved state may have deleted all their keys.
  return token === undefined ? "" : apiKey(token);
}

function resumeWorld(world: World): void {
  addTagsOfNodes(world);
  for (const node of allNodes(world)) scheduleWork(world, node);
  scheduleImportEnd(world);
  scheduleScanEnd(world);
}
