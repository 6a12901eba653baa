import type { CheckName } from "../../catalogue/commands/doctor-commands.ts";
import { excerpt } from "../../client/http/text.ts";
import { asFailure, Failure, isSignal } from "../../core/failure.ts";
import { redactUrl } from "../../core/secrets/text.ts";
import { bounded } from "./bounded.ts";
import { type Check, type CheckSpec, type Finding, failedBy, skipped } from "./check.ts";
import { addressCheck } from "./checks/address.ts";
import { addressingCheck } from "./checks/addressing.ts";
import { cacheCheck } from "./checks/cache.ts";
import { clockCheck } from "./checks/clock.ts";
import { completionCheck } from "./checks/completion.ts";
import { connectionCheck } from "./checks/connection.ts";
import { descriptionCheck } from "./checks/description.ts";
import { dnsCheck } from "./checks/dns.ts";
import { keyCheck } from "./checks/key.ts";
import { manualCheck } from "./checks/manual.ts";
import { pathCheck } from "./checks/path.ts";
import { profilesCheck } from "./checks/profiles.ts";
import { programCheck } from "./checks/program.ts";
import { proxyCheck } from "./checks/proxy.ts";
import { serviceCheck } from "./checks/service.ts";
import { settingsCheck } from "./checks/settings.ts";
import { speedCheck } from "./checks/speed.ts";
import { tlsCheck } from "./checks/tls.ts";
import { userCheck } from "./checks/user.ts";
import { variablesCheck } from "./checks/variables.ts";
import { closeClients, type Facts, gatherFacts } from "./facts.ts";
import type { Subject } from "./subject.ts";

/** Every check, in the order in which they are done. */
export const checks: readonly CheckSpec[] = [
  programCheck,
  pathCheck,
  completionCheck,
  manualCheck,
  variablesCheck,
  profilesCheck,
  cacheCheck,
  addressCheck,
  settingsCheck,
  proxyCheck,
  dnsCheck,
  connectionCheck,
  tlsCheck,
  serviceCheck,
  clockCheck,
  addressingCheck,
  keyCheck,
  userCheck,
  descriptionCheck,
  speedCheck,
];

/** A check may send two requests one after the other, each with its own time. */
const requestsInCheck = 2;

/** The checks of one connection, and what it is as far as it is known. */
export interface Examination {
  readonly profile: string | undefined;
  readonly url: string | undefined;
  /**
   * Does every check, and yields what each has found. A check without what it needs is skipped, and the whole takes a
   * bounded time. Rejects with the reason of the subject's signal alone.
   */
  checks(): AsyncGenerator<Check>;
}

export async function openExamination(subject: Subject): Promise<Examination> {
  const facts = await gatherFacts(subject);
  const { connection } = facts;
  return {
    profile: connection instanceof Failure ? undefined : connection.profile,
    url: connection instanceof Failure ? undefined : redactUrl(connection.endpoint.baseUrl),
    checks: () => doChecks(facts),
  };
}

async function* doChecks(facts: Facts): AsyncGenerator<Check> {
  const obstacles = new Map<CheckName, CheckName>();
  try {
    for (const spec of checks) {
      const obstacle = spec.needs.map((name) => obstacles.get(name)).find((name) => name !== undefined);
      const finding = obstacle === undefined ? await findingOf(spec, facts) : skipped(`${obstacle} failed`);
      if (finding.state === "failed") obstacles.set(spec.name, spec.name);
      else if (obstacle !== undefined) obstacles.set(spec.name, obstacle);
      yield { name: spec.name, ...finding, found: shown(finding.found, facts) };
    }
  } finally {
    await closeClients(facts);
  }
}

/** Of what a service says, no more characters are shown. */
const maxFoundLength = 500;

/** One line, without the secrets of this run: a service may repeat them. */
function shown(found: string, { subject: { context } }: Facts): string {
  return excerpt(context.maskKnown?.(found) ?? found, maxFoundLength);
}

async function findingOf(spec: CheckSpec, facts: Facts): Promise<Finding> {
  const { context, timeoutMs, signal } = facts.subject;
  try {
    signal?.throwIfAborted();
    return await bounded(context.clock, signal, timeoutMs * requestsInCheck, async () => spec.examine(facts));
  } catch (error) {
    signal?.throwIfAborted();
    const failure = asFailure(error);
    if (isSignal(failure)) throw failure;
    return failedBy(failure);
  }
}
