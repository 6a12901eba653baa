import { matchesGlob } from "../../core/text/glob.ts";
import { type Fault, failingPhases, type Phase, parseFault } from "./fault-text.ts";
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
  const takesEffect = (active: ActiveFault, rate: number) => {
    const { after = 0, next = Number.POSITIVE_INFINITY } = active.fault;
    active.matchCount += 1;
    const isDue = active.matchCount > after && active.matchCount <= after + next;
    if (!isDue || rate === 0 || random.next() >= rate) return false;
    active.affectedCount += 1;
    return true;
  };
  const matchesMachine = ({ machine }: { readonly machine?: string }, target: FaultTarget) =>
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
    /** Applies the faults that are limited to some requests. Without `request`, applies the faults that are not. */
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
    powerAnswers: (target: FaultTarget): boolean =>
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
