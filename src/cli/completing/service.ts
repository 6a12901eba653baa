import { statSync } from "node:fs";
import { normaliseBaseUrl } from "../../client/http/address.ts";
import { type Connection, findConnection } from "../../client/profiles/connection.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { readGlobals } from "../invocation/globals.ts";
import type { Globals } from "../invocation/invocation.ts";
import { parseGlobals } from "./typed-line.ts";

export interface SelectedService {
  readonly connection: Connection;
  readonly globals: Globals;
}

export const globalsOf = async (words: readonly string[], { env }: Context): Promise<Globals> =>
  await readGlobals(parseGlobals(words).optionValues, env);

/** Undefined if the key comes from standard input or a pipe, which only the command may read. */
export async function serviceOf(
  words: readonly string[],
  context: Context,
): Promise<SelectedService | undefined> {
  try {
    const globals = await globalsOf(words, context);
    const { apiKeyFile, apiKeyStdin } = globals;
    if (apiKeyStdin || (apiKeyFile !== undefined && !statSync(apiKeyFile).isFile())) return undefined;
    const baseUrl = globals.url === undefined ? undefined : normaliseBaseUrl(globals.url);
    const { connection } = await findConnection({ ...globals, baseUrl }, context);
    return connection.endpoint.credentials === undefined ? undefined : { connection, globals };
  } catch (error) {
    if (error instanceof Failure || (error instanceof Error && "code" in error)) return undefined;
    throw error;
  }
}
