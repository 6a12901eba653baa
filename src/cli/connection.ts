import { readFile } from "node:fs/promises";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { normaliseBaseUrl, warnsOnPlainHttp } from "../http/address.ts";
import type { Client } from "../http/call.ts";
import { createClient } from "../http/client.ts";
import { findConnection } from "../profiles/connection.ts";
import { type Connection, requireKey } from "../profiles/precedence.ts";
import type { Access, Globals, Messages, Run } from "./action.ts";

/**
 * The connection in force, by the line, the environment and the profiles. A `Failure` (notAuthenticated)
 * where signed requests are to be sent and there is no key.
 */
export async function connectionInForce(
  context: Context,
  globals: Globals,
  messages: Messages,
  access: Access,
): Promise<Connection> {
  const { connection, warnings } = await findConnection(
    { ...globals, baseUrl: globals.url === undefined ? undefined : normaliseBaseUrl(globals.url) },
    context,
  );
  for (const warning of warnings) messages.warn(warning);
  if (access === "signed") requireKey(connection);
  if (warnsOnPlainHttp(connection.endpoint)) {
    messages.warn(`${connection.endpoint.baseUrl} is not encrypted: the API key travels readable`);
  }
  return connection;
}

/** A client for a connection. Its certificate authority is read here: a usage failure where it cannot be. */
export async function openClient(
  connection: Connection,
  context: Context,
  globals: Globals,
  messages: Messages,
  run?: Run,
): Promise<Client> {
  const { caCert } = connection;
  context.conceal?.(connection.endpoint.credentials?.tokenSecret ?? "");
  return createClient({
    endpoint: connection.endpoint,
    clock: context.clock,
    random: context.random,
    env: context.env,
    timeoutMs: connection.timeoutMs,
    retries: connection.retries,
    insecure: connection.insecure,
    note: messages.note,
    ...run,
    ...(caCert === undefined ? {} : { caCert: await readCertificate(caCert) }),
    ...(globals.debug ? { trace: (line) => void context.stderr.write(`${line}\n`) } : {}),
  });
}

async function readCertificate(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new Failure("usage", `cannot read the certificate authority '${path}'`, { cause: error });
  });
  if (!text.includes("-----BEGIN")) {
    throw new Failure("usage", `'${path}' holds no PEM certificate`, { hint: "--ca-cert takes a PEM file" });
  }
  return text;
}
