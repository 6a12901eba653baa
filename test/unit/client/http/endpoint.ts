import type { Operation } from "../../../../src/catalogue/operation.ts";
import type { Content, Credentials, Endpoint } from "../../../../src/client/http/call.ts";

export const credentials: Credentials = {
  consumerKey: "consumerconsumer01",
  tokenKey: "tokentokentoken001",
  tokenSecret: "secretsecretsecretsecretsecret01",
};

/** An endpoint with a key. */
export function endpoint(changes: Partial<Endpoint> = {}): Endpoint {
  return {
    baseUrl: "http://host:5240/SVC",
    addressing: "path",
    signature: "plaintext",
    credentials,
    clockOffsetMs: 0,
    ...changes,
  };
}

/** An operation that belongs to no group. */
export function operation(changes: Partial<Operation> = {}): Operation {
  return {
    verb: "list",
    method: "GET",
    path: "/machines/",
    who: "anyone",
    summary: "",
    success: 200,
    result: "json",
    ...changes,
  };
}

/** Content in chunks that counts how often it was opened. */
export function content(filename: string, ...chunks: readonly string[]): Content & { opened: number } {
  return {
    filename,
    size: Buffer.byteLength(chunks.join("")),
    opened: 0,
    async *open() {
      this.opened += 1;
      for (const chunk of chunks) yield Buffer.from(chunk);
    },
  };
}
