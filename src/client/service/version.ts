import { group } from "../../catalogue/groups/version.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { Failure, isSignal } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { CallOptions, Client } from "../http/call.ts";

/** The answer to the question for the version, which needs no key: text, a JSON scalar, or an object. */
export async function readVersion(client: Client, options?: CallOptions): Promise<unknown> {
  const answer = await client.call(group.operations["version.get"], {}, options);
  return await answer.value();
}

/** The version of the API; undefined where the service does not answer it: it may still serve the rest. */
export async function askVersion(client: Client): Promise<string | undefined> {
  try {
    return versionIn(await readVersion(client));
  } catch (error) {
    if (error instanceof Failure && error.details.status !== undefined) return undefined;
    throw error;
  }
}

/** Services answer plain text, a JSON scalar, or an object. */
export function versionIn(value: unknown): string | undefined {
  if (typeof value === "string" && value.trim() !== "") return value.trim().slice(0, 40);
  if (typeof value === "number") return String(value);
  if (isRecord(value)) return versionIn(value["version"]);
  return undefined;
}

/**
 * The service's own version and capabilities, which it has at a second address; undefined where it does not answer
 * them there.
 */
export async function readVersionDetails(
  client: Client,
  operation: Operation = group.operations["version.get"],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const path = operation.path.slice("/api".length);
  try {
    const details = await (await client.call({ ...operation, path }, {}, { retries: 0 })).value();
    return isRecord(details) ? details : undefined;
  } catch (error) {
    if (!(error instanceof Failure) || isSignal(error)) throw error;
    return undefined;
  }
}
