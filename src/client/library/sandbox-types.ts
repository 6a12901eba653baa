export interface SandboxOptions {
  /** The number of generated machines, up to 10,000; 12 by default. */
  readonly machines?: number | undefined;
  /** The same seed generates the same fleet and keys; 1 by default. */
  readonly seed?: number | undefined;
  /**
   * The initial objects: the path of a YAML or JSON file, or its content as an object (see `svc sandbox schema`).
   * No machines are generated then, unless `machines` is set.
   */
  readonly seedFile?: string | Readonly<Record<string, unknown>> | undefined;
  /** The path of a snapshot to start from; `svc sandbox exec --from PROFILE --snapshot FILE -- true` writes one. */
  readonly from?: string | undefined;
  /** Simulated seconds per second of real time; 1 by default. */
  readonly speed?: number | undefined;
  /** Machines change their state without delay. */
  readonly instant?: boolean | undefined;
  /** The file in which the sandbox saves its state, and from which it continues. */
  readonly state?: string | undefined;
  /** The path segment of the service; `SVC` by default. */
  readonly segment?: string | undefined;
  /** Whether to behave as documented or like live services, where the two differ; `documented` by default. */
  readonly answers?: "documented" | "deployed" | undefined;
  /** Faults from the beginning, such as `errors=0.1`. `svc sandbox faults --help` lists them. */
  readonly faults?: readonly string[] | undefined;
  /** The port on the loopback interface; a free one by default. */
  readonly port?: number | undefined;
  /** Serves HTTPS. A certificate authority is generated: see `Sandbox.ca`. */
  readonly tls?: boolean | undefined;
  /** Receives one sentence about each problem of the sandbox itself. */
  readonly onProblem?: ((text: string) => void) | undefined;
}

/** A request with its answer, as the sandbox understood it. Secrets are masked. */
export interface RecordedExchange {
  /** In ISO 8601, by the sandbox's clock. */
  readonly time: string;
  /** Null for anonymous callers and for invalid credentials. */
  readonly user: string | null;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** Such as `machine.deploy`; null if no operation matches. */
  readonly operation: string | null;
  /** The values of the query by name, in their order. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** The text fields of the form by name, in their order. */
  readonly form: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly { readonly name: string; readonly filename: string; readonly bytes: number }[];
  /** The type of the request's body; null if there is none. */
  readonly content_type: string | null;
  /** The names of fields that the operation ignored; most of them are misspelt. */
  readonly unread: readonly string[];
  /** The beginning of a body that the sandbox could not parse and refused; otherwise null. */
  readonly body: string | null;
  /** 0 if the connection was closed without an answer. */
  readonly status: number;
  /** `body` contains the first 4,096 characters. */
  readonly answer: { readonly content_type: string | null; readonly body: string; readonly is_cut: boolean };
  /** In milliseconds of real time. */
  readonly took_ms: number;
}

/** A difference between an object's initial and current state, or a change that was refused. Secrets are masked. */
export interface SandboxChange {
  readonly action: "created" | "changed" | "deleted" | "refused";
  /** Such as `machines`. */
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** The members that differ. `from` or `to` is missing if the object did not have the member. */
  readonly fields?: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[];
  /** The statuses of a machine since the beginning, in order. */
  readonly statuses?: readonly string[];
  /** The method and path of a refused request. `status` and `reason` are the sandbox's answer. */
  readonly request?: string;
  readonly status?: number;
  readonly reason?: string;
  readonly user?: string | null;
}

export interface SavedPoint {
  readonly name: string;
  /** In ISO 8601, by the sandbox's clock. */
  readonly time: string;
  readonly machine_count: number;
}

/** A running sandbox, which emulates the service in this process. */
export interface Sandbox {
  /** The base address with segment, such as `http://127.0.0.1:40013/SVC`. */
  readonly url: string;
  /** The API key of an administrator, as `consumer_key:token_key:token_secret`. */
  readonly key: string;
  /** The API key of an ordinary user. */
  readonly userKey: string;
  /** A user's oldest API key. Throws an `SvcError` (`notFound`) for a user who is unknown or has no key. */
  keyOf(username: string): string;
  /** The certificate authority to trust, as PEM text; undefined without `tls`. */
  readonly ca: string | undefined;
  /** Options for `connect`, to connect as the administrator. */
  readonly profile: { readonly url: string; readonly key: string; readonly ca?: string };
  /** The active faults, which can be changed at any time. */
  readonly faults: {
    list(): readonly string[];
    /** Replaces all faults. Throws an `SvcError` for an invalid fault. */
    set(...faults: readonly string[]): void;
    /** Adds faults, such as `fail=deploy,machine=web-01`. Throws an `SvcError` for an invalid fault. */
    add(...faults: readonly string[]): void;
    /** Removes faults by name, with or without their values; without arguments, all faults. */
    clear(...faults: readonly string[]): void;
  };
  /** The simulated time. */
  readonly clock: {
    now(): Date;
    /** Advances the simulated time by milliseconds, and completes all work that is due by then. */
    advance(ms: number): void;
    /** Sets the simulated seconds per second of real time. */
    setSpeed(factor: number): void;
    /** Stops the simulated time, so that only `advance` moves it. */
    pause(): void;
    resume(): void;
  };
  /** Returns the last requests with their answers, oldest first. At most 200 are recorded. */
  requests(last?: number): readonly RecordedExchange[];
  /** All changes since the start. Rejects with an `SvcError` if neither `from` nor `seedFile` was given. */
  changes(): Promise<readonly SandboxChange[]>;
  /** Restores the initial objects and faults. The address, keys and simulated time stay. */
  reset(): void;
  /**
   * Saves all objects, the simulated time, the faults and `answers` under a name, and replaces an earlier point of
   * that name. Throws an `SvcError` for an invalid name, or if there are 16 points already.
   */
  save(name: string): void;
  /** Returns to a saved point and continues its work in progress. Throws an `SvcError` for an unknown name. */
  restore(name: string): void;
  readonly saved: {
    list(): readonly SavedPoint[];
    /** Throws an `SvcError` for an unknown name. */
    delete(name: string): void;
  };
  /** Ends connections and timers, and saves the state. Resolves when the port is free. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
