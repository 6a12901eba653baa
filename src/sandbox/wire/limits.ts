import type { IncomingMessage } from "node:http";
import { HttpError } from "./answers.ts";

/** Bounds on what a client may send; the sizes are those of deployed services. */
export interface Limits {
  readonly requestLineBytes: number;
  readonly bodyBytes: number;
  /** Of a raw body: a chunk of an upload. */
  readonly chunkBytes: number;
  /** A client that has not sent its headers, or its whole request, by then is cut off. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** A client that still sends when it is answered is heard for so long, and so long after its last bytes. */
  readonly lingerMs: number;
  readonly lingerIdleMs: number;
}

export const defaultLimits: Limits = {
  requestLineBytes: 8192,
  bodyBytes: 10_000_000,
  chunkBytes: 256 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 120_000,
  lingerMs: 30_000,
  lingerIdleMs: 2_000,
};

/** The whole body; a 413 as soon as it is, or says it is, larger than `limit` bytes. */
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
    request.on("close", () => reject(new HttpError(400, "The body broke off.")));
  });
}

/** As many times the largest body are dropped before a client that still sends is cut off. */
const droppedBodies = 16;

/**
 * Reads what is left of a request and drops it, so that a client that still sends can read its answer. Resolves
 * with whether all has come; false where the limits were reached or the client is gone.
 */
export function dropRest(request: IncomingMessage, limits: Limits): Promise<boolean> {
  if (request.complete) return Promise.resolve(true);
  return new Promise((resolve) => {
    let left = droppedBodies * limits.bodyBytes;
    const done = (isWhole: boolean) => {
      clearTimeout(total);
      clearTimeout(idle);
      request.off("data", count);
      resolve(isWhole);
    };
    const total = setTimeout(() => done(false), limits.lingerMs);
    const idle = setTimeout(() => done(false), limits.lingerIdleMs);
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done(false);
      else idle.refresh();
    };
    request.on("data", count);
    request.once("end", () => done(true));
    request.once("close", () => done(false));
    request.resume();
  });
}
