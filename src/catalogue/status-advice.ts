import { plainWord } from "./statuses.ts";

const failureAdvice =
  "'svc machines issues' shows all that failed; the statuses are failed_deployment, failed_testing and so on";

const freeAdvice = "machines that can be allocated have the status ready";

const usedAdvice = "machines in use have the status allocated or deployed";

/** Words that other tools use for groups of statuses. */
const statusAdvice: Readonly<Record<string, string>> = {
  failed: failureAdvice,
  failure: failureAdvice,
  error: failureAdvice,
  free: freeAdvice,
  available: freeAdvice,
  idle: freeAdvice,
  active: usedAdvice,
  running: usedAdvice,
  used: usedAdvice,
};

export function statusHint(word: string): string | undefined {
  const plain = plainWord(word);
  return Object.hasOwn(statusAdvice, plain) ? statusAdvice[plain] : undefined;
}
