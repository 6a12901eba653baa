import type { IncomingMessage } from "node:http";
import { HttpError } from "./http-error.ts";

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
