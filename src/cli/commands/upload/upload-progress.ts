import { type ExitKind, Failure, isSignal } from "../../../core/failure.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { binaryUnits, formatElapsed, formatSize } from "../../../core/text/units.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { canRedraw } from "../../terminal/capabilities.ts";
import { openStatusLine } from "../../terminal/live-output.ts";

/** Updated during the upload, for error messages. */
export interface UploadProgress {
  id?: string;
  size?: number;
  received?: number;
  isCreating: boolean;
  /** This run has created the resource or sent a chunk. */
  hasChanged: boolean;
  isStored: boolean;
}

/** Failures that would happen again with the same command. */
const finalKinds: readonly ExitKind[] = ["invalid", "other", "notFound", "usage"];

export function withProgress(error: unknown, progress: UploadProgress, { context }: Invocation): unknown {
  if (!(error instanceof Failure)) return error;
  const { id, size, received = 0, hasChanged, isStored, isCreating } = progress;
  const command = ["svc", ...context.argv].map(shellWord).join(" ");
  const { hint } = error.details;
  const outcome = error.details.outcome ?? (isCreating && isSignal(error) ? "unknown" : undefined);
  if (isStored) return error.with({ outcome: "done", hint: hint ?? `boot resource ${id} is complete` });
  if (id === undefined || size === undefined) {
    if (outcome !== "unknown") return error;
    return error.with({ outcome, hint: `the resource may have been created; continue with: ${command}` });
  }
  const isFinal = finalKinds.includes(error.kind);
  const isInDoubt = outcome === "unknown";
  const hints = [
    ...(hint === undefined ? [] : [hint]),
    `boot resource ${id} has ${sizeText(received)} of ${sizeText(size)}`,
    ...(isInDoubt ? ["the last chunk may have arrived; svc checks before it sends more"] : []),
    isFinal ? `svc boot-resources delete ${id} removes it` : `continue with: ${command}`,
  ];
  const message = received > 0 && !isFinal ? `${error.message} after ${sizeText(received)}` : error.message;
  const isComplete = received >= size;
  const changed = hasChanged && !isInDoubt ? ({ outcome: isComplete ? "done" : "partial" } as const) : {};
  return error.with({ hint: hints.join("; "), ...changed }, message);
}

/** The phase "hashing" is shown only on a terminal that can redraw lines. */
type Phase = "hashing" | "uploading";

export interface UploadDisplay {
  /** `done` of `size` bytes; the first call of a phase sets its starting point. */
  show(phase: Phase, done: number, size: number): void;
  /** Clears the redrawn line before other output. */
  clear(): void;
}

const redrawMs = 100;
/** The rate is the average over this time. */
const rateWindowMs = 10_000;
const progressSteps = 10;

export function uploadDisplay({ context, globals }: Invocation): UploadDisplay {
  const { stderr, clock } = context;
  if (globals.quiet) return { show: () => undefined, clear: () => undefined };
  const statusLine = canRedraw(context) && !globals.debug ? openStatusLine(context, { redrawMs }) : undefined;
  const meter = createMeter();
  let currentPhase: Phase | undefined;
  let printedStep = 0;
  const clear = () => statusLine?.clear();
  return {
    clear,
    show: (phase, done, size) => {
      const now = clock.monotonic();
      const reachedStep = Math.floor((done / size) * progressSteps);
      if (phase !== currentPhase) {
        clear();
        currentPhase = phase;
        printedStep = reachedStep;
        meter.restart();
      }
      meter.add(now, done);
      const text = () => meter.text(phase, now, done, size);
      if (statusLine !== undefined) return statusLine.show(text, done >= size);
      if (phase === "hashing" || reachedStep <= printedStep) return;
      printedStep = reachedStep;
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

/** A fixed number of decimals, so that the length of the text stays steady. */
export const sizeText = (bytes: number): string => formatSize(bytes, binaryUnits, { isFixed: true });
