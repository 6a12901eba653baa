import { answerStyles, clockSpeed, faultForms } from "../../catalogue/sandbox-settings.ts";
import { Failure } from "../../core/failure.ts";
import { parseDuration } from "../../core/text/units.ts";
import { FaultError, type Faults } from "../simulation/faults.ts";
import { allNodes, type World } from "../state/world.ts";
import { type Answer, empty, HttpError, json, text } from "./answers.ts";
import { type ExchangeLog, maxExchanges } from "./exchange-log.ts";

export interface Control {
  readonly world: () => World;
  readonly extraStatus: Readonly<Record<string, unknown>>;
  readonly keys: () => Readonly<Record<"administrator" | "user", string>>;
  readonly users: () => unknown;
  readonly reset: () => void;
  readonly save: (name: string) => void;
  readonly restore: (name: string) => void;
  readonly saved: { list(): readonly unknown[]; remove(name: string): void };
  readonly changes: () => Promise<readonly unknown[] | undefined>;
  readonly state: () => string;
  /** Stops the sandbox if the request contains the same instance id. Undefined if no request may stop it. */
  readonly stopping?: { readonly instance: string; readonly stop: () => void } | undefined;
  readonly log: ExchangeLog;
  readonly authority: string | undefined;
  readonly saveState: () => Promise<void>;
}

interface ControlRequest {
  readonly method: string;
  readonly url: string;
  /** Whether the header `X-Sandbox-Control` is present, which pages of other sites cannot send. */
  readonly hasControlHeader: boolean;
  readonly instance: string | undefined;
  readonly readBody: () => Promise<Buffer>;
  readonly whenAnswered: (then: () => void) => void;
}

const root = "/_sandbox/";
export const isControlPath = (url: string): boolean => url.startsWith(root);

export async function answerControl(control: Control, request: ControlRequest): Promise<Answer> {
  const { stopping } = control;
  if (request.instance !== undefined && request.instance !== stopping?.instance)
    throw new HttpError(409, "This request is for another sandbox.");
  const resource = request.url.slice(root.length).replace(/\?.*$/, "");
  if (resource === "ca.pem" && control.authority !== undefined)
    return { ...text(control.authority), contentType: "application/x-pem-file" };
  if (resource !== "status" && !request.hasControlHeader)
    throw new HttpError(403, "This request needs the header X-Sandbox-Control, with any value.");
  // Read the body before `world()` is called: meanwhile, another request may replace the world.
  const lines = request.method === "GET" ? [] : linesOf(await request.readBody());
  const world = control.world();
  switch (`${request.method} ${resource}`) {
    case "GET status":
      return json({ ...serializeStatus(world), ...control.extraStatus });
    case "GET keys": {
      const { administrator, user } = control.keys();
      return json({ key: administrator, user_key: user, users: control.users() });
    }
    case "GET requests":
      return json({ requests: control.log.last(requestedCount(request.url)) });
    case "GET faults":
      return json({ ...serializeFaults(world.faults), forms: faultForms.map(({ form }) => form) });
    case "DELETE faults":
      world.faults.remove(lines);
      return empty(204);
    case "POST faults":
      return changeFaults(world.faults, "add", lines);
    case "PUT faults":
      return changeFaults(world.faults, "replace", lines);
    case "GET clock":
      return json(serializeClock(world));
    case "POST clock":
      return changeClock(world, lines.join(" ").trim());
    case "PUT answers":
      return setAnswerStyle(world, lines.join(" ").trim());
    case "POST reset":
      control.reset();
      return json(serializeStatus(control.world()));
    case "POST save":
    case "POST restore":
      control[resource === "save" ? "save" : "restore"](lines.join(" ").trim());
      return json(serializeStatus(control.world()));
    case "GET state":
      return { status: 200, contentType: "application/json", body: control.state() };
    case "GET changes": {
      const changes = await control.changes();
      if (changes === undefined)
        throw new HttpError(
          404,
          "this sandbox started without a seed file or a copied site: use svc sandbox start --seed-file or --from",
        );
      return json({ changes });
    }
    case "GET saved":
      return json({ saved: control.saved.list() });
    case "POST stop":
      if (stopping === undefined || request.instance === undefined)
        throw new HttpError(403, "Only the program that started this sandbox can stop it.");
      request.whenAnswered(stopping.stop);
      return await saveNow(control.saveState);
    default:
      if (request.method === "DELETE" && resource.startsWith("saved/")) {
        control.saved.remove(resource.slice("saved/".length));
        return empty(204);
      }
      throw new HttpError(404, "Not Found");
  }
}

const requestedCount = (url: string): number =>
  Number(/[?&]last=(\d{1,6})(?:&|$)/.exec(url)?.[1] ?? maxExchanges);

async function saveNow(save: Control["saveState"]): Promise<Answer> {
  try {
    await save();
    return empty(204);
  } catch (error) {
    return text(error instanceof Error ? error.message : String(error));
  }
}

const linesOf = (body: Buffer): string[] =>
  body
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");

const serializeFaults = (faults: Faults) => ({ faults: faults.list(), struck: faults.affectedCounts() });

function changeFaults(faults: Faults, method: "add" | "replace", lines: readonly string[]): Answer {
  try {
    faults[method](lines);
  } catch (error) {
    if (error instanceof FaultError) return text(error.message, 400);
    throw error;
  }
  return json(serializeFaults(faults));
}

const serializeClock = ({ clock }: World) => ({
  time: new Date(clock.now()).toISOString(),
  speed: clock.speed(),
  paused: clock.isPaused(),
  instant: clock.isInstant,
});

function changeClock(world: World, line: string): Answer {
  const { clock } = world;
  const [, verb = "", value] = /^(\S*)(?:\s+(.*))?$/.exec(line) ?? [];
  if (verb === "advance") {
    try {
      clock.advance(parseDuration(value ?? "", "advance"));
    } catch (error) {
      if (error instanceof Failure) return text(error.message, 400);
      throw error;
    }
  } else if (verb === "speed") {
    const factor = Number(value || "NaN");
    const { min, max } = clockSpeed;
    if (!(factor >= min && factor <= max))
      return text(`speed takes a number from ${min} to ${max}, not '${value ?? ""}'`, 400);
    clock.setSpeed(factor);
  } else if ((verb === "pause" || verb === "resume") && value === undefined)
    clock.setPaused(verb === "pause");
  else return text("use advance DURATION, pause, resume or speed FACTOR", 400);
  return json(serializeClock(world));
}

function setAnswerStyle(world: World, word: string): Answer {
  const style = answerStyles.find((each) => each === word);
  if (style === undefined) return text(`'${word}' is not one of ${answerStyles.join(", ")}.`, 400);
  world.answers.style = style;
  return json({ answers: style });
}

const serializeStatus = (world: World) => {
  const byStatus: Record<string, number> = {};
  const machines = allNodes(world, "machine");
  for (const node of machines) byStatus[node.status] = (byStatus[node.status] ?? 0) + 1;
  return {
    sandbox: true,
    segment: world.segment,
    time: new Date(world.clock.now()).toISOString(),
    machine_count: machines.length,
    machines: byStatus,
    events: world.state.events.records.length,
    faults: world.faults.list(),
    answers: world.answers.style,
  };
};
