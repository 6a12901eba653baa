import type { ExitKind, Failure } from "../../core/failure.ts";
import type { Facts } from "./facts.ts";

/** In the order in which they run; the names are part of the output. */
export const doctorChecks = {
  svc: "svc's version, and that of Node.js",
  path: "the program svc on PATH, and other programs of that name",
  completion: "whether shell completion is installed, and matches this version",
  manual: "the manual pages",
  variables: "environment variables that are misspelt, invalid or without effect",
  profiles: "the profiles file: its content, owner and permissions",
  cache: "the cache folder",
  address: "the address of the service, and where it comes from",
  settings: "where the key and the settings come from",
  proxy: "the proxy from the environment",
  dns: "whether the host's name resolves",
  connection: "a connection to each address of the host",
  tls: "encryption, and the service's certificate",
  service: "whether the API answers, and in which version",
  clock: "this computer's clock, compared with the service's",
  addressing: "which form of URLs the service accepts",
  key: "whether the service accepts the API key",
  user: "the user to whom the key belongs",
  description: "the service's description, and whether svc's copy is current",
  speed: "how long an answer takes, and the service's rate limits",
} as const;

export type CheckName = keyof typeof doctorChecks;

export const checkNames = Object.keys(doctorChecks) as readonly CheckName[];

export const checkStates = ["ok", "warning", "failed", "skipped"] as const;
export type CheckState = (typeof checkStates)[number];

export interface CheckResult {
  readonly state: CheckState;
  readonly found: string;
  /** A command to type, or a setting to change. */
  readonly fix?: string | undefined;
  readonly kind?: ExitKind;
}

export interface NamedCheckResult extends CheckResult {
  readonly name: CheckName;
}

export interface CheckSpec {
  readonly needs?: readonly CheckName[];
  /** Stores results for later checks in `facts`. A thrown `Failure` is reported as failed. */
  examine(facts: Facts): CheckResult | Promise<CheckResult>;
}

export type Checks = Readonly<Partial<Record<CheckName, CheckSpec>>>;

export const ok = (found: string): CheckResult => ({ state: "ok", found });

export const warning = (found: string, fix: string | undefined): CheckResult => ({
  state: "warning",
  found,
  fix,
});

export function failed(kind: ExitKind, found: string, fix: string | undefined): CheckResult {
  return { state: "failed", found, fix, kind };
}

export const failedBy = ({ kind, message, details }: Failure, fix = details.hint): CheckResult =>
  failed(kind, message, fix?.replace(/^run: /, ""));

export const skipped = (found: string): CheckResult => ({ state: "skipped", found });
