import type { CancelSignal, ScriptEnd } from "./job-script.ts";

export interface JobPlace {
  /** The folder of the checkout. */
  readonly folder: string;
  /** Environment of the runner's processes. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the project; the secret `SVC_API_KEY` is one of them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly run: number;
  /** Resolves when the job is cancelled; undefined if it is not. */
  readonly cancelled?: Promise<void>;
  /** Signals that cancel a script, if not those of the CI system. */
  readonly signals?: readonly CancelSignal[];
}

export interface JobEnd {
  readonly status: "success" | "failure" | "cancelled";
  /** The scripts that ran, by name. */
  readonly steps: readonly (ScriptEnd & { readonly name: string })[];
}

export type RunJob = (text: string, place: JobPlace) => Promise<JobEnd>;

type Fields = Readonly<Record<string, unknown>>;

/** The members of a mapping. Throws for unknown keys, such as mistyped ones. */
export function fieldsOf(value: unknown, knownNames: readonly string[], where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${where} is not a mapping`);
  const unknown = Object.keys(value).filter((key) => !knownNames.includes(key));
  if (unknown.length > 0) throw new Error(`${where} has unknown keys: ${unknown.join(", ")}`);
  return { ...value };
}

export function variablesOf(value: unknown, fill: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, text]) => [name, fill(String(text))]));
}

/** Whether the promise has resolved so far. */
export function watched(promise: Promise<void> | undefined): () => boolean {
  let isDone = false;
  void promise?.then(() => {
    isDone = true;
  });
  return () => isDone;
}
