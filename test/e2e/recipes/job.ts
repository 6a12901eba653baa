import type { CancelSignal, ScriptEnd } from "./job-script.ts";

/** What a job of a system for continuous integration runs with. */
export interface JobPlace {
  /** The checkout. */
  readonly folder: string;
  /** What a process of the runner has in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What the project has set for its jobs; `SVC_API_KEY` among it is secret. */
  readonly settings: Readonly<Record<string, string>>;
  /** The number of the run. */
  readonly run: number;
  /** Resolves when somebody cancels the job; undefined where nobody does. */
  readonly cancelled?: Promise<void>;
  /** The signals that cancel a script, where they are not those of the system. */
  readonly signals?: readonly CancelSignal[];
}

export interface JobEnd {
  readonly status: "success" | "failure" | "cancelled";
  /** The scripts that ran, by name. */
  readonly steps: readonly (ScriptEnd & { readonly name: string })[];
}

export type RunJob = (text: string, place: JobPlace) => Promise<JobEnd>;

type Fields = Readonly<Record<string, unknown>>;

/** The members of a mapping. Throws for one that the tests do not know how to follow, such as a mistyped key. */
export function fieldsOf(value: unknown, known: readonly string[], where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${where} is not a mapping`);
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`${where} has unknown keys: ${unknown.join(", ")}`);
  return { ...value };
}

/** The environment variables of a mapping. */
export function variablesOf(value: unknown, fill: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, text]) => [name, fill(String(text))]));
}

/** Whether a promise has resolved, as far as is known at this time. */
export function watched(promise: Promise<void> | undefined): () => boolean {
  let isDone = false;
  void promise?.then(() => {
    isDone = true;
  });
  return () => isDone;
}
