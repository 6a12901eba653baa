import type { Invocation } from "../invocation/invocation.ts";
import { spokenDuration } from "../waiting/outcome.ts";

/** Sending is shown everywhere, hashing only where a line can be redrawn. */
type Phase = "hashing" | "uploading";

/** Tells how far hashing and sending are, on standard error. */
interface UploadDisplay {
  /** `done` bytes of `size`; the first call of a phase is where it begins. */
  show(phase: Phase, done: number, size: number): void;
  /** Takes a line that is being redrawn away, so that something else can be written. */
  clear(): void;
}

const redrawMs = 100;
/** The rate is that of the last seconds, so that it follows a line that becomes faster or slower. */
const rateWindowMs = 10_000;
const tenth = 10;

/** A line redrawn in its place on a terminal, elsewhere a line for each tenth; nothing under `--quiet`. */
export function uploadDisplay({ context, globals }: Invocation): UploadDisplay {
  const { stderr, clock, env } = context;
  if (globals.quiet) return { show: () => undefined, clear: () => undefined };
  const ci = env["CI"] ?? "";
  const isAutomation = ci !== "" && ci !== "0" && ci !== "false";
  const isLive = stderr.isTTY === true && !isAutomation && env["TERM"] !== "dumb" && !globals.debug;
  const meter = createMeter();
  let phaseNow: Phase | undefined;
  let shownTenth = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) stderr.write("\r\u001b[K");
    isDrawn = false;
  };
  return {
    clear,
    show: (phase, done, size) => {
      const now = clock.monotonic();
      if (phase !== phaseNow) {
        clear();
        phaseNow = phase;
        shownTenth = Math.floor((done / size) * tenth);
        drawnAt = Number.NEGATIVE_INFINITY;
        meter.restart();
      }
      meter.add(now, done);
      const text = () => meter.text(phase, now, done, size);
      if (isLive) {
        if (now - drawnAt < redrawMs && done < size) return;
        drawnAt = now;
        stderr.write(`\r${text().slice(0, Math.max(1, (stderr.columns || 80) - 1))}\u001b[K`);
        isDrawn = true;
        return;
      }
      if (phase === "hashing") return;
      const reached = Math.floor((done / size) * tenth);
      if (reached <= shownTenth) return;
      shownTenth = reached;
      stderr.write(`${text()}\n`);
    },
  };
}

function createMeter() {
  let samples: (readonly [at: number, done: number])[] = [];
  return {
    restart: () => {
      samples = [];
    },
    add: (at: number, done: number) => {
      samples.push([at, done]);
      while (samples.length > 2 && at - (samples[0]?.[0] ?? at) > rateWindowMs) samples.shift();
    },
    text: (phase: string, now: number, done: number, size: number): string => {
      const [firstAt, firstDone] = samples[0] ?? [now, done];
      const rate = now > firstAt ? ((done - firstDone) * 1000) / (now - firstAt) : 0;
      const percent = Math.floor((done / size) * 100);
      const eta = rate > 0 && done < size ? `, ${spokenDuration(((size - done) / rate) * 1000)} left` : "";
      const speed = rate > 0 ? `, ${bytesText(rate)}/s` : "";
      return `${phase} ${String(percent).padStart(3)} % (${bytesText(done)} of ${bytesText(size)}${speed}${eta})`;
    },
  };
}

const units = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** A number of bytes for people. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
