import type { DescribedCatalogue } from "../../catalogue/group.ts";
import { loadAllOperations } from "../../catalogue/index.ts";
import { writeCatalogue } from "../../client/description/cache.ts";
import { describedCatalogue, existingCommands } from "../../client/description/catalogue.ts";
import type { Client } from "../../client/http/call.ts";
import { readDescription } from "../../client/service/facts.ts";
import type { Context } from "../../context.ts";
import { withDeadline } from "../../core/clock.ts";
import { Failure, systemErrorText } from "../../core/failure.ts";
import { openClient } from "../invocation/connection.ts";
import type { Command, Invocation } from "../invocation/invocation.ts";
import { topicNames } from "../reference/topics.ts";
import { makeMessages } from "../terminal/report.ts";
import { locationOf, readCachedCatalogue, type ServiceLocation } from "./service-catalogue.ts";

/** Milliseconds until the answer begins, and between its parts. */
const timeoutMs = 15_000;

/** Milliseconds for the whole answer. */
const maxDurationMs = 30_000;

export async function fetchDescription(
  location: ServiceLocation,
  context: Context,
  builtins: readonly Command[],
  signal?: AbortSignal,
): Promise<DescribedCatalogue> {
  const { connection, globals, folder } = location;
  const messages = makeMessages(context, globals);
  const messagesWithoutWarnings = { ...messages, warn: () => undefined };
  const client = await openClient(connection, context, globals, messagesWithoutWarnings);
  let catalogue: DescribedCatalogue;
  try {
    messages.detail(`reading the description of ${connection.endpoint.baseUrl} (GET /describe/)`);
    const value = await withDeadline(
      context.clock,
      maxDurationMs,
      signal,
      (deadlineSignal) =>
        readDescription(client, {
          maxTimeoutMs: timeoutMs,
          signal: deadlineSignal,
          retries: 0,
        }),
      new Failure("unreachable", "reading the service's description took longer than 30 seconds"),
    );
    const commands = builtins.map(({ command }) => command);
    const existing = existingCommands(await loadAllOperations(), commands, topicNames);
    catalogue = describedCatalogue(value, existing);
  } finally {
    await client.close();
  }
  if (folder === undefined) return catalogue;
  try {
    const about = { address: connection.endpoint.baseUrl, fetchedAtMs: context.clock.now() };
    await writeCatalogue(folder, { ...catalogue, ...about }, context.random);
  } catch (error) {
    messages.detail(
      `the service's description is not cached: ${folder} cannot be written (${systemErrorText(error)})`,
    );
  }
  return catalogue;
}

export async function readServiceCatalogue(
  invocation: Invocation,
  refreshes: boolean,
): Promise<DescribedCatalogue> {
  const { context, globals, builtins, signal } = invocation;
  const location = locationOf(connectionOf(await invocation.connect("keyless")), globals, context);
  const cached = refreshes ? undefined : readCachedCatalogue(location, context);
  return cached?.isStale === false ? cached : await fetchDescription(location, context, builtins, signal);
}

const connectionOf = ({ endpoint, trust }: Client) => ({
  endpoint,
  profile: undefined,
  caCert: trust?.caCertPath,
  insecure: trust?.insecure === true,
});
