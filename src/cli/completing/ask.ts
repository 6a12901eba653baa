import { listedKind, type NameKind, namedKinds } from "../../catalogue/named.ts";
import type { Client } from "../../client/http/call.ts";
import { createLedger } from "../../client/http/ledger.ts";
import { buildRawRequest } from "../../client/http/request.ts";
import { openElements } from "../../client/json/elements.ts";
import type { Context } from "../../context.ts";
import { openClient } from "../invocation/connection.ts";
import { collectNames } from "../names-cache/collect.ts";
import type { Name } from "../names-cache/name.ts";
import { keepNames, noteAsked } from "../names-cache/store.ts";
import type { FoundService } from "./service.ts";

const reserveMs = 25;

/** Standard error is the line being typed. */
const silent = { note: () => undefined, warn: () => undefined, detail: () => undefined };

/**
 * Lists each kind at the same time until `endMs` (monotonic clock), stores what has arrived and returns it.
 * Never rejects for errors of the service.
 */
export async function askForNames(
  service: FoundService,
  folder: string,
  kinds: readonly NameKind[],
  context: Context,
  endMs: number,
): Promise<ReadonlyMap<NameKind, readonly Name[]>> {
  const { clock, random } = context;
  const collecting = [...new Set(kinds.map(listedKind))].map((kind) => ({
    kind,
    collector: collectNames(kind),
    state: { isWhole: false },
  }));
  await askUntil(service, context, endMs, async (client) => {
    // Keeps the next completions from asking again.
    for (const kind of kinds) noteAsked(folder, kind, clock.now());
    const works = collecting.map(async ({ kind, collector, state }) => {
      state.isWhole = await collect(client, namedKinds[kind].path, collector.add);
    });
    await Promise.allSettled(works);
  });
  const arrived = new Map<NameKind, readonly Name[]>();
  for (const { collector, state } of collecting)
    for (const [kind, names] of collector.names()) {
      keepNames(folder, kind, { names, isWhole: state.isWhole, nowMs: clock.now() }, random);
      if (kinds.includes(kind)) arrived.set(kind, names);
    }
  return arrived;
}

/** What `work` brings until `endMs`; undefined if it fails or takes longer. */
export async function askUntil<Result>(
  { connection, globals }: FoundService,
  context: Context,
  endMs: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result | undefined> {
  const { clock } = context;
  const remainingMs = endMs - reserveMs - clock.monotonic();
  if (remainingMs <= 0) return undefined;
  const deadline = new AbortController();
  const late = clock.sleep(remainingMs, deadline.signal).catch(() => undefined);
  const settings = { ...globals, retries: 0, quiet: true, debug: false };
  const client = await openClient(connection, context, settings, silent, {
    ledger: createLedger(),
    signal: deadline.signal,
  });
  try {
    return (await Promise.race([late, work(client).catch(() => undefined)])) ?? undefined;
  } finally {
    deadline.abort();
  }
}

/** Passes the rows of a list on as they arrive; false if the answer is not a list. */
async function collect(
  client: Client,
  path: string,
  add: ReturnType<typeof collectNames>["add"],
): Promise<boolean> {
  const answer = await client.send(buildRawRequest({ method: "GET", path: path.slice(1) }, client.endpoint), {
    retries: 0,
  });
  const elements = await openElements(answer.bytes({ isFollowed: true }), undefined);
  if (!elements.list) return false;
  for await (const element of elements.each) add(element);
  return true;
}
