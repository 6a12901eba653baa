import { defined } from "../values/constraints.ts";
import type { SeededRandom } from "./random.ts";

/** The names of a machine that a fault may go by. */
interface FaultTarget {
  readonly systemId: string;
  readonly hostname: string;
}

/** The active faults, consulted by the server and by the machines' transitions; they may change while it runs. */
export interface Faults {
  list(): readonly string[];
  /**
   * Replaces all faults by those of the texts; throws `FaultError` for one that cannot be read, and changes nothing.
   */
  replace(texts: readonly string[]): void;
  latencyMs(): number;
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

/** What goes wrong on demand. Each fault is one line of text, such as `errors=0.1,status=503,retry-after=2`. */
type Fault =
  /** Every answer is late by so much: between the two, in milliseconds of real time. */
  | { readonly kind: "latency"; readonly fromMs: number; readonly toMs: number }
  /** This share of the requests is answered with an error instead of being done. */
  | { readonly kind: "errors"; readonly rate: number; readonly status: number; readonly retryAfter?: number }
  /** The connection is closed without an answer. */
  | { readonly kind: "drop"; readonly rate: number }
  /** The answer breaks off in the middle. */
  | { readonly kind: "half"; readonly rate: number }
  /** The phase ends in its failure status; `silent` machines are never heard of again and time out. */
  | {
      readonly kind: "fail" | "silent";
      readonly phase: FailingPhase;
      readonly machine?: string;
      readonly rate: number;
    }
  /** The power controller does not answer. */
  | { readonly kind: "power"; readonly machine?: string }
  /** A scan of the network does not reach the rack controller, or is not answered by it. */
  | { readonly kind: "scan"; readonly answer: "unreachable" | "timeout"; readonly machine?: string }
  /** The service's own clock is off, in seconds. */
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

/** One fault as text, such as `errors=0.1,status=503`, taken apart. */
interface FaultText {
  /** Of the first setting, which states the kind. */
  readonly value: string;
  /** A further setting. */
  get(name: string): string | undefined;
  /** A decimal number within the bounds, without a fraction where `isWhole` is given. */
  number(given: string | undefined, min: number, max: number, isWhole?: "whole"): number;
  /** A share, as a number up to 1 or a percentage; all where it is not given. */
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

/** Reads one fault; throws a `FaultError` for any other text. */
export function parseFault(text: string): Fault {
  const wrong = (why: string) => new FaultError(`fault '${text.trim()}': ${why}`);
  const settings = new Map<string, string>();
  for (const item of text.trim().split(",")) {
    const at = item.indexOf("=");
    if (at < 1) throw wrong(`'${item}' is not name=value`);
    const [name, value] = [item.slice(0, at).trim(), item.slice(at + 1).trim()];
    if (settings.has(name)) throw wrong(`'${name}' is given twice`);
    // A fault of a machine without a name would strike none, and nobody would notice.
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
