import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Answer, HttpError } from "./answers.ts";

export type Limits = Readonly<typeof defaultLimits>;

/** The limits of live services. */
export const defaultLimits = {
  requestLineBytes: 8192,
  bodyBytes: 10_000_000,
  chunkBytes: 256 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 120_000,
  /** How long to read from a client that is still sending after the answer: in total, and without receiving data. */
  lingerMs: 30_000,
  lingerIdleMs: 2_000,
};

export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () =>
    new HttpError(413, `The body is larger than ${limit} bytes.`, { Connection: "close" });
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.pause();
        request.removeAllListeners("data");
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("close", () => reject(new HttpError(400, "The body is incomplete.")));
  });
}

/** At most this multiple of the largest allowed body is read and discarded. */
const maxDiscardFactor = 16;

/** Discards the rest of the body, so that the client can read the answer. Resolves to false if a limit is reached or the client stops. */
function discardRest(request: IncomingMessage, limits: Limits): Promise<boolean> {
  if (request.complete) return Promise.resolve(true);
  return new Promise((resolve) => {
    let remainingBytes = maxDiscardFactor * limits.bodyBytes;
    const finish = (isComplete: boolean) => {
      clearTimeout(total);
      clearTimeout(idle);
      request.off("data", countBytes);
      resolve(isComplete);
    };
    const total = setTimeout(() => finish(false), limits.lingerMs);
    const idle = setTimeout(() => finish(false), limits.lingerIdleMs);
    const countBytes = (chunk: Buffer) => {
      remainingBytes -= chunk.length;
      if (remainingBytes < 0) finish(false);
      else idle.refresh();
    };
    request.on("data", countBytes);
    request.once("end", () => finish(true));
    request.once("close", () => finish(false));
    request.resume();
  });
}

export function captureText(answer: Answer, length: number) {
  const { body, contentType = "application/json" } = answer;
  const isText = /^text\/|json/.test(contentType);
  if (typeof body === "string") return { answer, textSoFar: () => body.slice(0, length) };
  if (body instanceof Uint8Array) {
    const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, length));
    return { answer, textSoFar: () => (isText ? start.toString("utf8") : `(${body.length} bytes)`) };
  }
  let text = "";
  function* pieces() {
    for (const piece of body as Iterable<string>) {
      if (text.length < length) text += piece.slice(0, length - text.length);
      yield piece;
    }
  }
  return { answer: { ...answer, body: { [Symbol.iterator]: pieces } }, textSoFar: () => text };
}

export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  isCut: boolean,
  limits: Limits,
): Promise<void> {
  if (response.destroyed) return;
  const { body } = answer;
  const content = typeof body === "string" || body instanceof Uint8Array ? Buffer.from(body) : undefined;
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.contentType !== undefined) response.setHeader("Content-Type", answer.contentType);
  response.statusCode = answer.status;
  if (content !== undefined && answer.status !== 204) response.setHeader("Content-Length", content.length);
  if (isCut) {
    const part = content ?? Buffer.from("[");
    response.write(part.subarray(0, Math.ceil(part.length / 2)), () => request.socket.destroy());
    response.flushHeaders();
    return;
  }
  if (!request.complete) await sendEarly(request, response, content, limits);
  else if (content !== undefined) response.end(answer.status === 204 ? undefined : content);
  else await sendPieces(response, body as Iterable<string>);
}

const earlyAnsweredSockets = new WeakSet<Socket>();

export const isAnsweredEarly = (socket: Socket): boolean => earlyAnsweredSockets.has(socket);

/** Answers a client that is still sending, then reads the rest: closing at once would reset the connection. */
async function sendEarly(
  request: IncomingMessage,
  response: ServerResponse,
  content: Buffer | undefined,
  limits: Limits,
): Promise<void> {
  earlyAnsweredSockets.add(request.socket);
  response.flushHeaders();
  if (content !== undefined && content.length > 0 && request.method !== "HEAD") response.write(content);
  const isComplete = await discardRest(request, limits);
  earlyAnsweredSockets.delete(request.socket);
  if (isComplete) response.end();
  else request.socket.destroy();
}

async function sendPieces(response: ServerResponse, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await waitForDrain(response);
  }
  response.end();
}

const waitForDrain = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
