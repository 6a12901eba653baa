import { statuses, statusValues, waitWords } from "../../catalogue/statuses.ts";
import { exitCodes } from "../../core/failure.ts";
import { operationDeclarations } from "./library-operations.ts";

/** Files of `src/client/library` that contain only types and are shipped unchanged. */
const typeFiles = ["types", "sandbox-types"];
const resultFiles = ["resource", "nodes", "networks", "storage", "account"].map((name) => `results/${name}`);

export async function declarationFiles(read: (name: string) => string): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...[...typeFiles, ...resultFiles].map(
      (name) => [`${name}.d.ts`, withShippedImports(read(name))] as const,
    ),
    ["results.d.ts", resultFiles.map((name) => `export * from "./${name}.js";\n`).join("")],
    ["operations.d.ts", await operationDeclarations()],
    ["error.d.ts", errorDeclarations(read("error"))],
    ["index.d.ts", `${indexDeclarations}\n${statusDeclarations()}`],
    ["sandbox.d.ts", sandboxDeclarations],
  ]);
}

/** Declaration files import the file names that compilers look for. */
const withShippedImports = (source: string): string => source.replaceAll('.ts"', '.js"');

function errorDeclarations(source: string): string {
  const [, members] = /extends Error \{\n([\s\S]*?)\n\n {2}constructor\(/.exec(source) ?? [];
  if (members === undefined) throw new Error("the error's members were not found in its source");
  const kinds = Object.entries(exitCodes).filter(([kind]) => kind !== "done");
  return `import type { ChangeOutcome, FailedMachine } from "./types.js";

/** The kind of an error, one for each exit code of the command line. */
export type ErrorKind =
${kinds.map(([kind, { code, meaning }]) => `  /** ${code}: ${meaning}. */\n  | ${JSON.stringify(kind)}`).join("\n")};

/** Every call of the library rejects with this error. */
export declare class SvcError extends Error {
  private constructor();
${members.replace(": ExitKind", ": ErrorKind")}
}
`;
}

const indexDeclarations = `/// <reference lib="esnext.disposable" />
import type { Groups } from "./operations.js";
import type {
  CallOptions,
  ConnectOptions,
  Data,
  UnlistedValue,
  List,
  SettledMachine,
  SiteResult,
  WaitOptions,
} from "./types.js";

export * from "./operations.js";
export * from "./results.js";
export * from "./types.js";
export { type ErrorKind, SvcError } from "./error.js";

/** A connection to a service: a member for each group, with a function for each of its operations. */
export interface Svc extends Groups {
  /** The address of the service. */
  readonly url: string;
  /**
   * Waits until a machine meets one of the conditions, or all of them with \`all: true\`. Rejects with the kind
   * \`operationFailed\` if it can no longer meet them, and \`stillInProgress\` if the time runs out.
   * @param name host name, FQDN, MAC address or system_id
   */
  waitFor(
    name: string,
    conditions: WaitCondition | readonly WaitCondition[],
    options?: WaitOptions & { readonly all?: boolean | undefined },
  ): Promise<SettledMachine>;
  /** The same for several machines; reads up to fifty machines with one request. */
  waitFor(
    names: readonly string[],
    conditions: WaitCondition | readonly WaitCondition[],
    options?: WaitOptions & { readonly all?: boolean | undefined },
  ): Promise<readonly SettledMachine[]>;
  /**
   * Sends any signed request, if no member covers it: \`svc.request("GET", "machines/", { zone: "north" })\`. Resolves
   * with the JSON of the answer, its text if it is not JSON, and undefined if it is empty.
   * @param path below the API version, with its final slash; operations as \`machines/op-allocate\` or \`?op=allocate\`
   * @param fields form fields of a POST or PUT, otherwise parameters of the query; each element of an array is sent
   */
  request(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    fields?: Readonly<Record<string, Data | UnlistedValue | readonly UnlistedValue[] | undefined>>,
    options?: Pick<CallOptions, "signal" | "timeoutMs" | "retries">,
  ): Promise<unknown>;
  /**
   * A group of operations that only the service itself describes, by its name on the command line. Its functions take
   * parameters like those of other groups; the first call reads the description.
   */
  described(group: string): {
    readonly [operation: string]: (...args: readonly unknown[]) => Promise<unknown>;
  };
  /** Closes the connections, so that the process can end. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a connection to a service. Options that are left out come from the environment and from the profiles that
 * \`svc login\` stored. Sends nothing yet. Rejects with an \`SvcError\` if the address or key is missing or wrong.
 */
export declare function connect(options?: ConnectOptions): Promise<Svc>;

/** A function over several sites: a list has the rows of all, each with its site. */
export type AtSites<Method> = Method extends (...args: infer Args) => List<infer Item, infer _>
  ? (...args: Args) => List<Item & { readonly site: string }>
  : Method;

/**
 * Connections to several sites, with the members of \`Svc\`. Machines, devices and nodes are named \`east/web-01\`, or by a
 * name that a single site has. For functions about neither nodes nor lists, use \`at\` and \`each\`.
 */
export type SvcSites = {
  readonly [Group in keyof Groups]: {
    readonly [Verb in keyof Groups[Group]]: AtSites<Groups[Group][Verb]>;
  };
} & {
  /** The profiles, in the given order. */
  readonly sites: readonly string[];
  /** The connection of one site. */
  at(site: string): Svc;
  /** Runs \`work\` at all sites at the same time; an \`SvcError\` of a site does not affect the others. */
  each<Result>(work: (svc: Svc, site: string) => Promise<Result>): Promise<readonly SiteResult<Result>[]>;
  waitFor(
    name: string,
    conditions: WaitCondition | readonly WaitCondition[],
    options?: WaitOptions & { readonly all?: boolean | undefined },
  ): Promise<SettledMachine & { readonly site: string }>;
  waitFor(
    names: readonly string[],
    conditions: WaitCondition | readonly WaitCondition[],
    options?: WaitOptions & { readonly all?: boolean | undefined },
  ): Promise<readonly (SettledMachine & { readonly site: string })[]>;
  /** Closes all connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Opens a connection for each of these profiles: \`connectAll(["east", "west"])\`. Deadlines, certificates and keys are
 * those of each profile. Rejects with an \`SvcError\` if one of them cannot be used.
 */
export declare function connectAll(
  sites: readonly string[],
  options?: Omit<ConnectOptions, "profile" | "url" | "key">,
): Promise<SvcSites>;
`;

const sandboxDeclarations = `/// <reference lib="esnext.disposable" />
import type { Sandbox, SandboxOptions } from "./sandbox-types.js";

export * from "./sandbox-types.js";
export { type ErrorKind, SvcError } from "./error.js";

/**
 * Starts a sandbox in this process, on the loopback address; it accepts requests once this resolves. Stop it with \`stop\`
 * or \`await using\`. Rejects with an \`SvcError\` if an option, a fault or the state file cannot be used.
 */
export declare function startSandbox(options?: SandboxOptions): Promise<Sandbox>;
`;

function statusDeclarations(): string {
  const union = (words: readonly string[]) => words.map((word) => `\n  | ${JSON.stringify(word)}`).join("");
  return `/** A status of a machine, as used in filters and conditions. */
export type Status =${statusValues.map((value) => `\n  /** ${statuses[value].id}: ${statuses[value].name}. */\n  | ${JSON.stringify(value)}`).join("")};

/** A condition to wait for: a status, a power state, that the machine is deleted, or that an SSH server answers. */
export type WaitCondition =
  | Status${union(waitWords)};
`;
}
