import { tokenGroup } from "../../catalogue/groups/keys.ts";
import { versionGroup } from "../../catalogue/groups/service.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { Failure, withFallback } from "../../core/failure.ts";
import { readBytes } from "../../core/files.ts";
import { isRecord } from "../../core/json-record.ts";
import { requestLabel } from "../http/address.ts";
import { webPageFailure } from "../http/answer-body.ts";
import type { Answer, CallOptions, Client, Endpoint } from "../http/call.ts";
import { redirectHintStart } from "../http/errors.ts";
import { buildRawRequest } from "../http/request.ts";
import { pageText } from "../http/text.ts";
import { parseJson } from "../json/check.ts";

export const readVersion = async (client: Client): Promise<unknown> =>
  await (await client.call(versionGroup.operations["version.get"], {})).value();

/** Returns undefined if the service does not report its version, since other requests may still work. */
export const askVersion = (client: Client): Promise<string | undefined> =>
  withFallback(
    undefined,
    async () => versionIn(await readVersion(client)),
    ({ details }) => details.status !== undefined,
  );

export function versionIn(value: unknown): string | undefined {
  if (typeof value === "string" && value.trim() !== "") return value.trim().slice(0, 40);
  if (typeof value === "number") return String(value);
  if (isRecord(value)) return versionIn(value["version"]);
  return undefined;
}

export async function readVersionDetails(
  client: Client,
  operation: Operation = versionGroup.operations["version.get"],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const path = operation.path.slice("/api".length);
  const details = await withFallback(undefined, async () =>
    (await client.call({ ...operation, path }, {}, { retries: 0 })).value(),
  );
  return isRecord(details) ? details : undefined;
}

const maxBytes = 16 * 1024 * 1024;

/** Reads the service's description as JSON; undefined if it has none. Throws a `Failure` for any other answer. */
export async function readDescription(client: Client, options?: CallOptions): Promise<unknown> {
  const request = buildRawRequest({ method: "GET", path: "describe/" }, client.endpoint);
  const read = async () => {
    const answer = await client.send(request, options);
    const body = await readBytes(answer.bytes(), maxBytes);
    if (body.length > maxBytes) throw new Failure("other", "the service's description is larger than 16 MiB");
    const parsed = parseJson(body.toString("utf8"));
    if (parsed === undefined) throw notJson(body, answer, requestLabel(request));
    return parsed.value ?? null;
  };
  return await withFallback(undefined, read, ({ details: { status } }) => status === 404 || status === 410);
}

function notJson(body: Buffer, { status, contentType }: Answer, request: string): Failure {
  const page = pageText(body, contentType);
  return page === undefined
    ? new Failure("other", "the service's description is not JSON")
    : webPageFailure(page, { contentType, status, request, isChange: false });
}

export async function readCurrentUser(
  client: Client,
  options?: CallOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const request = buildRawRequest({ method: "GET", path: "users/?op=whoami" }, client.endpoint);
  const user = await withFallback(
    undefined,
    async () => (await client.send(request, options)).value(),
    ({ kind }) => kind === "notFound" || kind === "invalid" || kind === "forbidden",
  );
  return isRecord(user) ? user : undefined;
}

type Addressing = Endpoint["addressing"];

export const addressingOrder = (first: Addressing): readonly Addressing[] =>
  first === "path" ? ["path", "query"] : ["query", "path"];

/** Every user can list their own keys, so this shows whether a key works. */
async function readKeys(client: Client): Promise<readonly unknown[]> {
  const answer = await client.call(tokenGroup.operations["account.list_authorisation_tokens"], {});
  const keys = await answer.value();
  if (!Array.isArray(keys)) throw new Failure("other", "the service's answer is not a list of API keys");
  return keys;
}

/** Returns the first form in which the service lists the user's keys. Throws failures that are not about the form. */
export async function findAddressing(
  forms: readonly Addressing[],
  open: (addressing: Addressing) => Promise<Client>,
): Promise<Addressing> {
  let refusal: Failure | undefined;
  for (const addressing of forms) {
    try {
      await readKeys(await open(addressing));
      return addressing;
    } catch (error) {
      if (!(error instanceof Failure) || !mayBeWrongAddressing(error)) throw error;
      refusal ??= error;
    }
  }
  throw refusal ?? new Failure("usage", "no addressing form was given");
}

/** True if the address may be unknown; other failures are about the key, the network or the service's health. */
export const mayBeWrongAddressing = ({ kind, details }: Failure): boolean =>
  kind === "notFound" || kind === "other" || (kind === "invalid" && details.status !== 401);

export function noService({ baseUrl }: Pick<Endpoint, "baseUrl">, refusal: Failure): Failure {
  const { hint } = refusal.details;
  const target = hint?.startsWith(redirectHintStart) === true ? `${hint.split("; ")[0]}; ` : "";
  return new Failure(refusal.kind, `no service with this API answers at ${baseUrl}: ${refusal.message}`, {
    ...refusal.details,
    hint: `${target}check the address: the service's name segment is part of it, as in http://host:5240/SVC`,
  });
}
