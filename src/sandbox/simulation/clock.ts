/** Simulated time in milliseconds since the epoch; it may run faster than the real one. */
export interface SimulatedClock {
  now(): number;
  /** Runs `task` when simulated time has reached `at`; the key replaces an earlier task of the same key. */
  schedule(key: string, at: number, task: () => void): void;
  cancel(key: string): void;
}

interface ClockOptions {
  /** The real time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Simulated seconds in a real one. */
  readonly speed: number;
  /** Every wait is over at once: time jumps to what is scheduled. */
  readonly instant: boolean;
  /** Where simulated time begins; the real time by default. */
  readonly startAt?: number;
  readonly onRun?: () => void;
}

export interface RunningClock extends SimulatedClock {
  /** Lets simulated time pass at once, in milliseconds, and runs what is scheduled in it, in its order. */
  advance(ms: number): void;
  /**
   * Runs `task` every so many simulated milliseconds, from now on, until its key is cancelled. An instant clock does
   * not jump to it: it runs when something else has moved time so far.
   */
  repeat(key: string, everyMs: number, task: () => void): void;
  /** Drops every task; none runs afterwards. */
  stop(): void;
}

interface Task {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  /** An instant clock does not jump to it. */
  readonly isRepeated: boolean;
}

/** What is to happen, by key, with its time. */
function makeAgenda() {
  const tasks = new Map<string, Task>();
  let order = 0;
  return {
    /** Replaces an earlier task of the same key. */
    add(key: string, at: number, run: () => void, isRepeated = false): void {
      order += 1;
      tasks.set(key, { at, order, run, isRepeated });
    },
    remove(key: string): void {
      tasks.delete(key);
    },
    clear: () => tasks.clear(),
    /** The time of the next task, or of those that are not repeated; infinity where there is none. */
    next(which: "all" | "awaited" = "all"): number {
      let first = Number.POSITIVE_INFINITY;
      for (const { at, isRepeated } of tasks.values())
        if (at < first && (which === "all" || !isRepeated)) first = at;
      return first;
    },
    /** Runs what is due at that time, in the order of the times; whether anything was. */
    runUntil(reached: number): boolean {
      const due = [...tasks].filter(([, task]) => task.at <= reached);
      due.sort(([, a], [, b]) => a.at - b.at || a.order - b.order);
      for (const [key, task] of due) {
        // A task may have taken back, or replaced, one that comes after it.
        if (tasks.get(key) !== task) continue;
        tasks.delete(key);
        task.run();
      }
      return due.length > 0;
    },
  };
}

/** The longest delay that a timer takes. */
const maxDelayMs = 2 ** 31 - 1;

/** One real timer, which the process does not wait for: `ring` is called when the delay until its time is over. */
function makeAlarm(delayMsUntil: (at: number) => number, ring: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;
  /** Replaces the time that it was set to. */
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
    /** Sets it where it would ring later, or never. */
    setBy(at: number): void {
      if (at < ringsAt) set(at);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Simulated time over real timers. They are not waited for by the process, and `stop` clears them. Tasks run
 * in the order of their times; in an instant clock that order alone counts.
 */
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
