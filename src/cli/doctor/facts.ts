import { hashIn } from "../../client/description/seen-hash.ts";
import type { Client, Endpoint } from "../../client/http/call.ts";
import { createClient } from "../../client/http/client.ts";
import type { Destination } from "../../client/http/network-errors.ts";
import type { ProxyChoice } from "../../client/http/proxy-choice.ts";
import type { EffectiveConnection } from "../../client/profiles/precedence.ts";
import { Failure } from "../../core/failure.ts";
import { type FoundConnection, findConnection } from "./find-connection.ts";
import type { Address } from "./probes/names.ts";
import type { Subject } from "./subject.ts";

/** What is connected to: the service, or the proxy before it. */
export interface Peer {
  readonly host: string;
  readonly port: number;
}

/** What is known so far. Checks note here what later ones need. */
export interface Facts extends FoundConnection {
  readonly subject: Subject;
  proxy?: ProxyChoice | undefined;
  /** The variable that names the proxy. */
  proxyVariable?: string;
  /** Where the last redirect pointed to. */
  location?: string;
  addresses?: readonly Address[];
  /** PEM text of the certificate authority that is to be trusted. */
  caCert?: string;
  /** The answer of the service to the question for its version. */
  version?: string | undefined;
  /** Why it does not answer that. */
  versionFailure?: Failure;
  /** The form of addressing in which the service listed the user's keys, or why it did not. */
  keys?: Promise<Endpoint["addressing"] | Failure>;
  /** The hash of its description, as answers name it. */
  hash?: string;
  /** Headers of answers that are about limits. */
  readonly limits: Map<string, string>;
  readonly clients: Client[];
}

export async function gatherFacts(subject: Subject): Promise<Facts> {
  return { ...(await findConnection(subject)), subject, limits: new Map(), clients: [] };
}

/** The connection. Checks that ask for it need the address. */
export function connectionOf({ connection }: Facts): EffectiveConnection {
  if (connection instanceof Failure) throw connection;
  return connection;
}

export function peerOf(facts: Facts): Peer {
  const { hostname, port, protocol } = new URL(facts.proxy?.origin ?? connectionOf(facts).endpoint.baseUrl);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}

const limitHeader = /^(?:x-)?ratelimit-|^retry-after$/;

/** A client for the service, with another endpoint in some respects. Nothing is tried again. */
export function openClient(facts: Facts, changed: Partial<Endpoint> = {}): Client {
  const { subject, caCert, limits } = facts;
  const { endpoint, insecure } = connectionOf(facts);
  const { clock, random, env, conceal } = subject.context;
  const client = createClient({
    endpoint: { ...endpoint, ...changed },
    clock,
    random,
    env,
    timeoutMs: subject.timeoutMs,
    retries: 0,
    insecure,
    conceal,
    signal: subject.signal,
    trace: subject.trace,
    ...(caCert === undefined ? {} : { caCert }),
    noteHeaders: (headers) => {
      const hash = hashIn(headers);
      if (hash !== undefined) facts.hash = hash;
      if (headers["location"] !== undefined) facts.location = headers["location"];
      for (const [name, value] of Object.entries(headers))
        if (limitHeader.test(name)) limits.set(name, value.slice(0, 40));
    },
  });
  facts.clients.push(client);
  return client;
}

export async function closeClients({ clients }: Facts): Promise<void> {
  await Promise.allSettled(clients.map((client) => client.close()));
}

/** For the explanation of errors of a connection. */
export function destinationOf(facts: Facts): Destination {
  return {
    origin: new URL(connectionOf(facts).endpoint.baseUrl).origin,
    request: "",
    changes: false,
    timeoutMs: facts.subject.timeoutMs,
    usesProxy: facts.proxy !== undefined,
    hasAnswered: false,
  };
}
