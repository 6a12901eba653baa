/** What the sandbox is made of. */
export interface SandboxOptions {
  /** The size of the fleet, up to 10,000; 12 when left out. */
  readonly machines?: number | undefined;
  /** The same seed gives the same fleet and the same keys; 1 when left out. */
  readonly seed?: number | undefined;
  /** Simulated seconds in a real one; 1 when left out. */
  readonly speed?: number | undefined;
  /** Every step of a machine takes no time. */
  readonly instant?: boolean | undefined;
  /** Keep the state in this file, and resume from it. */
  readonly state?: string | undefined;
  /** The service's name segment in paths; `SVC` when left out. */
  readonly segment?: string | undefined;
  /** How to answer where the service's documents and deployed services differ; as documented when left out. */
  readonly answers?: "documented" | "deployed" | undefined;
  /** Faults that are active from the start, such as `errors=0.1`; `svc sandbox faults --help` lists them. */
  readonly faults?: readonly string[] | undefined;
  /** Port on the loopback; a free one when left out. */
  readonly port?: number | undefined;
  /** Told of what goes wrong in the sandbox itself, in one sentence. */
  readonly onProblem?: ((text: string) => void) | undefined;
}

/** A running sandbox: the service as an emulator, in this process. */
export interface Sandbox {
  /** The base address with the segment, such as `http://127.0.0.1:40013/SVC`. */
  readonly url: string;
  /** API key of an administrator, `consumer_key:token_key:token_secret`. */
  readonly key: string;
  /** API key of an ordinary user. */
  readonly userKey: string;
  /** What `connect` takes to reach it as the administrator. */
  readonly profile: { readonly url: string; readonly key: string };
  /** The faults that are active, which may change while it runs. */
  readonly faults: {
    list(): readonly string[];
    /** Adds faults, such as `fail=deploy,machine=web-01`. Throws an `SvcError` for one that cannot be read. */
    add(...faults: readonly string[]): void;
    /** Takes away the faults that are given, with or without their values; all of them where none is given. */
    clear(...faults: readonly string[]): void;
  };
  /** Simulated time. */
  readonly clock: {
    now(): Date;
    /** Lets so many milliseconds of simulated time pass at once, with all that happens in them. */
    advance(ms: number): void;
  };
  /** Back to the seed and to the faults of the start; address, keys and simulated time stay. */
  reset(): void;
  /** Ends every connection and timer and saves the state; resolves when the port is free. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
