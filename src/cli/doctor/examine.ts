import { excerpt } from "../../client/http/text.ts";
import { bounded } from "../../core/clock.ts";
import { asFailure, Failure, isSignal } from "../../core/failure.ts";
import { redactUrl } from "../../core/secrets/text.ts";
import { type Check, type CheckSpec, type Finding, failedBy, skipped } from "./check.ts";
import { type CheckName, checkNames } from "./check-names.ts";
import { keyChecks } from "./checks/key.ts";
import { localChecks } from "./checks/local.ts";
import { networkChecks } from "./checks/network.ts";
import { serviceChecks } from "./checks/service.ts";
import { settingsChecks } from "./checks/settings.ts";
import { tlsChecks } from "./checks/tls.ts";
import type { Subject } from "./facts.ts";
import { type Facts, gatherFacts } from "./facts.ts";

export const checks: Readonly<Record<CheckName, CheckSpec>> = {
  ...localChecks,
  ...settingsChecks,
  ...networkChecks,
  ...tlsChecks,
  ...serviceChecks,
  ...keyChecks,
};

/** A check may send two requests one after another, each with its own time-out. */
const maxRequests = 2;

export interface Examination {
  readonly profile: string | undefined;
  readonly url: string | undefined;
  /** Skips a check if one that it needs failed. Rejects only with the reason of the subject's signal. */
  checks(): AsyncGenerator<Check>;
}

export async function openExamination(subject: Subject): Promise<Examination> {
  const facts = await gatherFacts(subject);
  const { connection } = facts;
  return {
    profile: connection instanceof Failure ? undefined : connection.profile,
    url: connection instanceof Failure ? undefined : redactUrl(connection.endpoint.baseUrl),
    checks: () => runChecks(facts),
  };
}

async function* runChecks(facts: Facts): AsyncGenerator<Check> {
  const failedNeeds = new Map<CheckName, CheckName>();
  try {
    for (const name of checkNames) {
      const spec = checks[name];
      const failedNeed = spec.needs.map((need) => failedNeeds.get(need)).find((need) => need !== undefined);
      const finding =
        failedNeed === undefined ? await findingOf(spec, facts) : skipped(`${failedNeed} failed`);
      if (finding.state === "failed") failedNeeds.set(name, name);
      else if (failedNeed !== undefined) failedNeeds.set(name, failedNeed);
      yield { name, ...finding, found: masked(finding.found, facts) };
    }
  } finally {
    await Promise.allSettled(facts.clients.map((client) => client.close()));
  }
}

const maxFoundLength = 500;

/** A service may repeat secrets of this run in its answers. */
const masked = (text: string, { subject: { context } }: Facts): string =>
  excerpt(context.maskSecrets?.(text) ?? text, maxFoundLength);

async function findingOf(spec: CheckSpec, facts: Facts): Promise<Finding> {
  const { context, timeoutMs, signal } = facts.subject;
  try {
    signal?.throwIfAborted();
    return await bounded(context.clock, signal, timeoutMs * maxRequests, async () => spec.examine(facts));
  } catch (error) {
    signal?.throwIfAborted();
    const failure = asFailure(error);
    if (isSignal(failure)) throw failure;
    return failedBy(failure);
  }
}
