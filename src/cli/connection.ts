import type { Context } from "../context.ts";
import { normaliseBaseUrl, warnsOnPlainHttp } from "../http/address.ts";
import type { Client } from "../http/client.ts";
import { createClient } from "../http/client.ts";
import { type Connection, findConnection } from "../profiles/connection.ts";
import type { Globals, Messages } from "./action.ts";

/** The client for the connection in force, and what the profile says about output. */
export async function connect(
  context: Context,
  globals: Globals,
  messages: Messages,
): Promise<{ readonly client: Client; readonly output: Connection["output"] }> {
  const { connection, warnings } = await findConnection(
    { ...globals, baseUrl: globals.url === undefined ? undefined : normaliseBaseUrl(globals.url) },
    context,
  );
  for (const warning of warnings) messages.warn(warning);
  return { client: await openClient(connection, context, globals, messages), output: connection.output };
}
