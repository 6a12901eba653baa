import { formatElapsed } from "../../../core/text/duration.ts";
import { binaryUnits, formatSize } from "../../../core/text/size.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { canRedraw } from "../../terminal/capabilities.ts";
import { openStatusLine } from "../../terminal/status-line.ts";

/** Sending is shown everywhere, hashing only where a line can be redrawn. */
type Phase = "hashing" | "uploading";

/** Shows how far hashing and sending are, on standard error. */
export interface UploadDisplay {
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
  const { stderr, clock } = context;
  if (globals.quiet) return { show: () => undefined, clear: () => undefined };
  const line = canRedraw(context) && !globals.debug ? openStatusLine(context, { redrawMs }) : undefined;
  const meter = createMeter();
  let currentPhase: Phase | undefined;
  let shownTenth = 0;
  const clear = () => line?.clear();
  return {
    clear,
    show: (phase, done, size) => {
      const now = clock.monotonic();
      const reachedTenth = Math.floor((done / size) * tenth);
      if (phase !== currentPhase) {
        clear();
        currentPhase = phase;
        shownTenth = reachedTenth;
        meter.restart();
      }
      meter.add(now, done);
      const text = () => meter.text(phase, now, done, size);
      if (line !== undefined) return line.show(text, done >= size);
      if (phase === "hashing" || reachedTenth <= shownTenth) return;
      shownTenth = reachedTenth;
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
      const eta = rate > 0 && done < size ? `, ${formatElapsed(((size - done) / rate) * 1000)} left` : "";
      const speed = rate > 0 ? `, ${sizeText(rate)}/s` : "";
      return `${phase} ${String(percent).padStart(3)} % (${sizeText(done)} of ${sizeText(size)}${speed}${eta})`;
    },
  };
}

/** A number of bytes for people, of the same length for about the same number. */
export const sizeText = (bytes: number): string => formatSize(bytes, binaryUnits, { isFixed: true });
