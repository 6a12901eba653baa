import { type Fault, failingPhases, type Phase, parseFault } from "./fault-texts.ts";
import type { SeededRandom } from "./random.ts";

/** The names of a machine that a fault may go by. */
interface FaultTarget {
  readonly systemId: string;
  readonly hostname: string;
}

/**
 * The active faults, consulted by the server and by the machines' transitions; they may change
 * while it runs.
 */
export interface Faults {
  list(): readonly string[];
  /**
   * Replaces all faults by those of the texts; throws `FaultError` for one that cannot be read,
   * and changes nothing.
   */
  replace(texts: readonly string[]): void;
  latencyMs(): number;
  /** What becomes of one request. */
  request(): RequestFault | undefined;
  /** How a phase of a machine will end. */
  outcome(phase: Phase, target: FaultTarget): "success" | "failure" | "silence";
  powerAnswers(target: FaultTarget): boolean;
  /** How a rack controller takes the order to scan. */
  scanAnswer(target: FaultTarget): "started" | "unreachable" | "timeout";
  clockOffsetMs(): number;
}

type RequestFault =
  | { readonly kind: "error"; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: "drop" }
  | { readonly kind: "half" };

/** The faults of a sandbox, to begin with those of the texts. */
export function makeFaults(random: SeededRandom, texts: readonly string[] = []): Faults {
  let active: readonly { readonly text: string; readonly fault: Fault }[] = [];
  const replace = (given: readonly string[]) => {
    active = given.map((text) => ({ text: text.trim(), fault: parseFault(text) }));
  };
  replace(texts);

  const all = <Kind extends Fault["kind"]>(...kinds: readonly Kind[]) =>
    active
      .map(({ fault }) => fault)
      .filter((fault): fault is Extract<Fault, { kind: Kind }> =>
        (kinds as readonly string[]).includes(fault.kind),
      );
  const strikes = (rate: number) => rate > 0 && random.next() < rate;
  const concerns = (fault: { readonly machine?: string }, target: FaultTarget) =>
    fault.machine === undefined || fault.machine === target.systemId || fault.machine === target.hostname;

  return {
    list: () => active.map(({ text }) => text),
    replace,
    latencyMs: () =>
      all("latency").reduce((sum, { fromMs, toMs }) => sum + fromMs + random.next() * (toMs - fromMs), 0),
    request() {
      for (const fault of all("errors", "drop", "half")) {
        if (!strikes(fault.rate)) continue;
        if (fault.kind !== "errors") return { kind: fault.kind };
        const { status, retryAfter } = fault;
        return { kind: "error", status, ...(retryAfter === undefined ? {} : { retryAfter }) };
      }
      return undefined;
    },
    outcome(phase, target) {
      const fault = all("fail", "silent").find(
        (each) =>
          (failingPhases[each.phase] as readonly Phase[]).includes(phase) &&
          concerns(each, target) &&
          strikes(each.rate),
      );
      return fault === undefined ? "success" : fault.kind === "fail" ? "failure" : "silence";
    },
    powerAnswers: (target) => !all("power").some((fault) => concerns(fault, target)),
    scanAnswer: (target) => all("scan").find((fault) => concerns(fault, target))?.answer ?? "started",
    clockOffsetMs: () => all("clock").reduce((sum, { seconds }) => sum + seconds * 1000, 0),
  };
}
