import type { Context } from "../../context.ts";
import { type ExitKind, Failure, isSignal } from "../../core/failure.ts";
import type { SiteQuestion } from "../invocation/invocation.ts";
import { confirmChange } from "../terminal/prompt.ts";

export type Gate = ReturnType<typeof openGate>;

/** Failures caused by the command itself, which prevent the changes at all sites. */
const stoppingKinds: ReadonlySet<ExitKind> = new Set([
  "usage",
  "notFound",
  "conflict",
  "invalid",
  "forbidden",
  "notConfirmed",
]);

const stopsAllSites = (failure: Failure): boolean => stoppingKinds.has(failure.kind) || isSignal(failure);

const notSentBecauseOf = (site: string, failure: Failure): Failure =>
  isSignal(failure)
    ? failure
    : new Failure(failure.kind, `nothing was sent, because of ${site}`, {
        outcome: "not_sent",
        isReported: true,
      });

interface GateSettings {
  readonly defaultAction: string;
  /** True if the sites come from profiles and not from names of machines, so that the question must list them. */
  readonly mustAsk: boolean;
  readonly isYesGiven: boolean;
}

/** Holds the changes of all sites until the last one is ready to send. */
export function openGate(sites: readonly string[], context: Context, settings: GateSettings) {
  const questions = new Map<string, SiteQuestion | undefined>();
  const actions = new Map<string, string>();
  /** The sites that send no further requests, with the failure that ended them. */
  const endedSites = new Map<string, Failure | undefined>();
  let settle: (answer: boolean | Failure | Promise<boolean>) => void;
  let isDecided = false;
  const decision = new Promise<boolean | Failure>((resolve) => {
    settle = resolve;
  });
  const decide = () => {
    if (isDecided || !sites.every((site) => questions.has(site) || endedSites.has(site))) return;
    isDecided = true;
    for (const [site, failure] of endedSites)
      if (failure !== undefined && stopsAllSites(failure)) return settle(notSentBecauseOf(site, failure));
    // If asking fails, every site gets that failure.
    const waitingSites = sites.filter((site) => questions.has(site));
    const orderedQuestions = new Map(waitingSites.map((site) => [site, questions.get(site)]));
    settle(ask(orderedQuestions, actions, endedSites, context, settings));
  };
  const wait = async (site: string, question: SiteQuestion | undefined): Promise<boolean> => {
    if (!questions.has(site)) questions.set(site, question);
    decide();
    const answer = await decision;
    if (answer instanceof Failure) throw answer;
    return answer;
  };
  decision.catch(() => undefined);
  let lastCheck: Promise<void> = Promise.resolve();
  return {
    /** Runs checks one after the other, because each may prompt the user, until one prevents all changes. */
    runInTurn: (site: string, check: () => Promise<void>): Promise<void> => {
      const next = lastCheck.then(check);
      lastCheck = next.catch((failure) => {
        if (failure instanceof Failure && stopsAllSites(failure)) throw notSentBecauseOf(site, failure);
      });
      lastCheck.catch(() => undefined);
      return next;
    },
    /** Waits until every site is ready and the user has confirmed, if a question is needed. */
    confirm: wait,
    /** Waits before the first change of a site. Throws a `Failure` if nothing may be sent. */
    pass: async (site: string, action?: string): Promise<void> => {
      if (action !== undefined && !isDecided) actions.set(site, action);
      if (!(await wait(site, undefined)))
        throw new Failure("notConfirmed", "declined", { hint: "nothing was sent", outcome: "not_sent" });
    },
    /** Marks a site that sends no further requests. */
    end: (site: string, failure: Failure | undefined) => {
      endedSites.set(site, failure);
      decide();
    },
  };
}

async function ask(
  questions: ReadonlyMap<string, SiteQuestion | undefined>,
  actions: ReadonlyMap<string, string>,
  endedSites: ReadonlyMap<string, Failure | undefined>,
  context: Context,
  { defaultAction, mustAsk, isYesGiven }: GateSettings,
): Promise<boolean> {
  const openQuestions = [...questions].filter(([, question]) => question !== undefined || mustAsk);
  if (isYesGiven || openQuestions.length === 0) return true;
  const changes = openQuestions.map(
    ([site, question]) => `${site}: ${question?.action ?? actions.get(site) ?? defaultAction}`,
  );
  const leftOutLines = [...endedSites].flatMap(([site, failure]) =>
    failure === undefined ? [] : [`${site}: left out, ${failure.message}`],
  );
  const lines = [
    ...openQuestions.flatMap(([site, question]) => (question?.lines ?? []).map((line) => `${site}: ${line}`)),
    ...leftOutLines,
  ];
  const text = changes.join(", ");
  const count = openQuestions.reduce((sum, [, question]) => sum + (question?.count ?? 0), 0) || undefined;
  return await confirmChange(context, `${text}?`, { lines, count }, `${text}: not confirmed`);
}
