import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Answer } from "./answers.ts";
import { dropRest, type Limits } from "./limits.ts";

/** The answer with a listener to its beginning: `length` characters of what is text. */
export function overhear(answer: Answer, length: number): { readonly answer: Answer; heard(): string } {
  const { body, contentType = "application/json" } = answer;
  const isText = /^text\/|json/.test(contentType);
  if (typeof body === "string") return { answer, heard: () => body.slice(0, length) };
  if (body instanceof Uint8Array) {
    const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, length));
    return { answer, heard: () => (isText ? start.toString("utf8") : `(${body.length} bytes)`) };
  }
  let text = "";
  function* pieces() {
    for (const piece of body as Iterable<string>) {
      if (text.length < length) text += piece.slice(0, length - text.length);
      yield piece;
    }
  }
  return { answer: { ...answer, body: { [Symbol.iterator]: pieces } }, heard: () => text };
}

/**
 * Writes the answer, or, for a fault, `half` of it. A body in pieces is written as the client reads it, so
 * that a long list is never whole in memory.
 */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  half: boolean,
  limits: Limits,
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
  if (!request.complete) await sendEarly(request, response, whole, limits);
  else if (whole !== undefined) response.end(answer.status === 204 ? undefined : whole);
  else await sendPieces(response, body as Iterable<string>);
}

/** Connections whose client has its answer and still sends. */
const lingering = new WeakSet<Socket>();

/** Whether an answer has been sent on the connection while its client still sends. */
export const isAnswered = (socket: Socket): boolean => lingering.has(socket);

/**
 * Answers a client that is still sending what was refused. Node closes the connection when the answer ends, which
 * resets a client that has not sent everything: the answer ends when all has come, and the connection with it
 * where that takes too long.
 */
async function sendEarly(
  request: IncomingMessage,
  response: ServerResponse,
  whole: Buffer | undefined,
  limits: Limits,
): Promise<void> {
  lingering.add(request.socket);
  response.flushHeaders();
  if (whole !== undefined && whole.length > 0 && request.method !== "HEAD") response.write(whole);
  const isWhole = await dropRest(request, limits);
  lingering.delete(request.socket);
  if (isWhole) response.end();
  else request.socket.destroy();
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
