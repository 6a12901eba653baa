import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./answers.ts";

/**
 * Writes the answer, or, for a fault, `half` of it. A body in pieces is written as the client reads it, so
 * that a long list is never whole in memory.
 */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  half: boolean,
): Promise<void> {
  if (response.destroyed) return;
  const { body } = answer;
  const whole = typeof body === "string" || body instanceof Uint8Array ? Buffer.from(body) : undefined;
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.contentType !== undefined) response.setHeader("Content-Type", answer.contentType);
  response.statusCode = answer.status;
  if (whole !== undefined && answer.status !== 204) response.setHeader("Content-Length", whole.length);
  if (half) {
    const part = whole ?? Buffer.from("[");
    response.write(part.subarray(0, Math.ceil(part.length / 2)), () => request.socket.destroy());
    response.flushHeaders();
    return;
  }
  if (whole !== undefined) response.end(answer.status === 204 ? undefined : whole);
  else await sendPieces(response, body as Iterable<string>);
  if (!request.complete) endUnread(request, response);
}

async function sendPieces(response: ServerResponse, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });

/**
 * The client is still sending what was refused: it gets a moment to read the answer, then
 * the connection ends.
 */
function endUnread(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.once("finish", () => {
    const timer = setTimeout(() => request.socket.destroy(), 500);
    timer.unref();
    request.once("close", () => clearTimeout(timer));
  });
}
