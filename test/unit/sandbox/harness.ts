import { afterAll, beforeAll, onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../src/sandbox/sandbox.ts";
import {
  authorizationHeader,
  makeCaller,
  type SandboxAnswer,
  type Values,
} from "../../wire/sandbox-caller.ts";

export type Fields = Readonly<Record<string, string | readonly string[]>>;

export const plaintext = (key: string, changes: Readonly<Record<string, string>> = {}): string =>
  authorizationHeader({ method: "GET" }, new URL("http://sandbox/"), key, changes);

interface Caller {
  get(path: string, key?: string | null): Promise<SandboxAnswer>;
  post(path: string, fields?: Fields, key?: string | null): Promise<SandboxAnswer>;
  put(path: string, fields?: Fields, key?: string | null): Promise<SandboxAnswer>;
  del(path: string, key?: string | null): Promise<SandboxAnswer>;
}

/** Calls a path under `/api/2.0` as an administrator by default, or anonymously with `null`. */
function callerOf({ url, keys }: Sandbox): Caller {
  const { ask } = makeCaller(url);
  const send = (method: string, path: string, key: string | null = keys.administrator, values: Values = {}) =>
    ask({ method, path: `/api/2.0${path}`, key, values });
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
