import type { Clock, Random } from "../core/clock.ts";
import { asFailure, type Failure, isSignal } from "../core/failure.ts";
import { type Action, compare, type Difference, laterFields, type Step } from "./change.ts";
import { baseObjects, laterSiblings } from "./dependencies.ts";
import type { Item } from "./item.ts";
import { normalText } from "./normal-text.ts";
import { lookUp, type Reader, readAgain } from "./read-objects.ts";
import { createObject, objectOf, removeObject, type Sender, type StepLedger, updateObject } from "./send.ts";
import type { Entry, ServiceObject } from "./service-objects.ts";
import { textsOf } from "./values.ts";

export interface StepContext extends Omit<Sender, "find" | "ledger"> {
  readonly reader: Reader;
  /** By base object, the latest check that it still exists. */
  readonly baseChecks: Map<Entry, Promise<void>>;
  readonly clock: Clock;
  readonly retries: number;
  readonly random: Random;
  isStopped(): boolean;
}

const maxAttempts = 5;
/** Milliseconds before an object is read after a 504 or a time-out, when the service may still be working. */
const inProgressPauseMs = 5_000;
const maxReads = 4;
/** Milliseconds before an object is read after an unclear answer; doubles with each attempt. */
const firstPauseMs = 200;

/** What a step still has to do. `restoreBases`: recreate the objects that disappeared with the deleted one. */
type RemainingWork = { readonly action: "delete" | "restoreBases" } | Difference;

/**
 * Carries out a step. After an unclear answer or a server error, reads the object and sends only what is still missing.
 * Throws the `Failure` of a refusal or of the last attempt; the ledger records the changes made.
 */
export async function carryOut(step: Step, context: StepContext, ledger: StepLedger): Promise<void> {
  const sender: Sender = { ...context, ledger, find: (entry) => readObject(context, entry) };
  let remainingWork: RemainingWork =
    step.action === "delete" ? { action: "delete" } : { action: step.action, changes: step.changes };
  const attempts = Math.min(maxAttempts, context.retries + 1);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await perform(sender, step.entry, remainingWork);
      if (step.action === "delete") await restoreBases(sender, context, step.entry);
      return;
    } catch (error) {
      const failure = asFailure(error);
      const isRefused = failure.details.outcome === "refused";
      if (isSignal(failure) || (isRefused && context.isStopped())) throw failure;
      if ((attempt === 1 && !mayRepeat(failure)) || attempt >= attempts) throw failure;
      const ms = mayBeInProgress(failure) ? inProgressPauseMs : pauseMs(attempt, context.random);
      await context.clock.sleep(ms, context.signal);
      const remaining = await remainingWorkOf(step, context, failure, ledger);
      if (remaining === undefined) return;
      const isBaseLost = remaining.action === "restoreBases" && remainingWork.action === "delete";
      const hasBegun = ledger.changes().some(({ outcome }) => outcome === "done");
      if (context.isStopped() && !hasBegun) throw failure.with({ outcome: ledger.outcome() });
      if (!mayRepeat(failure) && !isBaseLost) throw failure;
      remainingWork = remaining;
    }
  }
}

/**
 * True if the service failed or the outcome is unknown: the object is then read, and only missing changes are sent.
 * False after a complete answer of an unexpected form, because repeating the request would get the same answer.
 */
const mayRepeat = ({ details, kind }: Failure): boolean =>
  kind === "serverError" || (details.outcome === "unknown" && kind !== "other");

const mayBeInProgress = ({ details: { outcome, status, hasTimedOut } }: Failure): boolean =>
  outcome === "unknown" && (status === 504 || status === 408 || hasTimedOut === true);

const pauseMs = (attempt: number, random: Random): number =>
  Math.round(firstPauseMs * 2 ** (attempt - 1) * (0.5 + random.next() / 2));

async function perform(sender: Sender, entry: Entry, work: RemainingWork): Promise<void> {
  const object = objectOf(sender, entry);
  if (work.action === "delete") {
    if (object !== undefined) await removeObject(sender, entry, object);
    return;
  }
  const { item } = entry;
  if (item === undefined || work.action === "restoreBases") return;
  if (work.action === "update" && object !== undefined)
    return await updateObject(sender, entry, item, object, work.changes);
  if (work.action === "replace" && object !== undefined) await removeObject(sender, entry, object);
  await removeLaterSiblings(sender, entry);
  // A change of the parent deletes children only sometimes, for example if it also changes the VLAN.
  const mayHaveStayed = object !== undefined && entry.parent?.kind.spec.clearingFields !== undefined;
  const mayExist =
    mayHaveStayed ||
    isCreatedWithParent(entry, item) ||
    sender.entryIndex.references.creatorsOf(entry).length > 0;
  const createdObject = mayExist ? await sender.find(entry) : undefined;
  if (createdObject === undefined) return await createObject(sender, entry, item);
  sender.objects.set(entry, createdObject);
  const { difference } = compare(entry.kind, item, createdObject, sender);
  const later = laterFields(entry.kind, item);
  const changes = (difference?.changes ?? []).filter(({ field }) => !later.has(field.name));
  if (difference?.action === "replace") {
    await removeObject(sender, entry, createdObject);
    await createObject(sender, entry, item);
  } else if (changes.length > 0) await updateObject(sender, entry, item, createdObject, changes);
}

/** Removes the siblings that are recreated after this object, so that the service gives it the right number. */
async function removeLaterSiblings(sender: Sender, entry: Entry): Promise<void> {
  for (const each of laterSiblings([entry], sender.entryIndex).toReversed())
    if (each.object !== undefined) await removeObject(sender, each, each.object);
}

function isCreatedWithParent({ kind, parent }: Entry, item: Item): boolean {
  const builtinConditions = Object.entries(kind.spec.builtinWhen ?? {});
  if (parent === undefined || builtinConditions.length === 0) return false;
  return builtinConditions.every(([name, value]) =>
    textsOf(kind, item, name).some((text) =>
      [value].flat().map(String).includes(normalText(text, kind.spec.comparisons?.[name])),
    ),
  );
}

/** Services delete a host name with its last DNS record, so it is recreated if an item needs it. */
async function restoreBases(sender: Sender, context: StepContext, entry: Entry): Promise<void> {
  for (const base of baseObjects(entry, context.entryIndex)) {
    const { item } = base;
    const object = objectOf(context, base);
    if (item === undefined || object === undefined) continue;
    const restore = async () => {
      const current = objectOf(context, base) ?? object;
      if ((await readAgain(context.reader, current)) === undefined) await createObject(sender, base, item);
    };
    // One check after another, because several dependents may be deleted at once.
    const check = (context.baseChecks.get(base) ?? Promise.resolve()).then(restore, restore);
    context.baseChecks.set(base, check);
    await check;
  }
}

async function remainingWorkOf(
  step: Step,
  context: StepContext,
  failure: Failure,
  ledger: StepLedger,
): Promise<RemainingWork | undefined> {
  const { entry } = step;
  const { item, kind } = entry;
  const object = await readAfterFailure(context, entry, failure);
  const difference = item && compare(kind, item, object, context).difference;
  ledger.clearDoubts((change) => {
    if (change.entry !== entry) return "unknown";
    if (change.action === "delete") return object === undefined ? "done" : "refused";
    const isMissing = difference?.changes.some(({ field }) => change.fields?.includes(field.name)) === true;
    return object === undefined || isMissing ? "refused" : "done";
  });
  if (step.action === "delete")
    return object === undefined ? { action: "restoreBases" } : { action: "delete" };
  if (object !== undefined) context.objects.set(entry, object);
  else if (step.action === "update")
    throw failure.with({}, `${failure.message}; the object no longer exists`);
  if (item === undefined) return undefined;
  const later = laterFields(kind, item);
  const changes = (difference?.changes ?? []).filter(
    ({ field }) => later.has(field.name) === (step.isFollowUp === true),
  );
  const isDone = difference === undefined || (difference.action === "update" && changes.length === 0);
  return isDone ? undefined : { ...difference, changes };
}

async function readAfterFailure(
  context: StepContext,
  entry: Entry,
  failure: Failure,
): Promise<ServiceObject | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readObject(context, entry);
    } catch (error) {
      const readFailure = asFailure(error);
      if (isSignal(readFailure)) throw readFailure;
      const isTransient = readFailure.kind === "serverError" || readFailure.kind === "unreachable";
      if (attempt === maxReads || !isTransient) throw failure;
      await context.clock.sleep(pauseMs(attempt, context.random), context.signal);
    }
  }
}

function readObject(context: StepContext, entry: Entry): Promise<ServiceObject | undefined> {
  const parent = entry.parent && objectOf(context, entry.parent);
  return lookUp(context.reader, entry, objectOf(context, entry), parent);
}

export const doneWords: Readonly<Record<Action, string>> = {
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
};
