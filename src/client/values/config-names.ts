import { configItems } from "../../catalogue/config-items.ts";
import type { ConfigItem, Operation } from "../../catalogue/operation.ts";
import { Failure, resultOrFailure } from "../../core/failure.ts";
import { isSecretName } from "../../core/secrets/names.ts";
import { configSegment } from "../http/address.ts";
import type { CallOptions, Client } from "../http/call.ts";
import { itemNamed, itemPrefix } from "./check.ts";

export const findItem = (name: string): ConfigItem | undefined => itemNamed(configItems, name);

/** Some names begin with the service's own: `svc_name` is `lab_name` at `/LAB`. */
export const nameAtService = (name: string, baseUrl: string): string =>
  name.startsWith(itemPrefix) ? `${configSegment(baseUrl)}_${name.slice(itemPrefix.length)}` : name;

/** Translates between the documented name of an item and its name at this service; undefined if they are equal. */
export function alternativeItemName(name: string, baseUrl: string): string | undefined {
  const atService = nameAtService(name, baseUrl);
  if (atService !== name) return atService;
  const prefix = `${configSegment(baseUrl)}_`;
  const item = name.startsWith(prefix) ? `${itemPrefix}${name.slice(prefix.length)}` : undefined;
  return item !== name && configItems.some((each) => each.name === item) ? item : undefined;
}

export const isSecretItem = (name: string): boolean => findItem(name)?.secret === true || isSecretName(name);

/** Reads an item that no service has, because the refusal lists the names of all items. */
export async function readItemNames(
  client: Client,
  read: Operation,
  options?: CallOptions,
): Promise<readonly string[]> {
  const refusal = await resultOrFailure(async () =>
    (await client.call(read, { name: "-" }, options)).value(),
  );
  const expectedKinds: readonly unknown[] = ["invalid", "notFound", "forbidden"];
  if (refusal instanceof Failure && !expectedKinds.includes(refusal.kind) && refusal.details.status !== 410)
    throw refusal;
  const names = namesInRefusal(refusal);
  if (names.length > 0) return names;
  return configItems.map(({ name }) => nameAtService(name, client.endpoint.baseUrl));
}

const listStart = "valid settings are:";

export function namesInRefusal(error: unknown): readonly string[] {
  if (!(error instanceof Failure) || error.kind !== "invalid") return [];
  const { body } = error.details;
  const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
  const start = text.indexOf(listStart);
  if (start === -1) return [];
  const names = text
    .slice(start + listStart.length)
    .split(/[)"]/, 1)
    .join("")
    .split(",")
    .map((name) => name.trim());
  return [...new Set(names.filter((name) => /^\w{1,200}$/.test(name)))];
}
