import type { IncomingMessage, ServerResponse } from "node:http";
import { answersAsDeployed } from "../state/answer-style.ts";
import type { World } from "../state/world.ts";
import { type Answer, text } from "./answers.ts";
import type { Authenticator } from "./authentication.ts";
import { answerControl, type Control, isControlPath } from "./control.ts";
import type { CheckOrigin } from "./hosts.ts";
import { errorAnswer } from "./http-error.ts";
import { readBody } from "./limits.ts";
import { answerRequest, type Service } from "./request.ts";
import { sendAnswer } from "./send-answer.ts";

export interface ServerOptions extends Service {
  /** The world as it stands: it may be replaced while the server runs. */
  readonly world: () => World;
  /** The real time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly control: Control;
  /** Headers of every answer of an operation. */
  readonly operationHeaders: Readonly<Record<string, string>>;
  /** Refuses what a web page of somebody else sends. */
  readonly checkOrigin: CheckOrigin;
  /** Called after requests that may have changed something. */
  readonly onChange?: () => void;
  /** Called with one sentence about a failure of the sandbox itself. */
  readonly onProblem?: (text: string) => void;
}

/** One request with its answer, and the faults that strike it. */
export async function serve(
  options: ServerOptions,
  authenticator: Authenticator,
  request: IncomingMessage,
  response: ServerResponse,
  timers: Set<NodeJS.Timeout>,
): Promise<void> {
  const world = options.world();
  const nowMs = options.now() + world.faults.clockOffsetMs();
  response.setHeader("Date", new Date(nowMs).toUTCString());
  const isControl = isControlPath(request.url ?? "");
  if (!isControl) await pause(world.faults.latencyMs(), timers);
  const fault = isControl ? undefined : world.faults.request();
  if (fault?.kind === "drop") {
    request.socket.destroy();
    return;
  }
  let answer: Answer;
  try {
    options.checkOrigin(request.headers, request.url ?? "");
    if (isControl) answer = await answerControl(options.control, controlRequest(request, options));
    else if (fault?.kind === "error") answer = injectedError(fault.status, fault.retryAfter);
    else
      answer = await answerRequest(options, world, authenticator, request, nowMs, () => {
        for (const [name, value] of Object.entries(options.operationHeaders)) response.setHeader(name, value);
      });
  } catch (error) {
    const refusal = errorAnswer(error, answersAsDeployed(world, "error-type"));
    answer = refusal ?? ownFailure(error, request);
    if (refusal === undefined) options.onProblem?.(String(answer.body));
  }
  if (request.method !== "GET") options.onChange?.();
  await sendAnswer(request, response, answer, fault?.kind === "half", options.limits).catch(() =>
    response.destroy(),
  );
}

function controlRequest(request: IncomingMessage, { limits }: ServerOptions) {
  const instance = request.headers["x-sandbox-instance"];
  return {
    isDeliberate: request.headers["x-sandbox-control"] !== undefined,
    method: request.method ?? "",
    url: request.url ?? "",
    instance: typeof instance === "string" ? instance : undefined,
    readBody: () => readBody(request, limits.bodyBytes),
  };
}

function pause(ms: number, timers: Set<NodeJS.Timeout>): Promise<void> | undefined {
  if (ms === 0) return undefined;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      resolve();
    }, ms);
    timers.add(timer);
  });
}

const injectedError = (status: number, retryAfter: number | undefined): Answer => ({
  ...text("The sandbox was asked to fail this request.", status),
  ...(retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } }),
});

function ownFailure(error: unknown, request: IncomingMessage): Answer {
  const reason = error instanceof Error ? error.message : String(error);
  return text(`The sandbox failed: ${reason} (${request.method} ${request.url})`, 500);
}
