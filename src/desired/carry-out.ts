import type { Clock, Random } from "../core/clock.ts";
import { asFailure, type Failure, isSignal } from "../core/failure.ts";
import { type Action, compare, type Difference, laterFields, type Step } from "./change.ts";
import { type Entry, textsOf } from "./directory.ts";
import type { Item } from "./item.ts";
import { laterSiblings } from "./numbered.ts";
import type { Observed } from "./observed.ts";
import { lookUp, type Reader, readAgain } from "./read-objects.ts";
import { createObject, objectOf, removeObject, type Sender, type StepLedger, updateObject } from "./send.ts";
import { baseObjects } from "./targets.ts";

export interface Carrier extends Omit<Sender, "find" | "ledger"> {
  readonly reader: Reader;
  /** The latest check of objects that share a name with deleted ones. */
  readonly keeping: Map<Entry, Promise<void>>;
  readonly clock: Clock;
  /** Of a step whose outcome is unclear; 0 for one attempt. */
  readonly retries: number;
  readonly random: Random;
}

/** Attempts of a step with unclear answers, including the first. */
const maxAttempts = 5;
/** Before the object is read after a 504 or a time-out, in milliseconds: the service may still be at it. */
const lateMs = 5_000;
/** Attempts to read an object in doubt. */
const maxLooks = 4;
/** Before an object is read after an unclear answer, in milliseconds; doubles with each attempt. */
const firstPauseMs = 200;

/** What remains of a step; `keepBase`: recreate what disappeared with its object. */
type Rest = { readonly action: "delete" | "keepBase" } | Difference;

/**
 * Carries out a step. After an unclear answer or a server error the object is read, and only what is missing is
 * repeated. Throws the `Failure` of a refusal or of the last attempt; the ledger records what was carried out.
 */
export async function carryOut(step: Step, carrier: Carrier, ledger: StepLedger): Promise<void> {
  const sender: Sender = { ...carrier, ledger, find: (entry) => look(carrier, entry) };
  let rest: Rest =
    step.action === "delete" ? { action: "delete" } : { action: step.action, changes: step.changes };
  const attempts = Math.min(maxAttempts, carrier.retries + 1);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await perform(sender, step.entry, rest);
      if (step.action === "delete") await keepBase(sender, carrier, step.entry);
      return;
    } catch (error) {
      const failure = asFailure(error);
      if (isSignal(failure) || (attempt === 1 && !mayRepeat(failure)) || attempt >= attempts) throw failure;
      const ms = isLate(failure) ? lateMs : pauseMs(attempt, carrier.random);
      await carrier.clock.sleep(ms, carrier.signal);
      const remaining = await remainingChange(step, carrier, failure, ledger);
      if (remaining === undefined) return;
      const isBaseLost = remaining.action === "keepBase" && rest.action === "delete";
      if (!mayRepeat(failure) && !isBaseLost) throw failure;
      rest = remaining;
    }
  }
}

/**
 * True if the change may have been made, or the service failed before making it; not after a complete answer that is
 * not the promised object, which says that something else is wrong.
 */
const mayRepeat = ({ details, kind }: Failure): boolean =>
  kind === "serverError" || (details.outcome === "unknown" && kind !== "other");

const isLate = ({ details: { outcome, status, timedOut } }: Failure): boolean =>
  outcome === "unknown" && (status === 504 || status === 408 || timedOut === true);

const pauseMs = (attempt: number, random: Random): number =>
  Math.round(firstPauseMs * 2 ** (attempt - 1) * (0.5 + random.next() / 2));

async function perform(sender: Sender, entry: Entry, rest: Rest): Promise<void> {
  const object = objectOf(sender, entry);
  if (rest.action === "delete") {
    if (object !== undefined) await removeObject(sender, entry, object);
    return;
  }
  const { item } = entry;
  if (item === undefined || rest.action === "keepBase") return;
  if (rest.action === "update" && object !== undefined)
    return await updateObject(sender, entry, item, object, rest.changes);
  if (rest.action === "replace" && object !== undefined) await removeObject(sender, entry, object);
  await removeLater(sender, entry);
  const isMade = comesWithParent(entry, item) || sender.directory.used.makersOf(entry).length > 0;
  const createdObject = isMade ? await sender.find(entry) : undefined;
  if (createdObject === undefined) return await createObject(sender, entry, item);
  sender.objects.set(entry, createdObject);
  const { difference } = compare(entry.kind, item, createdObject, sender);
  const later = laterFields(entry.kind, item);
  const changes = (difference?.changes ?? []).filter(({ field }) => !later.has(field.name));
  if (changes.length > 0) await updateObject(sender, entry, item, createdObject, changes);
}

/** Those that are created anew after this one, so that the service gives it its number. */
async function removeLater(sender: Sender, entry: Entry): Promise<void> {
  for (const each of laterSiblings([entry], sender.directory).toReversed())
    if (each.object !== undefined) await removeObject(sender, each, each.object);
}

/** True for objects the service creates with their parent, such as a fabric's untagged VLAN. */
function comesWithParent({ kind, parent }: Entry, item: Item): boolean {
  const builtinConditions = Object.entries(kind.kind.builtinWhen ?? {});
  if (parent === undefined || builtinConditions.length === 0) return false;
  return builtinConditions.every(([name, value]) =>
    textsOf(kind, item, name).some((text) => [value].flat().map(String).includes(text)),
  );
}

/** Services delete a host name with its last DNS record, so it is recreated if an item needs it. */
async function keepBase(sender: Sender, carrier: Carrier, entry: Entry): Promise<void> {
  for (const base of baseObjects(entry, carrier.directory)) {
    const { item } = base;
    const object = objectOf(carrier, base);
    if (item === undefined || object === undefined) continue;
    const keep = async () => {
      const current = objectOf(carrier, base) ?? object;
      if ((await readAgain(carrier.reader, current)) === undefined) await createObject(sender, base, item);
    };
    // One after another: several dependents may be deleted at once.
    const pendingKeep = (carrier.keeping.get(base) ?? Promise.resolve()).then(keep, keep);
    carrier.keeping.set(base, pendingKeep);
    await pendingKeep;
  }
}

/** Compares with what the service holds now; returns the failure if that cannot be read. */
async function remainingChange(
  step: Step,
  carrier: Carrier,
  failure: Failure,
  ledger: StepLedger,
): Promise<Rest | undefined> {
  const { entry } = step;
  const { item, kind } = entry;
  const object = await lookAround(carrier, entry, failure);
  const difference = item && compare(kind, item, object, carrier).difference;
  ledger.clearDoubts((change) => {
    if (change.entry !== entry) return "unknown";
    if (change.does === "delete") return object === undefined ? "done" : "refused";
    const isLeft = difference?.changes.some(({ field }) => change.fields?.includes(field.name)) === true;
    return object === undefined || isLeft ? "refused" : "done";
  });
  if (step.action === "delete") return object === undefined ? { action: "keepBase" } : { action: "delete" };
  if (object !== undefined) carrier.objects.set(entry, object);
  else if (step.action === "update")
    throw failure.with({}, `${failure.message}; the object no longer exists`);
  if (item === undefined) return undefined;
  const later = laterFields(kind, item);
  const changes = (difference?.changes ?? []).filter(
    ({ field }) => later.has(field.name) === (step.isLater === true),
  );
  const isDone = difference === undefined || (difference.action === "update" && changes.length === 0);
  return isDone ? undefined : { ...difference, changes };
}

/** Reads an object in doubt, retrying failed reads; finally throws the failure that caused the doubt. */
async function lookAround(carrier: Carrier, entry: Entry, failure: Failure): Promise<Observed | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await look(carrier, entry);
    } catch (error) {
      const unread = asFailure(error);
      if (isSignal(unread)) throw unread;
      const mayPass = unread.kind === "serverError" || unread.kind === "unreachable";
      if (attempt === maxLooks || !mayPass) throw failure;
      await carrier.clock.sleep(pauseMs(attempt, carrier.random), carrier.signal);
    }
  }
}

function look(carrier: Carrier, entry: Entry): Promise<Observed | undefined> {
  const parent = entry.parent && objectOf(carrier, entry.parent);
  return lookUp(carrier.reader, entry, objectOf(carrier, entry), parent);
}

export const doneWords: Readonly<Record<Action, string>> = {
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
};
