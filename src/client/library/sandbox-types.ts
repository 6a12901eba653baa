export interface SandboxOptions {
  /** Number of machines, up to 10,000; 12 by default. */
  readonly machines?: number | undefined;
  /** The same seed gives the same fleet and keys; 1 by default. */
  readonly seed?: number | undefined;
  /**
   * What the sandbox begins with: the path of a YAML or JSON file, or its content as an object (`svc sandbox schema`).
   * No machines are generated then, unless `machines` is given.
   */
  readonly seedFile?: string | Readonly<Record<string, unknown>> | undefined;
  /** What the sandbox begins with: a snapshot of a site (`svc sandbox exec --from PROFILE --snapshot FILE -- true`). */
  readonly from?: string | undefined;
  /** Simulated seconds per real second; 1 by default. */
  readonly speed?: number | undefined;
  /** State changes of machines take no time. */
  readonly instant?: boolean | undefined;
  /** File to keep the state in and resume from. */
  readonly state?: string | undefined;
  /** The service's path segment; `SVC` by default. */
  readonly segment?: string | undefined;
  /** Which behaviour to follow where documents and deployed services differ; `documented` by default. */
  readonly answers?: "documented" | "deployed" | undefined;
  /** Initial faults, such as `errors=0.1`; `svc sandbox faults --help` lists them. */
  readonly faults?: readonly string[] | undefined;
  /** Loopback port; a free one by default. */
  readonly port?: number | undefined;
  /** Serves HTTPS, with a certificate of a new authority: `ca`. */
  readonly tls?: boolean | undefined;
  /** Called with one sentence on each problem of the sandbox itself. */
  readonly onProblem?: ((text: string) => void) | undefined;
}

/** An answered request as the sandbox understood it; secrets are masked. */
export interface RecordedExchange {
  /** ISO 8601, by the service's clock. */
  readonly time: string;
  /** Null for anonymous callers and invalid credentials. */
  readonly user: string | null;
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  /** Such as `machine.deploy`; null for none. */
  readonly operation: string | null;
  /** Query values by name, in order. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** Text fields of the form by name, in order. */
  readonly form: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly { readonly name: string; readonly filename: string; readonly bytes: number }[];
  /** Type of the request's body; null without one. */
  readonly content_type: string | null;
  /** Names of fields that the operation does not read; most are misspelt. */
  readonly unread: readonly string[];
  /** The beginning of a body that could not be read, and was refused; null if it was read. */
  readonly body: string | null;
  /** 0 if the connection was closed without an answer. */
  readonly status: number;
  /** `body` holds the first 4,096 characters. */
  readonly answer: { readonly content_type: string | null; readonly body: string; readonly is_cut: boolean };
  /** Real milliseconds. */
  readonly took_ms: number;
}

/** What became of an object since the beginning, or a request for a change that was refused; secrets are masked. */
export interface SandboxChange {
  readonly action: "created" | "changed" | "deleted" | "refused";
  /** Such as `machines`. */
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** Changed members of the object; `from` or `to` is absent if the member did not exist. */
  readonly fields?: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[];
  /** The statuses that a machine went through, in order. */
  readonly statuses?: readonly string[];
  /** Method and path of a refused request, its status, and the service's reason. */
  readonly request?: string;
  readonly status?: number;
  readonly reason?: string;
  readonly user?: string | null;
}

export interface SavedPoint {
  readonly name: string;
  /** ISO 8601, simulated. */
  readonly time: string;
  readonly machine_count: number;
}

/** A running sandbox: the service emulated in this process. */
export interface Sandbox {
  /** Base address with segment, such as `http://127.0.0.1:40013/SVC`. */
  readonly url: string;
  /** An administrator's API key, `consumer_key:token_key:token_secret`. */
  readonly key: string;
  /** An ordinary user's API key. */
  readonly userKey: string;
  /** A user's oldest API key. Throws an `SvcError` of kind `notFound` for an unknown user or one without keys. */
  keyOf(username: string): string;
  /** The authority to trust, as PEM text; undefined without `tls`. */
  readonly ca: string | undefined;
  /** Options for `connect` as the administrator. */
  readonly profile: { readonly url: string; readonly key: string; readonly ca?: string };
  /** The active faults; can be changed at any time. */
  readonly faults: {
    list(): readonly string[];
    /** Replaces all faults. Throws an `SvcError` for an invalid one. */
    set(...faults: readonly string[]): void;
    /** Adds faults, such as `fail=deploy,machine=web-01`. Throws an `SvcError` for an invalid one. */
    add(...faults: readonly string[]): void;
    /** Removes these faults, with or without their values; without arguments, all. */
    clear(...faults: readonly string[]): void;
  };
  /** Simulated time. */
  readonly clock: {
    now(): Date;
    /** Advances simulated time, with everything that happens in it. */
    advance(ms: number): void;
    /** Simulated seconds per real second from now on. */
    setSpeed(factor: number): void;
    /** Simulated time only moves with `advance`. */
    pause(): void;
    resume(): void;
  };
  /** The last requests with answers, oldest first; 200 are kept. */
  requests(last?: number): readonly RecordedExchange[];
  /** What has changed since the beginning, with `from` or `seedFile`. Rejects with an `SvcError` for another sandbox. */
  changes(): Promise<readonly SandboxChange[]>;
  /** Restores the seed and the initial faults; address, keys and simulated time stay. */
  reset(): void;
  /**
   * Keeps everything the service holds, simulated time, faults and answer style under a name, replacing an earlier
   * point of that name. Throws an `SvcError` for an invalid name, or beyond 16 points.
   */
  save(name: string): void;
  /** Returns to a saved point, where its work in progress continues. Throws an `SvcError` for an unknown name. */
  restore(name: string): void;
  readonly saved: {
    list(): readonly SavedPoint[];
    /** Throws an `SvcError` for an unknown name. */
    delete(name: string): void;
  };
  /** Closes connections and timers and saves the state; resolves when the port is free. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
