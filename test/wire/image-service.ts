import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenForTest } from "./raw-server.ts";

/** How one request fails. A fault that starts with `stored` occurs after the request was carried out. */
export const faults = [
  ...["cut before", "cut within", "half stored, cut", "stored, cut", "stored, cut within the answer"],
  ...["stored later, cut", "500", "stored, 500", "502", "stored, 504", "408", "stored, page", "page"],
  ...["503 later", "stored, 409 later", "stored, 400"],
] as const;
export type Fault = (typeof faults)[number];

export interface ImageService {
  readonly url: string;
  readonly requests: readonly string[];
  /** The bytes of the file received so far. */
  stored(): Buffer;
  readonly isCreated: () => boolean;
  readonly isComplete: () => boolean;
}

interface ImageOptions {
  /** Returns the fault of a request, given its method and the number of earlier requests with that method. */
  readonly fault?: (method: string, count: number) => Fault | undefined;
  readonly onRequest?: (method: string, count: number) => void;
  /** The `upload_uri` of the resource. */
  readonly uploadUri?: string;
  /** If set, every chunk is refused with this text. */
  readonly refusal?: string;
}

/** A service with one boot resource that appends every chunk it receives, as live services do. */
export async function imageService(options: ImageOptions = {}): Promise<ImageService> {
  const uploadUri = options.uploadUri ?? "/LAB/api/2.0/boot-resources/5/upload/21/";
  let file: { readonly sha256: string; readonly size: number; data: Buffer } | undefined;
  let late: (() => void) | undefined;
  const requests: string[] = [];
  const counts = new Map<string, number>();

  let hashed: { readonly data: Buffer; readonly sha256: string } | undefined;
  const isComplete = () => {
    if (file === undefined || file.data.length < file.size) return false;
    const { data } = file;
    if (hashed?.data !== data) hashed = { data, sha256: createHash("sha256").update(data).digest("hex") };
    return hashed.sha256 === file.sha256;
  };

  const resource = () => {
    const complete = isComplete();
    const { sha256 = "", size = 0, data = Buffer.alloc(0) } = file ?? {};
    const described = {
      filename: "root-tgz",
      sha256,
      size,
      complete,
      // Live services also report a wrong progress for the file itself.
      progress: data.length === 0 ? 0 : size / data.length,
      ...(complete ? {} : { upload_uri: uploadUri }),
    };
    const sets = {
      "20261120": { progress: (data.length / size) * 100, complete, files: { root: described } },
    };
    return { id: 5, type: "Uploaded", name: "demo", architecture: "amd64/generic", sets };
  };

  /** Carries out the request and returns its answer. */
  const work = (method: string, path: string, body: Buffer): readonly [number, string] => {
    if (path.endsWith("/api/version/")) return [200, '"2.0"'];
    if (method === "POST") {
      const field = (name: string) =>
        new RegExp(`name="${name}"\\r\\n(?:[^\\r]+\\r\\n)*\\r\\n([^\\r]*)`).exec(String(body))?.[1];
      file = { sha256: field("sha256") ?? "", size: Number(field("size")), data: Buffer.alloc(0) };
      return [201, JSON.stringify(resource())];
    }
    if (method === "GET" && path.endsWith("/boot-resources/")) {
      return [200, JSON.stringify(file === undefined ? [] : [{ ...resource(), sets: undefined }])];
    }
    if (file === undefined) return [404, "Not Found"];
    if (method === "GET") return [200, JSON.stringify(resource())];
    if (options.refusal !== undefined) return [400, options.refusal];
    if (isComplete()) return [400, "Cannot upload to a complete file."];
    file.data = Buffer.concat([file.data, body]);
    return [200, ""];
  };

  const server = createServer((request, response) => {
    const { method = "", url = "" } = request;
    requests.push(`${method} ${url}`);
    const count = counts.get(method) ?? 0;
    counts.set(method, count + 1);
    options.onRequest?.(method, count);
    void answer(request, response, options.fault?.(method, count));
  });

  async function answer(request: IncomingMessage, response: ServerResponse, fault: Fault | undefined) {
    const { method = "", url = "", socket } = request;
    if (method === "GET") {
      late?.();
      late = undefined;
    }
    if (fault === "cut before") return socket.destroy();
    const body = await bodyOf(request, fault === "cut within" ? 100_000 : undefined);
    if (fault === "cut within" || body === undefined) return socket.destroy();
    const done = () => work(method, url, body);
    if (fault?.startsWith("stored,")) done();
    if (fault === "half stored, cut")
      work(method, url, method === "PUT" ? body.subarray(0, body.length / 2) : body);
    if (fault === "stored later, cut") late = done;
    if (fault === "stored, cut within the answer") {
      response.writeHead(200, { "content-length": "100", "content-type": "application/json" });
      response.write('{"id"');
      return setImmediate(() => socket.destroy());
    }
    if (fault?.endsWith("cut")) return socket.destroy();
    if (fault?.endsWith("page")) {
      return response
        .writeHead(200, { "content-type": "text/html" })
        .end("<html><body>Sign in</body></html>");
    }
    const status = /\d{3}/.exec(fault ?? "")?.[0];
    if (status !== undefined) {
      return response
        .writeHead(Number(status), fault?.endsWith("later") ? { "retry-after": "1" } : {})
        .end("No.");
    }
    const [code, text] = done();
    return response.writeHead(code, { "content-type": "application/json" }).end(text);
  }

  const port = await listenForTest(server);
  return {
    url: `http://127.0.0.1:${port}/LAB`,
    requests,
    stored: () => file?.data ?? Buffer.alloc(0),
    isCreated: () => file !== undefined,
    isComplete,
  };
}

/** Returns the body, or undefined if it ends early. Reads at most `limit` bytes. */
async function bodyOf(
  request: IncomingMessage,
  limit = Number.POSITIVE_INFINITY,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= limit) break;
    }
  } catch {
    return undefined;
  }
  return request.complete || size >= limit ? Buffer.concat(chunks) : undefined;
}
