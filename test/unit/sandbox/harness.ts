import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../src/sandbox/sandbox.ts";

/** Requests over raw HTTP with a handmade header: no code of svc's client is used. */

interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON. The test fails if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly json: any;
}

export type Fields = Readonly<Record<string, string | readonly string[]>>;

export function plaintext(key: string, changes: Readonly<Record<string, string>> = {}): string {
  const [consumer = "", token = "", secret = ""] = key.split(":");
  const fields: Record<string, string> = {
    oauth_consumer_key: consumer,
    oauth_token: token,
    oauth_signature_method: "PLAINTEXT",
    oauth_signature: `&${secret}`,
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: randomUUID(),
    oauth_version: "1.0",
    ...changes,
  };
  const items = Object.entries(fields).map(([name, value]) => `${name}="${encodeURIComponent(value)}"`);
  return `OAuth ${items.join(", ")}`;
}

function multipart(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const each of typeof value === "string" ? [value] : value) form.append(name, each);
  return form;
}

export async function read(response: Response): Promise<Reply> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString("utf8");
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    headers: response.headers,
    text,
    bytes,
    get json() {
      return JSON.parse(text);
    },
  };
}

interface Caller {
  get(path: string, key?: string | null): Promise<Reply>;
  post(path: string, fields?: Fields, key?: string | null): Promise<Reply>;
  put(path: string, fields?: Fields, key?: string | null): Promise<Reply>;
  del(path: string, key?: string | null): Promise<Reply>;
}

/** Calls a path under `/api/2.0` as an administrator by default, or anonymously with `null`. */
function callerOf(sandbox: Sandbox): Caller {
  const send = async (method: string, path: string, key: string | null | undefined, fields?: Fields) => {
    const authorization = key === null ? {} : { Authorization: plaintext(key ?? sandbox.keys.administrator) };
    const body = fields === undefined || Object.keys(fields).length === 0 ? {} : { body: multipart(fields) };
    return read(await fetch(`${sandbox.url}/api/2.0${path}`, { method, headers: authorization, ...body }));
  };
  return {
    get: (path, key) => send("GET", path, key),
    post: (path, fields, key) => send("POST", path, key, fields),
    put: (path, fields, key) => send("PUT", path, key, fields),
    del: (path, key) => send("DELETE", path, key),
  };
}

export interface Harness extends Caller {
  readonly sandbox: Sandbox;
  readonly user: string;
  id(hostname: string): string;
  /** Resolves when the machine has this status. If it never does, the test times out. */
  reach(systemId: string, status: string): Promise<void>;
}

/** One sandbox for all tests of a file. Its methods can be destructured before it has started. */
export function useHarness(options: SandboxOptions = {}): Harness {
  let harness: Harness | undefined;
  beforeAll(async () => {
    harness = await startHarness(options);
  });
  afterAll(async () => {
    await harness?.sandbox.stop();
  });
  const running = (): Harness => {
    if (harness === undefined) throw new Error("the sandbox is not up");
    return harness;
  };
  return {
    get: (...call) => running().get(...call),
    post: (...call) => running().post(...call),
    put: (...call) => running().put(...call),
    del: (...call) => running().del(...call),
    id: (hostname) => running().id(hostname),
    reach: (...state) => running().reach(...state),
    get sandbox() {
      return running().sandbox;
    },
    get user() {
      return running().user;
    },
  };
}

/** A separate sandbox for a test that changes what other tests read. */
export async function harnessOfTest(options: SandboxOptions = {}): Promise<Harness> {
  const harness = await startHarness(options);
  onTestFinished(() => harness.sandbox.stop());
  return harness;
}

export async function startHarness(options: SandboxOptions = {}): Promise<Harness> {
  const sandbox = await startSandbox({ instant: true, ...options });
  const caller = callerOf(sandbox);
  const nodes = () => Object.values(sandbox.world.state.nodes.bySystemId);
  return {
    ...caller,
    sandbox,
    user: sandbox.keys.user,
    id(hostname) {
      const node = nodes().find((each) => each.hostname === hostname);
      if (node === undefined) throw new Error(`no node ${hostname}`);
      return node.systemId;
    },
    async reach(systemId, status) {
      while (sandbox.world.state.nodes.bySystemId[systemId]?.status !== status)
        await new Promise((resume) => setImmediate(resume));
    },
  };
}
