import { methods } from "../../catalogue/operation.ts";
import { matchesGlob } from "../../core/text/glob.ts";
import type { SeededRandom } from "./random.ts";

type FaultTarget = Readonly<Record<"systemId" | "hostname", string>>;

interface RequestToMatch {
  readonly operation: string;
  readonly method: string;
  /** The path after the API version, including the operation: `machines/abc123/op-deploy`. */
  readonly path: string;
  readonly user: string | undefined;
}

export type Faults = ReturnType<typeof makeFaults>;

export type RequestFault = Extract<Fault, { kind: "errors" | "drop" | "half" }>;

interface ActiveFault {
  readonly text: string;
  readonly fault: Fault;
  matchCount: number;
  affectedCount: number;
}

type FaultOf<Kind extends Fault["kind"]> = ActiveFault & { readonly fault: Extract<Fault, { kind: Kind }> };

export function makeFaults(
  random: SeededRandom,
  texts: readonly string[] = [],
  isOperation: (id: string) => boolean = () => true,
) {
  const parseLines = (lines: readonly string[]): ActiveFault[] =>
    lines.map((text) => ({
      text: text.trim(),
      fault: parseFault(text, isOperation),
      matchCount: 0,
      affectedCount: 0,
    }));
  let activeFaults = parseLines(texts);

  const faultsOfKinds = <Kind extends Fault["kind"]>(...kinds: readonly Kind[]) =>
    activeFaults.filter((each): each is FaultOf<Kind> =>
      (kinds as readonly string[]).includes(each.fault.kind),
    );
  /** Counts the match, and decides whether the fault takes effect. */
  const takesEffect = (active: ActiveFault, rate: number) => {
    const { after = 0, next = Number.POSITIVE_INFINITY } = active.fault;
    active.matchCount += 1;
    const isDue = active.matchCount > after && active.matchCount <= after + next;
    if (!isDue || rate === 0 || random.next() >= rate) return false;
    active.affectedCount += 1;
    return true;
  };
  const matchesMachine = ({ machine }: { readonly machine: string | undefined }, target: FaultTarget) =>
    machine === undefined || machine === target.systemId || machine === target.hostname;

  return {
    list: (): readonly string[] => activeFaults.map(({ text }) => text),
    affectedCounts: (): readonly number[] => activeFaults.map(({ affectedCount }) => affectedCount),
    replace(lines: readonly string[]): void {
      activeFaults = parseLines(lines);
    },
    add(lines: readonly string[]): void {
      activeFaults = [...activeFaults, ...parseLines(lines)];
    },
    remove(names: readonly string[]): void {
      const isNamed = (text: string) => names.some((name) => text === name || text.startsWith(`${name}=`));
      activeFaults = activeFaults.filter(({ text }) => names.length > 0 && !isNamed(text));
    },
    /** With `request`, applies the matching faults with `on` or `user`; without it, the faults with neither. */
    apply(request?: RequestToMatch) {
      const delays = faultsOfKinds("latency").filter(
        (each) => matchesRequest(each.fault, request) && takesEffect(each, 1),
      );
      const [first] = faultsOfKinds("errors", "drop", "half").filter(
        (each) => matchesRequest(each.fault, request) && takesEffect(each, each.fault.rate),
      );
      return {
        delayMs: delays.reduce(
          (sum, { fault: { fromMs, toMs } }) => sum + fromMs + random.next() * (toMs - fromMs),
          0,
        ),
        fault: first?.fault,
      };
    },
    outcome(phase: Phase, target: FaultTarget): "success" | "failure" | "silence" {
      const [first] = faultsOfKinds("fail", "silent").filter(
        (each) =>
          failingPhases[each.fault.phase] === phase &&
          matchesMachine(each.fault, target) &&
          takesEffect(each, each.fault.rate),
      );
      return first === undefined ? "success" : first.fault.kind === "fail" ? "failure" : "silence";
    },
    isPowerReachable: (target: FaultTarget): boolean =>
      !faultsOfKinds("power").some(({ fault }) => matchesMachine(fault, target)),
    scanAnswer: (target: FaultTarget): "started" | "unreachable" | "timeout" =>
      faultsOfKinds("scan").find(({ fault }) => matchesMachine(fault, target))?.fault.answer ?? "started",
    clockOffsetMs: (): number =>
      faultsOfKinds("clock").reduce((sum, { fault: { seconds } }) => sum + seconds * 1000, 0),
  };
}

function matchesRequest({ on, user }: Fault, request: RequestToMatch | undefined): boolean {
  if (request === undefined) return on === undefined && user === undefined;
  if (on === undefined && user === undefined) return false;
  if (user !== undefined && user !== request.user) return false;
  if (on === undefined) return true;
  if ("operation" in on) return on.operation === request.operation;
  if (on.method !== undefined && on.method !== request.method) return false;
  return [request.path, request.path.replace(/\/$/, "")].some((path) => matchesGlob(on.path, path));
}

interface Scope {
  readonly on: RequestPattern | undefined;
  readonly user: string | undefined;
  /** The fault skips the first `after` matches, then affects only the following `next`. */
  readonly next: number | undefined;
  readonly after: number | undefined;
}

type RequestPattern =
  | { readonly operation: string }
  /** `path` is a glob for the path below the API version. Without `method`, all methods match. */
  | { readonly method: string | undefined; readonly path: string };

export const failingPhases = {
  commission: "commissioning",
  test: "testing",
  deploy: "deploying",
  release: "releasing",
  erase: "erasing",
  rescue: "entering_rescue_mode",
  "exit-rescue": "exiting_rescue_mode",
} as const;

type FailingPhase = keyof typeof failingPhases;

export type Phase = (typeof failingPhases)[FailingPhase];

export class FaultError extends Error {}

interface FaultSettings {
  readonly value: string;
  get(name: string): string | undefined;
  number(text: string | undefined, min: number, max: number, type?: "number" | "whole number"): number;
  rate(text: string | undefined): number;
  refuse(why: string): FaultError;
}

const requestSettings = ["on", "user", "next", "after"] as const;
const phaseSettings = ["machine", "rate", "next", "after"] as const;

function readPhase({ value, get, rate, refuse }: FaultSettings) {
  if (!Object.hasOwn(failingPhases, value))
    throw refuse(`unknown phase '${value}': use ${Object.keys(failingPhases).join(", ")}`);
  return { phase: value as FailingPhase, rate: rate(get("rate")), machine: get("machine") };
}

const readShare = ({ value, rate }: FaultSettings) => ({ rate: rate(value) });

interface FaultKind {
  readonly settings: readonly string[];
  read(settings: FaultSettings): object;
}

const kinds = {
  /** Delays answers by a random time in this range of real milliseconds. */
  latency: {
    settings: requestSettings,
    read({ value, number }: FaultSettings) {
      const [, from = value, to = from] = /^([^-]*?)(?:ms)?(?:-([^-]*?)(?:ms)?)?$/.exec(value) ?? [];
      const fromMs = number(from, 0, 3_600_000);
      return { fromMs, toMs: number(to, fromMs, 3_600_000) };
    },
  },
  /** Answers this share of requests with an error, without processing them. */
  errors: {
    settings: ["status", "retry-after", ...requestSettings],
    read({ value, get, number, rate }: FaultSettings) {
      const seconds = get("retry-after");
      const retryAfter = seconds === undefined ? undefined : number(seconds, 0, 86_400);
      const status = number(get("status") ?? "503", 400, 599, "whole number");
      return { rate: rate(value), status, retryAfter };
    },
  },
  drop: { settings: requestSettings, read: readShare },
  /** Closes the connection in the middle of the answer. */
  half: { settings: requestSettings, read: readShare },
  /** Ends the phase with its failure status. */
  fail: { settings: phaseSettings, read: readPhase },
  /** Ends the phase with its failure status after the time-out. */
  silent: { settings: phaseSettings, read: readPhase },
  power: {
    settings: ["machine"],
    read({ value, get, refuse }: FaultSettings) {
      if (value !== "silent") throw refuse("the only value of power is 'silent'");
      return { machine: get("machine") };
    },
  },
  /** The rack controller is unreachable, or does not answer in time. */
  scan: {
    settings: ["machine"],
    read({ value, get, refuse }: FaultSettings) {
      const answer = (["unreachable", "timeout"] as const).find((each) => each === value);
      if (answer === undefined) throw refuse("the only values of scan are 'unreachable' and 'timeout'");
      return { answer, machine: get("machine") };
    },
  },
  /** Seconds by which the service's clock is ahead. */
  clock: {
    settings: [],
    read: ({ value, number }: FaultSettings) => ({ seconds: number(value.replace(/s$/, ""), -1e9, 1e9) }),
  },
} satisfies Record<string, FaultKind>;

type FaultName = keyof typeof kinds;

type Fault = {
  [Name in FaultName]: Scope & { readonly kind: Name } & ReturnType<(typeof kinds)[Name]["read"]>;
}[FaultName];

/** These settings must not be empty, because the fault would then silently match nothing. */
const valueDescriptions: Readonly<Record<string, string>> = {
  machine: "a system_id or a host name",
  user: "a user name",
  on: "an operation or a path",
};

export function parseFault(text: string, isOperation: (id: string) => boolean): Fault {
  const refuse = (why: string) => new FaultError(`fault '${text.trim()}': ${why}`);
  const settings = new Map<string, string>();
  for (const setting of text.trim().split(",")) {
    const at = setting.indexOf("=");
    if (at < 1) throw refuse(`'${setting}' is not name=value`);
    const [name, value] = [setting.slice(0, at).trim(), setting.slice(at + 1).trim()];
    if (settings.has(name)) throw refuse(`'${name}' is given twice`);
    const expectedValue = Object.hasOwn(valueDescriptions, name) ? valueDescriptions[name] : undefined;
    if (value === "" && expectedValue !== undefined) throw refuse(`'${name}' needs ${expectedValue}`);
    settings.set(name, value);
  }
  const [[name = "", value = ""] = []] = settings;
  if (!Object.hasOwn(kinds, name)) throw refuse(`unknown fault '${name}'`);
  const kind: FaultKind = kinds[name as FaultName];
  const unknownSetting = [...settings.keys()].slice(1).find((each) => !kind.settings.includes(each));
  if (unknownSetting !== undefined) throw refuse(`unknown setting '${unknownSetting}'`);
  const number: FaultSettings["number"] = (amount, min, max, type = "number") => {
    const result = /^[+-]?(\d{1,15}(\.\d{0,9})?|\.\d{1,9})$/.test(amount ?? "") ? Number(amount) : Number.NaN;
    if (result >= min && result <= max && (type === "number" || Number.isInteger(result))) return result;
    throw refuse(`'${amount}' is not a ${type} from ${min} to ${max}`);
  };
  const rate = (share = "1") =>
    share.endsWith("%") ? number(share.slice(0, -1), 0, 100) / 100 : number(share, 0, 1);
  const get = (setting: string) => settings.get(setting);
  const count = (setting: string, min: number) =>
    settings.has(setting) ? number(get(setting), min, 1_000_000_000, "whole number") : undefined;
  const on = get("on");
  return {
    kind: name,
    ...kind.read({ value, get, number, rate, refuse }),
    on: on === undefined ? undefined : readPattern(on, isOperation, refuse),
    user: get("user"),
    next: count("next", 1),
    after: count("after", 0),
  } as Fault;
}

function readPattern(
  text: string,
  isOperation: (id: string) => boolean,
  refuse: FaultSettings["refuse"],
): RequestPattern {
  const [, method, path = ""] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(text) ?? [];
  if (method === undefined && !path.includes("/")) {
    if (isOperation(path)) return { operation: path };
    throw refuse(`'${text}' is not an operation such as machine.deploy, or a path such as machines/*`);
  }
  if (path === "" || (method !== undefined && !methods.some((each) => each === method.toUpperCase())))
    throw refuse(
      `'${text}' is not a path such as machines/*, optionally after a method (${methods.join(", ")})`,
    );
  const relativePath = path.replace(/^\/?(?:[^/]+\/)?api\/2\.0\/|^\//, "");
  return { path: relativePath, method: method?.toUpperCase() };
}
