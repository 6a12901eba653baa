/** Milliseconds since the epoch; may run faster than real time. */
export interface SimulatedClock {
  now(): number;
  /** Runs `task` at simulated time `at`, replacing any task of the same key. */
  schedule(key: string, at: number, task: () => void): void;
  cancel(key: string): void;
}

interface ClockOptions {
  /** Real time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Simulated seconds per real second. */
  readonly speed: number;
  /** Time jumps to the next scheduled task. */
  readonly instant: boolean;
  /** Defaults to the real time. */
  readonly startAt?: number;
  readonly onRun?: () => void;
}

export interface RunningClock extends SimulatedClock {
  /** Advances by `ms` simulated milliseconds and runs due tasks in order. */
  advance(ms: number): void;
  /** Runs `task` at this simulated interval until cancelled. An instant clock does not jump to it. */
  repeat(key: string, everyMs: number, task: () => void): void;
  stop(): void;
}

interface Task {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  /** An instant clock does not jump to it. */
  readonly isRepeated: boolean;
}

function makeAgenda() {
  const tasks = new Map<string, Task>();
  let order = 0;
  return {
    /** Replaces any task of the same key. */
    add(key: string, at: number, run: () => void, isRepeated = false): void {
      order += 1;
      tasks.set(key, { at, order, run, isRepeated });
    },
    remove(key: string): void {
      tasks.delete(key);
    },
    clear: () => tasks.clear(),
    /** Infinity if there is none; `awaited` skips repeated tasks. */
    next(which: "all" | "awaited" = "all"): number {
      let first = Number.POSITIVE_INFINITY;
      for (const { at, isRepeated } of tasks.values())
        if (at < first && (which === "all" || !isRepeated)) first = at;
      return first;
    },
    /** Runs due tasks in order of time; returns whether there were any. */
    runUntil(reached: number): boolean {
      const due = [...tasks].filter(([, task]) => task.at <= reached);
      due.sort(([, a], [, b]) => a.at - b.at || a.order - b.order);
      for (const [key, task] of due) {
        // An earlier task may have cancelled or replaced this one.
        if (tasks.get(key) !== task) continue;
        tasks.delete(key);
        task.run();
      }
      return due.length > 0;
    },
  };
}

/** The longest delay that timers support. */
const maxDelayMs = 2 ** 31 - 1;

/** An unreferenced timer that calls `ring`. */
function makeAlarm(delayMsUntil: (at: number) => number, ring: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;
  const set = (at: number) => {
    clearTimeout(timer);
    ringsAt = at;
    timer = setTimeout(
      () => {
        ringsAt = Number.POSITIVE_INFINITY;
        ring();
      },
      Math.min(delayMsUntil(at), maxDelayMs),
    );
    timer.unref();
  };
  return {
    set,
    /** Sets it unless it rings earlier. */
    setBy(at: number): void {
      if (at < ringsAt) set(at);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Timers are unreferenced, and cleared by `stop`. An instant clock keeps only the order of tasks. */
export function startClock(options: ClockOptions): RunningClock {
  const agenda = makeAgenda();
  const startedAt = options.now();
  let jumpedMs = (options.startAt ?? startedAt) - startedAt;

  const now = () => startedAt + (options.now() - startedAt) * options.speed + jumpedMs;

  const alarm = makeAlarm(
    (at) => (options.instant ? 0 : Math.max(0, (at - now()) / options.speed)),
    () => {
      if (options.instant) jumpTo(agenda.next("awaited"));
      runDue();
      setAlarm();
    },
  );

  const setAlarm = () => {
    const next = agenda.next(options.instant ? "awaited" : "all");
    if (Number.isFinite(next)) alarm.set(next);
  };

  const jumpTo = (at: number) => {
    if (Number.isFinite(at)) jumpedMs += Math.max(0, at - now());
  };

  const runDue = () => {
    if (agenda.runUntil(now())) options.onRun?.();
  };

  return {
    now,
    schedule(key, at, run) {
      agenda.add(key, at, run);
      alarm.setBy(at);
    },
    cancel: agenda.remove,
    repeat(key, everyMs, run) {
      const again = () => {
        plan();
        run();
      };
      const plan = () => agenda.add(key, now() + everyMs, again, true);
      plan();
      setAlarm();
    },
    advance(ms) {
      const target = now() + ms;
      for (let at = agenda.next(); at <= target; at = agenda.next()) {
        jumpTo(at);
        runDue();
      }
      jumpTo(target);
      setAlarm();
    },
    stop() {
      alarm.stop();
      agenda.clear();
    },
  };
}
