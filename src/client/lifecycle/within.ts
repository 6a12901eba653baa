import type { Clock } from "../../core/clock.ts";

/**
 * Runs `task` with a signal that is aborted after `ms` at the latest, or with `signal`. The task decides what
 * becomes of what it has by then.
 */
export async function within<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  if (signal?.aborted === true) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const done = new AbortController();
  if (Number.isFinite(ms))
    clock.sleep(ms, done.signal).then(
      () => ending.abort(new Error("time is up")),
      () => undefined,
    );
  try {
    return await task(ending.signal);
  } finally {
    done.abort();
    signal?.removeEventListener("abort", stop);
  }
}
