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

/** A request that the sandbox has answered, as it was understood; secrets are masked. */
export interface RecordedExchange {
  /** ISO 8601, of the service's clock. */
  readonly time: string;
  /** Null for an anonymous caller, and for one whose credentials do not hold. */
  readonly user: string | null;
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** The operation that was asked for, such as `machine.deploy`; null where there is none. */
  readonly operation: string | null;
  /** The values of each name of the query, in order. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** The values of each text field of the form, in order. */
  readonly form: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly { readonly name: string; readonly filename: string; readonly bytes: number }[];
  /** The type of the request's body; null without one. */
  readonly content_type: string | null;
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  /** The first 4,096 characters of the answer's body. */
  readonly answer: { readonly content_type: string | null; readonly body: string; readonly is_cut: boolean };
  /** What the answer took in milliseconds of real time. */
  readonly took_ms: number;
}

/** A running sandbox: the service as an emulator, in this process. */
export interface Sandbox {
  /** The base address with the segment, such as `http://127.0.0.1:40013/SVC`. */
  readonly url: string;
  /** API key of an administrator, `consumer_key:token_key:token_secret`. */
  readonly key: string;
  /** API key of an ordinary user. */
  readonly userKey: string;
  /**
   * The oldest API key of a user, also of one that was created while it runs. Throws an `SvcError` of the kind
   * `notFound` where there is no such user, or the user has no key.
   */
  keyOf(username: string): string;
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
  /** The last requests with their answers, oldest first: up to `last`, and no more than the 200 that are kept. */
  requests(last?: number): readonly RecordedExchange[];
  /** Back to the seed and to the faults of the start; address, keys and simulated time stay. */
  reset(): void;
  /** Ends every connection and timer and saves the state; resolves when the port is free. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
