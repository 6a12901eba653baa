import { group as images } from "../../../catalogue/groups/boot-resources.ts";
import { group as machines } from "../../../catalogue/groups/machines.ts";
import type { CallOptions, Client, Values } from "../../../client/http/call.ts";
import { openElements } from "../../../client/json/elements.ts";
import { createMemberReader } from "../../../client/json/members.ts";
import { asFailure, Failure, isSignal } from "../../../core/failure.ts";
import { askList, hintsOf, type NodeTest, refinedAnswer } from "../../selection/node-tests.ts";
import { type Attention, attentionIn, type Progress, progressIn } from "./attention.ts";
import type { EventFacts } from "./event-facts.ts";
import { count, emptyTally, type Tally, tallyMembers } from "./tally.ts";

/** Something that could not be read, and why. */
export interface UnreadPart {
  readonly part: "events" | "images";
  readonly message: string;
}

/** The fleet at one moment. */
export interface FleetStatus {
  /** The service's time, in milliseconds since the epoch. */
  readonly time: number;
  readonly tally: Tally;
  readonly attention: readonly Attention[];
  readonly inProgress: readonly Progress[];
  /** Undefined where the service did not say. */
  readonly isImporting: boolean | undefined;
  readonly unread: readonly UnreadPart[];
}

/** Which machines are counted: filters for the service, and what they are held against here. */
export interface Scope {
  readonly filters: Values;
  readonly test: NodeTest;
}

/**
 * Reads the fleet: its machines in one request, one by one as they arrive, whether images are imported in another,
 * and the events of those that are shown by name in `maxEventRequests` at most. Throws the `Failure` of the list;
 * what else cannot be read is noted.
 */
export async function readStatus(
  client: Client,
  { filters, test }: Scope,
  facts: EventFacts,
  now: () => number,
  options: CallOptions = {},
): Promise<FleetStatus> {
  const importing = readIsImporting(client, options).catch(asFailure);
  const tally = await readTally(client, filters, test, options);
  const [events, isImporting] = await Promise.all([facts.read(client, tally, options), importing]);
  for (const failure of [events.failure, isImporting])
    if (failure instanceof Failure && isSignal(failure)) throw failure;
  const time = now();
  return {
    time,
    tally,
    attention: attentionIn(tally, facts.of, time),
    inProgress: progressIn(tally, facts.of),
    isImporting: isImporting instanceof Failure ? undefined : isImporting,
    unread: [
      ...(events.machines === 0
        ? []
        : [{ part: "events" as const, message: eventsMessage(events.machines, events.failure) }]),
      ...(isImporting instanceof Failure
        ? [{ part: "images" as const, message: `import of images: ${isImporting.message}` }]
        : []),
    ],
  };
}

const eventsMessage = (count: number, failure: Failure | undefined): string =>
  `events of ${count} ${count === 1 ? "machine" : "machines"}: ${failure?.message ?? "too many at once"}`;

async function readTally(
  client: Client,
  filters: Values,
  test: NodeTest,
  options: CallOptions,
): Promise<Tally> {
  const operation = machines.operations["machines.list"];
  const answer = await askList(client, operation, filters, hintsOf(test), options);
  const refined = refinedAnswer(answer, test, {});
  const elements = await openElements(refined.bytes({ isFollowed: true }), undefined);
  if (!elements.list) throw new Failure("other", "the service's answer contains no machines");
  const read = createMemberReader(tallyMembers);
  const tally = emptyTally();
  for await (const element of elements.each) count(tally, read(element));
  return tally;
}

async function readIsImporting(client: Client, options: CallOptions): Promise<boolean> {
  const answer = await client.call(images.operations["boot-resources.is_importing"], {}, options);
  // The truth value arrives as text in any case, or as a JSON scalar.
  return (
    String(await answer.value())
      .trim()
      .toLowerCase() === "true"
  );
}
