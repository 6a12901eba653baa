import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { CallOptions, Client } from "../http/call.ts";
import { buildRawRequest } from "../http/request.ts";

/**
 * The user whose key is used; undefined where the service does not say. A service need not have the operation; one
 * that fails may have it, and whose the key is must not be guessed: its `Failure` is thrown.
 */
export async function readOwnUser(
  client: Client,
  options?: CallOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const request = buildRawRequest({ method: "GET", path: "users/?op=whoami" }, client.endpoint);
  try {
    const user = await (await client.send(request, options)).value();
    return isRecord(user) ? user : undefined;
  } catch (error) {
    const { kind } = error instanceof Failure ? error : { kind: undefined };
    if (kind === "notFound" || kind === "invalid" || kind === "forbidden") return undefined;
    throw error;
  }
}
