import { plainWord } from "./statuses.ts";

const failures =
  "'svc machines issues' shows all that failed; the statuses are failed_deployment, failed_testing and so on";

const free = "machines that can be allocated are ready";

const inUse = "machines in use are allocated or deployed";

/** Words that other tools use for groups of statuses. */
const statusAdvice: Readonly<Record<string, string>> = {
  failed: failures,
  failure: failures,
  error: failures,
  free,
  available: free,
  idle: free,
  active: inUse,
  running: inUse,
  used: inUse,
};

export function statusHint(word: string): string | undefined {
  const plain = plainWord(word);
  return Object.hasOwn(statusAdvice, plain) ? statusAdvice[plain] : undefined;
}
