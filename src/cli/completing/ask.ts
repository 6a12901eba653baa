import { type KindId, kindOfList, namedKinds } from "../../catalogue/named.ts";
import type { LookupList } from "../../catalogue/number-lists.ts";
import { listOperation, namesOfRow, readNumberList, rowsOf } from "../../client/execute/listed-fields.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { createLedger } from "../../client/http/ledger.ts";
import { buildRawRequest } from "../../client/http/request.ts";
import { elementsOf } from "../../client/json/elements.ts";
import { resolveValues } from "../../client/names/resolve.ts";
import type { Context } from "../../context.ts";
import { withDeadline } from "../../core/clock.ts";
import { countOccurrences } from "../../core/grouping.ts";
import { openClient } from "../invocation/connection.ts";
import { collectNames } from "../names-cache/collect.ts";
import { descriptionOf, type Name, recordRequest, storeNames, wordOf } from "../names-cache/names.ts";
import type { Offer } from "./shell-protocol.ts";
import type { SelectedService } from "./typed-line.ts";

/** Milliseconds before the deadline that are reserved for storing names. */
const storeTimeMs = 25;

/** Messages would appear in the line being typed. */
const noMessages = { note: () => undefined, warn: () => undefined, detail: () => undefined };

interface CompletionService extends SelectedService {
  readonly context: Context;
  /** Deadline by the monotonic clock, in milliseconds. */
  readonly endMs: number;
}

/** Never rejects for errors of the service. */
export async function askForNames(service: CompletionService, folder: string, kinds: readonly KindId[]) {
  const { clock, random } = service.context;
  const collections = [...new Set(kinds.map(kindOfList))].map((kind) => ({
    kind,
    collector: collectNames(kind),
    isComplete: false,
  }));
  await requestUntil(service, async (client) => {
    // Prevents the next completions from sending the same requests.
    for (const kind of kinds) recordRequest(folder, kind, clock.now());
    const requests = collections.map(async (collection) => {
      const { kind, collector } = collection;
      const request = buildRawRequest(
        { method: "GET", path: namedKinds[kind].path.slice(1) },
        client.endpoint,
      );
      for await (const element of elementsOf(await client.send(request, { retries: 0 })))
        collector.add(element);
      collection.isComplete = true;
    });
    await Promise.allSettled(requests);
  });
  const namesByKind = new Map<KindId, readonly Name[]>();
  for (const { collector, isComplete } of collections)
    for (const [kind, names] of collector.names()) {
      storeNames(folder, kind, { names, isComplete, nowMs: clock.now() }, random);
      if (kinds.includes(kind)) namesByKind.set(kind, names);
    }
  return namesByKind;
}

/** Returns the result of `work`; undefined if it fails or has not ended at `endMs`. */
async function requestUntil<Result>(
  { connection, globals, context, endMs }: CompletionService,
  work: (client: Client) => Promise<Result>,
): Promise<Result | undefined> {
  const { clock } = context;
  const remainingMs = endMs - storeTimeMs - clock.monotonic();
  if (remainingMs <= 0) return undefined;
  const settings = { ...globals, retries: 0, quiet: true, debug: false };
  return await withDeadline(clock, remainingMs, undefined, async (signal) => {
    const run = { ledger: createLedger(), signal };
    return await work(await openClient(connection, context, settings, noMessages, run));
  }).catch(() => undefined);
}

/** Members that can describe a row. Completion shows the first whose text differs from the offered word. */
const descriptionMembers = "product_name type_name title message rrdata type model level used_for name".split(
  " ",
);

/** Offers each row by the first name that no other row has, or else by its id. */
export async function askForRows(
  service: CompletionService,
  list: LookupList,
  identifiers: Values,
): Promise<readonly Offer[]> {
  const rows = await requestUntil(service, async (client) => {
    const { values } = await resolveValues(listOperation(list), identifiers, client, "trust");
    return rowsOf((await readNumberList(list, values, client, { retries: 0 })) ?? [], list);
  });
  const rowsWithNames = (rows ?? []).map((row) => ({ row, names: new Set(namesOfRow(row, list)) }));
  const counts = countOccurrences(rowsWithNames.flatMap(({ names }) => [...names]));
  return rowsWithNames.flatMap(({ row, names }) => {
    const word = wordOf([...names].find((name) => counts.get(name) === 1) ?? row["id"]);
    const description = descriptionMembers
      .map((member) => descriptionOf(row[member]))
      .find((text) => text !== "" && text !== word);
    return word === "" ? [] : [{ word, description: description ?? "" }];
  });
}
