import { onTestFinished } from "vitest";
import type { Client, ClientOptions } from "../../src/client/http/call.ts";
import { createClient } from "../../src/client/http/client.ts";
import { endpoint } from "../unit/client/http/endpoint.ts";
import { type RawServer, type Reply, rawServer } from "./raw-server.ts";

interface ClientFixture {
  readonly client: Client;
  readonly notes: string[];
  readonly traced: string[];
  readonly sleeps: number[];
}

let nonces = 0;

/** A client whose pauses take no time and whose nonces are counted up. It is closed when the test ends. */
export function clientFixture(
  baseUrl: string,
  changes: Partial<ClientOptions> & { readonly addressing?: "path" | "query" } = {},
): ClientFixture {
  const notes: string[] = [];
  const traced: string[] = [];
  const sleeps: number[] = [];
  const client = createClient({
    endpoint: endpoint({ baseUrl, addressing: changes.addressing ?? "path" }),
    clock: {
      now: () => 1_700_000_000_000,
      monotonic: () => performance.now(),
      async sleep(ms, signal) {
        sleeps.push(ms);
        signal?.throwIfAborted();
      },
    },
    random: {
      next: () => 0.5,
      hex: (length) => {
        nonces += 1;
        return nonces.toString(16).padStart(length * 2, "0");
      },
    },
    env: {},
    note: (text) => notes.push(text),
    trace: (line) => traced.push(line),
    ...changes,
  });
  onTestFinished(() => client.close());
  return { client, notes, traced, sleeps };
}

/** Starts a server that sends `replies` one after another, and a client for it. */
export async function serverAndClient(
  replies: readonly Reply[],
  changes: Parameters<typeof clientFixture>[1] = {},
): Promise<ClientFixture & { readonly server: RawServer }> {
  const server = await rawServer(...replies);
  onTestFinished(() => server.close());
  return { ...clientFixture(server.baseUrl, changes), server };
}
