import type { ConnectionSettings } from "../../client/profiles/precedence.ts";
import type { Context } from "../../context.ts";
import type { Failure } from "../../core/failure.ts";

/** The settings of a connection that a line, a variable or a profile may say. */
export type SettingName =
  | "profile"
  | "url"
  | "output"
  | "timeout"
  | "ca-cert"
  | "insecure"
  | "signature"
  | "addressing"
  | "config-dir";

/** What is to be examined: what the line and the environment say. */
export interface Subject {
  readonly context: Pick<Context, "env" | "clock" | "random" | "program" | "stdin" | "conceal" | "maskKnown">;
  readonly given: ConnectionSettings & {
    readonly configDir: string | undefined;
    readonly apiKeyFile: string | undefined;
    readonly apiKeyStdin: boolean;
  };
  /** What says a setting, as it is typed: `--url` or `SVC_URL`; without an entry, neither does. */
  readonly sources: Readonly<Partial<Record<SettingName, string>>>;
  /** What is wrong with settings of the environment, by variable. */
  readonly wrong: Readonly<Record<string, Failure>>;
  /** The programs called svc on PATH, in its order. */
  readonly programs: readonly string[];
  /** The completion script of the shell that the user logs in with; undefined where svc has none for it. */
  readonly completion: () => Promise<CompletionScript | undefined>;
  /** How long one step may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Takes the lines of `--debug`. */
  readonly trace: ((line: string) => void) | undefined;
}

/** Where a completion script belongs, and what stands there. */
export interface CompletionScript {
  readonly shell: string;
  readonly file: string;
  readonly state: "missing" | "current" | "other";
  /** What is still to do by hand before the shell finds it. */
  readonly next: string | undefined;
}
