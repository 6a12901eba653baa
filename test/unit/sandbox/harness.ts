import type { Sandbox, SandboxOptions } from "../../../src/sandbox/sandbox.ts";
import { sandboxOfFile, sandboxOfTest } from "../../sandboxes.ts";
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

/** One sandbox for all tests of the file or suite that calls this while it is loaded. */
export const harnessOfFile = async (options?: SandboxOptions): Promise<Harness> =>
  harnessOf(await sandboxOfFile({ instant: true, ...options }));

/** A separate sandbox for a test that changes what other tests read. */
export const harnessOfTest = async (options?: SandboxOptions): Promise<Harness> =>
  harnessOf(await sandboxOfTest({ instant: true, ...options }));

export function harnessOf(sandbox: Sandbox): Harness {
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
