import { defined } from "../values/constraints.ts";
import type { SeededRandom } from "./random.ts";

interface FaultTarget {
  readonly systemId: string;
  readonly hostname: string;
}

export interface Faults {
  list(): readonly string[];
  /** Throws `FaultError`, without any change, if a text is invalid. */
  replace(texts: readonly string[]): void;
  latencyMs(): number;
  request(): RequestFault | undefined;
  outcome(phase: Phase, target: FaultTarget): "success" | "failure" | "silence";
  powerAnswers(target: FaultTarget): boolean;
  scanAnswer(target: FaultTarget): "started" | "unreachable" | "timeout";
  clockOffsetMs(): number;
}

type RequestFault =
  | { readonly kind: "error"; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: "drop" }
  | { readonly kind: "half" };

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

/** Parsed from one line, such as `errors=0.1,status=503,retry-after=2`. */
type Fault =
  /** Delays answers by a random time in this range, in real milliseconds. */
  | { readonly kind: "latency"; readonly fromMs: number; readonly toMs: number }
  /** Answers this share of requests with an error and does not process them. */
  | { readonly kind: "errors"; readonly rate: number; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: "drop"; readonly rate: number }
  /** Cuts the answer off in the middle. */
  | { readonly kind: "half"; readonly rate: number }
  /** Ends the phase in its failure status, or by time-out if `silent`. */
  | {
      readonly kind: "fail" | "silent";
      readonly phase: FailingPhase;
      readonly machine?: string;
      readonly rate: number;
    }
  | { readonly kind: "power"; readonly machine?: string }
  /** The rack controller cannot be reached, or does not answer. */
  | { readonly kind: "scan"; readonly answer: "unreachable" | "timeout"; readonly machine?: string }
  /** Offset of the service's clock, in seconds. */
  | { readonly kind: "clock"; readonly seconds: number };

const failingPhases = {
  commission: ["commissioning"],
  test: ["testing"],
  deploy: ["deploying"],
  release: ["releasing"],
  erase: ["erasing"],
  rescue: ["entering_rescue_mode"],
  "exit-rescue": ["exiting_rescue_mode"],
} as const;

type FailingPhase = keyof typeof failingPhases;

type Phase = (typeof failingPhases)[FailingPhase][number];

export class FaultError extends Error {}

interface FaultText {
  readonly value: string;
  get(name: string): string | undefined;
  /** A decimal number within bounds; `whole` refuses fractions. */
  number(given: string | undefined, min: number, max: number, isWhole?: "whole"): number;
  /** Up to 1, or a percentage; defaults to all. */
  rate(given: string | undefined): number;
  wrong(why: string): FaultError;
}

interface FaultKind {
  readonly takes: readonly string[];
  read(text: FaultText): Fault;
}

const readFailure =
  (kind: "fail" | "silent") =>
  ({ value, get, rate, wrong }: FaultText): Fault => {
    if (!Object.hasOwn(failingPhases, value)) throw wrong(`'${value}' does not fail`);
    const machine = get("machine");
    return { kind, phase: value as FailingPhase, rate: rate(get("rate")), ...defined({ machine }) };
  };

const readShare =
  (kind: "drop" | "half") =>
  ({ value, rate }: FaultText): Fault => ({ kind, rate: rate(value) });

const kinds: Readonly<Record<Fault["kind"], FaultKind>> = {
  latency: {
    takes: [],
    read({ value, number }) {
      const [, from = value, to = from] = /^([^-]*?)(?:ms)?(?:-([^-]*?)(?:ms)?)?$/.exec(value) ?? [];
      const fromMs = number(from, 0, 3_600_000);
      return { kind: "latency", fromMs, toMs: number(to, fromMs, 3_600_000) };
    },
  },
  errors: {
    takes: ["status", "retry-after"],
    read({ value, get, number, rate }) {
      const given = get("retry-after");
      const retryAfter = given === undefined ? undefined : number(given, 0, 86_400);
      const status = number(get("status") ?? "503", 400, 599, "whole");
      return { kind: "errors", rate: rate(value), status, ...defined({ retryAfter }) };
    },
  },
  drop: { takes: [], read: readShare("drop") },
  half: { takes: [], read: readShare("half") },
  fail: { takes: ["machine", "rate"], read: readFailure("fail") },
  silent: { takes: ["machine", "rate"], read: readFailure("silent") },
  power: {
    takes: ["machine"],
    read({ value, get, wrong }) {
      if (value !== "silent") throw wrong("power can only be silent");
      return { kind: "power", ...defined({ machine: get("machine") }) };
    },
  },
  scan: {
    takes: ["machine"],
    read({ value, get, wrong }) {
      if (value !== "unreachable" && value !== "timeout")
        throw wrong("a scan can only be unreachable or timeout");
      return { kind: "scan", answer: value, ...defined({ machine: get("machine") }) };
    },
  },
  clock: {
    takes: [],
    read: ({ value, number }) => ({ kind: "clock", seconds: number(value.replace(/s$/, ""), -1e9, 1e9) }),
  },
};

/** Throws a `FaultError` for invalid text. */
export function parseFault(text: string): Fault {
  const wrong = (why: string) => new FaultError(`fault '${text.trim()}': ${why}`);
  const settings = new Map<string, string>();
  for (const item of text.trim().split(",")) {
    const at = item.indexOf("=");
    if (at < 1) throw wrong(`'${item}' is not name=value`);
    const [name, value] = [item.slice(0, at).trim(), item.slice(at + 1).trim()];
    if (settings.has(name)) throw wrong(`'${name}' is given twice`);
    // An empty name would silently match no machine.
    if (name === "machine" && value === "") throw wrong("'machine' needs a system_id or a host name");
    settings.set(name, value);
  }
  const [[name = "", value = ""] = []] = settings;
  if (!Object.hasOwn(kinds, name)) throw wrong(`unknown fault '${name}'`);
  const kind = kinds[name as Fault["kind"]];
  const unknown = [...settings.keys()].slice(1).find((each) => !kind.takes.includes(each));
  if (unknown !== undefined) throw wrong(`unknown setting '${unknown}'`);
  const number = (given: string | undefined, min: number, max: number, isWhole?: "whole") => {
    const result = /^[+-]?(\d{1,15}(\.\d{0,9})?|\.\d{1,9})$/.test(given ?? "") ? Number(given) : Number.NaN;
    if (result >= min && result <= max && (isWhole === undefined || Number.isInteger(result))) return result;
    throw wrong(`'${given}' is not a ${isWhole === undefined ? "" : "whole "}number from ${min} to ${max}`);
  };
  const rate = (given = "1") =>
    given.endsWith("%") ? number(given.slice(0, -1), 0, 100) / 100 : number(given, 0, 1);
  return kind.read({ value, get: (each) => settings.get(each), number, rate, wrong });
}
