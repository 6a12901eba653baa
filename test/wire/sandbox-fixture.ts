import { afterAll, onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.ts";
import { findUser } from "../../src/sandbox/state/world.ts";
import {
  type Caller,
  makeCaller,
  type SandboxAnswer,
  type SandboxRequest,
  type Values,
} from "./sandbox-caller.ts";

/** A sandbox over HTTP with a clock that the test advances, and helpers that create machines. */
export interface SandboxFixture extends Pick<Caller, "ask"> {
  readonly sandbox: Sandbox;
  readonly keys: Readonly<Record<Person, string>>;
  close(): Promise<void>;
  /** Sends a request below `/api/2.0`, by default as the administrator, and resolves with any answer. */
  call(method: string, path: string, values?: Values, key?: string | null): Promise<SandboxAnswer>;
  /** Like `call`, but rejects unless it succeeds. Resolves with the parsed JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  callOk(method: string, path: string, values?: Values, key?: string | null): Promise<any>;
  /** Advances the clock and resolves when all due work has run. */
  advance(ms: number): Promise<void>;
  /** Advances the clock until the machine has finished everything in progress. */
  finish(systemId: string): Promise<void>;
  /** Returns an unused MAC address. */
  mac(): string;
  /** Creates a machine, brings it to the state by operations, and resolves with its system_id. */
  machine(state?: MachineState, owner?: Person): Promise<string>;
  /** Returns an unused name with this prefix. */
  fresh(prefix: string): string;
  nowMs(): number;
}

export type Person = "admin" | "bob" | "carol";

export type MachineState =
  | "new"
  | "commissioning"
  | "ready"
  | "allocated"
  | "deploying"
  | "deployed"
  | "rescue"
  | "broken"
  | "failed_testing";

/** A fixture that is closed after the current test. Not for concurrent tests. */
export async function fixtureOfTest(options?: SandboxOptions): Promise<SandboxFixture> {
  const fixture = await openFixture(options);
  onTestFinished(fixture.close);
  return fixture;
}

/** A fixture that is closed after all tests of the file or suite that calls this while it is loaded. */
export async function fixtureOfFile(options?: SandboxOptions): Promise<SandboxFixture> {
  const fixture = await openFixture(options);
  afterAll(fixture.close);
  return fixture;
}

async function openFixture(options: SandboxOptions = {}): Promise<SandboxFixture> {
  let nowMs = Date.UTC(2026, 10, 20, 12);
  let count = 0;
  const sandbox = await startSandbox({ now: () => nowMs, ...options });
  const caller = makeCaller(sandbox.url);
  const keyOf = (name: Person) => {
    const token = findUser(sandbox.world, name)?.tokens[0];
    if (token === undefined) throw new Error(`${name} has no token`);
    return `${token.consumerKey}:${token.key}:${token.secret}`;
  };
  const keys = { admin: keyOf("admin"), bob: keyOf("bob"), carol: keyOf("carol") };
  const ask = (request: SandboxRequest) => caller.ask({ nowMs, ...request });

  const call: SandboxFixture["call"] = (method, path, values = {}, key = keys.admin) =>
    ask({ method, path: `/api/2.0${path}`, key, values });

  const callOk: SandboxFixture["callOk"] = async (method, path, values, key) => {
    const answer = await call(method, path, values, key);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.text === "" ? undefined : JSON.parse(answer.text);
  };

  const advance = (ms: number) => {
    nowMs += ms;
    // The callback is due at 0, so the clock runs at once; it runs after all other due work.
    return new Promise<void>((resolve) => sandbox.world.clock.schedule("the test", 0, resolve));
  };

  const finish = async (systemId: string) => {
    for (;;) {
      const node = sandbox.world.state.nodes.bySystemId[systemId];
      const endsAt = node?.activity?.endsAt ?? node?.powerChange?.endsAt;
      if (endsAt === undefined || endsAt === null) return;
      await advance(Math.max(0, endsAt - nowMs));
    }
  };

  const mac = () => {
    count += 1;
    return `02:5a:00:${[count >> 16, count >> 8, count].map((part) => (part & 255).toString(16).padStart(2, "0")).join(":")}`;
  };

  const machine = async (state: MachineState = "ready", owner: Person = "admin") => {
    const key = keys[owner];
    const values = { architecture: "amd64/generic", mac_addresses: mac(), power_type: "virsh" };
    if (state === "new")
      return (await callOk("POST", "/machines/", { ...values, commission: false })).system_id;
    const id: string = (await callOk("POST", "/machines/", values)).system_id;
    if (state === "commissioning") return id;
    await finish(id);
    const act = (name: string, as = keys.admin) => callOk("POST", `/machines/${id}/op-${name}`, {}, as);
    if (state === "ready") return id;
    if (state === "broken") {
      await act("mark_broken");
      return id;
    }
    if (state === "failed_testing") {
      sandbox.world.faults.replace([...sandbox.world.faults.list(), `fail=test,machine=${id}`]);
      await act("test");
      await finish(id);
      return id;
    }
    await callOk("POST", "/machines/op-allocate", { system_id: id }, key);
    if (state === "allocated") return id;
    await act("deploy", key);
    if (state === "deploying") return id;
    await finish(id);
    if (state === "deployed") return id;
    await act("rescue_mode");
    await finish(id);
    return id;
  };

  return {
    ask,
    close: () => {
      caller.close();
      return sandbox.stop();
    },
    sandbox,
    keys,
    call,
    callOk,
    advance,
    finish,
    mac,
    machine,
    fresh: (prefix) => {
      count += 1;
      return `${prefix}${count}`;
    },
    nowMs: () => nowMs,
  };
}
