import { answerStyles, faultForms } from "../../catalogue/sandbox-settings.ts";
import { FaultError } from "../simulation/faults.ts";
import { allNodes, type World } from "../state/world.ts";
import { type Answer, empty, HttpError, json, text } from "./answers.ts";
import { type ExchangeLog, keptExchanges } from "./exchange-log.ts";

/** What the sandbox's own endpoint can do; it stands outside the API and takes no API key. */
export interface Control {
  readonly world: () => World;
  /** Members that the status adds. */
  readonly about?: Readonly<Record<string, unknown>>;
  readonly keys?: () => Readonly<Record<string, unknown>>;
  readonly reset?: () => void;
  /** Only whoever knows the instance stops it; undefined where it ends with what started it. */
  readonly stopping?: { readonly instance: string; readonly stop: () => void } | undefined;
  readonly log: ExchangeLog;
  /** Saves the state; rejects, in one sentence, where that is not possible. */
  readonly save?: () => Promise<void>;
}

interface ControlRequest {
  readonly method: string;
  readonly url: string;
  /** `X-Sandbox-Control` is there: no web page of another site can send it. */
  readonly isDeliberate: boolean;
  /** `X-Sandbox-Instance`: the sandbox that the caller means. */
  readonly instance: string | undefined;
  readonly readBody: () => Promise<Buffer>;
  /** Calls it when the answer is on its way. */
  readonly whenAnswered: (then: () => void) => void;
}

const root = "/_sandbox/";
export const isControlPath = (url: string): boolean => url.startsWith(root);

/**
 * `GET /_sandbox/status`; `GET|PUT|POST|DELETE /_sandbox/faults`, whose body is a fault a line: PUT replaces
 * them, POST adds, DELETE ends all; `PUT /_sandbox/answers`, whose body is `documented` or `deployed`;
 * `POST /_sandbox/reset`; `GET /_sandbox/requests?last=N`; `GET /_sandbox/keys`; `POST /_sandbox/stop`. All but
 * the status need the header `X-Sandbox-Control`, with any value. 409 where another sandbox is meant.
 */
export async function answerControl(control: Control, request: ControlRequest): Promise<Answer> {
  const { stopping } = control;
  if (request.instance !== undefined && request.instance !== stopping?.instance)
    throw new HttpError(409, "Another sandbox is meant.");
  const resource = request.url.slice(root.length).replace(/\?.*$/, "");
  if (resource !== "status" && !request.isDeliberate)
    throw new HttpError(403, "This needs the header X-Sandbox-Control, with any value.");
  // What is changed is looked at when it has come: another caller may be quicker.
  const lines =
    request.method === "POST" || request.method === "PUT" ? linesOf(await request.readBody()) : [];
  const world = control.world();
  switch (`${request.method} ${resource}`) {
    case "GET status":
      return json({ ...serializeStatus(world), ...control.about });
    case "GET keys":
      return json(control.keys?.() ?? {});
    case "GET requests":
      return json({ requests: control.log.last(lastOf(request.url)) });
    case "GET faults":
      return json({ faults: world.faults.list(), forms: faultForms.map(({ form }) => form) });
    case "DELETE faults":
      world.faults.replace([]);
      return empty(204);
    case "POST faults":
      return setFaults(world, [...world.faults.list(), ...lines]);
    case "PUT faults":
      return setFaults(world, lines);
    case "PUT answers":
      return setAnswers(world, lines.join(" ").trim());
    case "POST reset":
      control.reset?.();
      return json(serializeStatus(control.world()));
    case "POST stop":
      if (stopping === undefined || request.instance === undefined)
        throw new HttpError(403, "Only whoever started this sandbox stops it.");
      request.whenAnswered(stopping.stop);
      return await saveNow(control.save);
    default:
      throw new HttpError(404, "Not Found");
  }
}

/** How many exchanges are asked for: all that are kept, unless it is said. */
const lastOf = (url: string): number => Number(/[?&]last=(\d{1,6})(?:&|$)/.exec(url)?.[1] ?? keptExchanges);

/** 204, or 200 and the reason where the state could not be saved. */
async function saveNow(save: Control["save"]): Promise<Answer> {
  try {
    await save?.();
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

function setFaults(world: World, texts: readonly string[]): Answer {
  try {
    world.faults.replace(texts);
  } catch (error) {
    if (error instanceof FaultError) return text(error.message, 400);
    throw error;
  }
  return json({ faults: world.faults.list() });
}

function setAnswers(world: World, word: string): Answer {
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
