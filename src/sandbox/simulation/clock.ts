/** Its time, in milliseconds since the epoch, may pass faster than real time. */
export type RunningClock = ReturnType<typeof startClock>;

interface ClockOptions {
  /** Real time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Simulated seconds per real second. */
  readonly speed: number;
  readonly instant: boolean;
  readonly startAt?: number;
  readonly onRun?: () => void;
}

/** Key prefix of tasks for which a request waits. */
const waitPrefix = "wait:";

interface Task {
  readonly at: number;
  readonly run: () => void;
  readonly isRepeated: boolean;
}

function makeTaskList() {
  const tasks = new Map<string, Task>();
  return {
    add(key: string, at: number, run: () => void, isRepeated = false): void {
      tasks.delete(key);
      tasks.set(key, { at, run, isRepeated });
    },
    remove: (key: string): void => void tasks.delete(key),
    clear: () => tasks.clear(),
    keepAwaitedTasks(): boolean {
      for (const key of tasks.keys()) if (!key.startsWith(waitPrefix)) tasks.delete(key);
      return tasks.size > 0;
    },
    /** Time of the earliest task, or infinity. */
    nextAt(which: "all" | "unrepeated" = "all"): number {
      let first = Number.POSITIVE_INFINITY;
      for (const { at, isRepeated } of tasks.values())
        if (at < first && (which === "all" || !isRepeated)) first = at;
      return first;
    },
    runUntil(time: number): boolean {
      const dueTasks = [...tasks].filter(([, task]) => task.at <= time).sort(([, a], [, b]) => a.at - b.at);
      for (const [key, task] of dueTasks) {
        // An earlier task may have cancelled or replaced this one.
        if (tasks.get(key) !== task) continue;
        tasks.delete(key);
        task.run();
      }
      return dueTasks.length > 0;
    },
  };
}

function makeTime({ now: realNow, startAt, speed }: ClockOptions) {
  let pace = { speed, isPaused: false };
  let baseRealMs = realNow();
  let baseMs = startAt ?? baseRealMs;
  const now = (): number => baseMs + (pace.isPaused ? 0 : (realNow() - baseRealMs) * pace.speed);
  return {
    now,
    moveForwardTo(at: number): void {
      baseMs += Math.max(0, at - now());
    },
    speed: () => pace.speed,
    isPaused: () => pace.isPaused,
    changePace(change: Partial<typeof pace>): void {
      [baseMs, baseRealMs] = [now(), realNow()];
      pace = { ...pace, ...change };
    },
  };
}

const maxDelayMs = 2 ** 31 - 1;

/**
 * Timers do not keep the process alive; `stop` clears them. An instant clock runs tasks in order without waiting, except
 * repeated tasks, which would never end: those run only in `advance`.
 */
export function startClock(options: ClockOptions) {
  const { instant, onRun } = options;
  const tasks = makeTaskList();
  const time = makeTime(options);
  const { now, speed, isPaused } = time;
  let timer: NodeJS.Timeout | undefined;
  let alarmAt = Number.POSITIVE_INFINITY;
  let waitCount = 0;

  const jumpTo = (at: number) => {
    if (Number.isFinite(at)) time.moveForwardTo(at);
    if (tasks.runUntil(now())) onRun?.();
  };
  const runDueTasks = () => {
    jumpTo(instant ? tasks.nextAt("unrepeated") : now());
    setNextAlarm();
  };
  const setNextAlarm = () => setAlarm(tasks.nextAt(instant ? "unrepeated" : "all"));
  const changePace: typeof time.changePace = (change) => {
    time.changePace(change);
    setNextAlarm();
  };
  const setAlarm = (at: number) => {
    clearTimeout(timer);
    alarmAt = isPaused() ? Number.POSITIVE_INFINITY : at;
    if (!Number.isFinite(alarmAt)) return;
    const delayMs = instant ? 0 : Math.max(0, (at - now()) / speed());
    timer = setTimeout(runDueTasks, Math.min(delayMs, maxDelayMs)).unref();
  };

  return {
    now,
    schedule(key: string, at: number, run: () => void): void {
      tasks.add(key, at, run);
      if (at < alarmAt) setAlarm(at);
    },
    cancel: tasks.remove,
    wait(ms: number): Promise<void> {
      waitCount += 1;
      return new Promise((resolve) => this.schedule(`${waitPrefix}${waitCount}`, now() + ms, resolve));
    },
    repeat(key: string, everyMs: number, run: () => void): void {
      const runAndRepeat = () => {
        this.repeat(key, everyMs, run);
        run();
      };
      const at = now() + everyMs;
      tasks.add(key, at, runAndRepeat, true);
      if (!instant && at < alarmAt) setAlarm(at);
    },
    advance(ms: number): void {
      const target = now() + ms;
      for (let at = tasks.nextAt(); at <= target; at = tasks.nextAt()) jumpTo(at);
      jumpTo(target);
      setNextAlarm();
    },
    isInstant: instant,
    speed,
    setSpeed: (speed: number) => changePace({ speed }),
    isPaused,
    /** While paused, only `advance` moves time. */
    setPaused: (isPaused: boolean) => changePace({ isPaused }),
    /** Keeps only the tasks for which requests wait; returns whether there are any. */
    retire(): boolean {
      const hasWaitingRequests = tasks.keepAwaitedTasks();
      this.setPaused(false);
      return hasWaitingRequests;
    },
    stop(): void {
      clearTimeout(timer);
      tasks.clear();
    },
  };
}
