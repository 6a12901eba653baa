import type { IncomingMessage, ServerResponse } from "node:http";
import { type Answer, text } from "./answers.ts";
import type { Authenticator } from "./authentication.ts";
import { readBody } from "./body.ts";
import { answerControl, isControlPath } from "./control.ts";
import { Refusal } from "./http-error.ts";
import { answerRequest } from "./request.ts";
import { sendAnswer } from "./send-answer.ts";
import type { ServerOptions } from "./server.ts";

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
  let answer: Answer;
  let half = false;
  try {
    if (isControlPath(request.url ?? "")) {
      const instance = request.headers["x-sandbox-instance"];
      answer = await answerControl(options.control, {
        method: request.method ?? "",
        url: request.url ?? "",
        instance: typeof instance === "string" ? instance : undefined,
        readBody: () => readBody(request, options.limits.bodyBytes),
      });
    } else {
      const latencyMs = world.faults.latencyMs();
      if (latencyMs > 0) await pause(latencyMs, timers);
      const fault = world.faults.request();
      if (fault?.kind === "drop") {
        request.socket.destroy();
        return;
      }
      half = fault?.kind === "half";
      answer =
        fault?.kind === "error"
          ? injectedError(fault.status, fault.retryAfter)
          : await answerRequest(options, world, authenticator, request, nowMs);
    }
  } catch (error) {
    answer = refusalAnswer(error, request);
    if (!(error instanceof Refusal)) options.onProblem?.(String(answer.body));
  }
  if (request.method !== "GET") options.onChange?.();
  await sendAnswer(request, response, answer, half).catch(() => response.destroy());
}

const pause = (ms: number, timers: Set<NodeJS.Timeout>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      resolve();
    }, ms);
    timers.add(timer);
  });

const injectedError = (status: number, retryAfter: number | undefined): Answer => ({
  ...text("The sandbox was asked to fail this request.", status),
  ...(retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } }),
});

function refusalAnswer(error: unknown, request: IncomingMessage): Answer {
  if (!(error instanceof Refusal)) {
    const reason = error instanceof Error ? error.message : String(error);
    return text(`The sandbox failed: ${reason} (${request.method} ${request.url})`, 500);
  }
  const { status, headers, fields, message } = error;
  // Document 1, "Errors": every failure is text/plain, also one whose text is a JSON object of fields (field
  // notes, "Answers").
  return { ...text(fields === undefined ? message : JSON.stringify(fields), status), headers };
}
