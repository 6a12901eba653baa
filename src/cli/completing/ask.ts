import { type KindId, kindOfList, namedKinds } from "../../catalogue/named.ts";
import type { Client } from "../../client/http/call.ts";
import { createLedger } from "../../client/http/ledger.ts";
import { buildRawRequest } from "../../client/http/request.ts";
import { elementsOf } from "../../client/json/elements.ts";
import type { Context } from "../../context.ts";
import { openClient } from "../invocation/connection.ts";
import { collectNames } from "../names-cache/collect.ts";
import type { Name } from "../names-cache/name.ts";
import { recordRequest, storeNames } from "../names-cache/store.ts";
import type { SelectedService } from "./service.ts";

const storingMs = 25;

/** Messages would appear in the line being typed. */
const noMessages = { note: () => undefined, warn: () => undefined, detail: () => undefined };

/** Never rejects for errors of the service. */
export async function askForNames(
  service: SelectedService,
  folder: string,
  kinds: readonly KindId[],
  context: Context,
  endMs: number,
): Promise<ReadonlyMap<KindId, readonly Name[]>> {
  const { clock, random } = context;
  const collections = [...new Set(kinds.map(kindOfList))].map((kind) => ({
    kind,
    collector: collectNames(kind),
    state: { isComplete: false },
  }));
  await askUntil(service, context, endMs, async (client) => {
    // Prevents the next completions from sending the same requests.
    for (const kind of kinds) recordRequest(folder, kind, clock.now());
    const requests = collections.map(async ({ kind, collector, state }) => {
      const request = buildRawRequest(
        { method: "GET", path: namedKinds[kind].path.slice(1) },
        client.endpoint,
      );
      for await (const element of elementsOf(await client.send(request, { retries: 0 })))
        collector.add(element);
      state.isComplete = true;
    });
    await Promise.allSettled(requests);
  });
  const received = new Map<KindId, readonly Name[]>();
  for (const { collector, state } of collections)
    for (const [kind, names] of collector.names()) {
      storeNames(folder, kind, { names, isComplete: state.isComplete, nowMs: clock.now() }, random);
      if (kinds.includes(kind)) received.set(kind, names);
    }
  return received;
}

/** Returns the result of `work`; undefined if it fails or has not ended at `endMs`. */
export async function askUntil<Result>(
  { connection, globals }: SelectedService,
  context: Context,
  endMs: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result | undefined> {
  const { clock } = context;
  const remainingMs = endMs - storingMs - clock.monotonic();
  if (remainingMs <= 0) return undefined;
  const deadline = new AbortController();
  const timeUp = clock.sleep(remainingMs, deadline.signal).catch(() => undefined);
  const settings = { ...globals, retries: 0, quiet: true, debug: false };
  const client = await openClient(connection, context, settings, noMessages, {
    ledger: createLedger(),
    signal: deadline.signal,
  });
  try {
    return (await Promise.race([timeUp, work(client).catch(() => undefined)])) ?? undefined;
  } finally {
    deadline.abort();
  }
}
