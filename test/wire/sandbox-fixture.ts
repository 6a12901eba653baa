import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.ts";
import { findUser } from "../../src/sandbox/state/world.ts";
import { type Asked, type Caller, type Heard, makeCaller, type Values } from "./sandbox-caller.ts";

/** A sandbox over HTTP whose clock the test advances, and machines in the states that most tests begin with. */
export interface SandboxFixture extends Pick<Caller, "ask"> {
  readonly sandbox: Sandbox;
  readonly keys: Readonly<Record<Person, string>>;
  /** Resolves when the sandbox has stopped. */
  close(): Promise<void>;
  /** One call under `/api/2.0`, by the administrator unless told otherwise, whatever comes back. */
  call(method: string, path: string, values?: Values, key?: string | null): Promise<Heard>;
  /** As `call`; anything but a success is an error of the test. Resolves with the JSON of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  callOk(method: string, path: string, values?: Values, key?: string | null): Promise<any>;
  /** Moves simulated time, and resolves when what is due has run. */
  advance(ms: number): Promise<void>;
  /** Moves time to the end of each phase of a machine until nothing is in progress. */
  finish(systemId: string): Promise<void>;
  /** A MAC address that no node has. */
  mac(): string;
  /** The id of a new machine that operations alone have brought to the state. */
  machine(state?: MachineState, owner?: Person): Promise<string>;
  /** A name, or a number in it, that nothing has yet. */
  fresh(prefix: string): string;
  nowMs(): number;
}

export type Person = "admin" | "bob" | "carol";

/** The states that a test can begin with. */
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

export async function openSandboxFixture(options: SandboxOptions = {}): Promise<SandboxFixture> {
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
  const ask = (asked: Asked) => caller.ask({ nowMs, ...asked });

  const call: SandboxFixture["call"] = (method, path, values = {}, key = keys.admin) =>
    ask({ method, path: `/api/2.0${path}`, key, values });

  const callOk: SandboxFixture["callOk"] = async (method, path, values, key) => {
    const heard = await call(method, path, values, key);
    if (heard.status >= 300) throw new Error(`${method} ${path}: ${heard.status} ${heard.text}`);
    return heard.text === "" ? undefined : JSON.parse(heard.text);
  };

  const advance = (ms: number) => {
    nowMs += ms;
    // Due long ago, so that the clock looks at once; all that is due runs in one go, before this resolves.
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
