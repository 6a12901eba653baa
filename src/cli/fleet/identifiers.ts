import type { IdentifierKind, Operation } from "../../api/operation.ts";
import { Failure } from "../../failure.ts";
import type { Client, Value, Values } from "../../http/client.ts";
import { isSystemId, resolveNodes } from "./resolve.ts";

type Name = readonly [field: string, kind: IdentifierKind];

/** The identifiers and fields of an operation that name nodes. */
const namingNodes = (operation: Operation): readonly Name[] =>
  [...(operation.parameters ?? []), ...(operation.fields ?? [])].flatMap(({ name, kind }): readonly Name[] =>
    kind === undefined ? [] : [[name, kind]],
  );

/**
 * Calls `act` with the system ids of the nodes that `values` name. What looks like a system id is taken as one, which costs no
 * request, unless the service knows no such node. Throws a notFound failure for a name that matches nothing.
 */
export async function withSystemIds(
  operation: Operation,
  values: Values,
  client: Client,
  act: (values: Values) => Promise<void>,
): Promise<void> {
  const names = namingNodes(operation);
  const resolved = await resolveAll(names, values, client, isSystemId);
  try {
    await act(resolved);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "notFound" || names.length === 0) throw error;
    const hosts = await resolveAll(names, resolved, client, () => false).catch(() => resolved);
    if (names.every(([field]) => String(hosts[field]) === String(resolved[field]))) throw error;
    await act(hosts);
  }
}

async function resolveAll(
  names: readonly Name[],
  values: Values,
  client: Client,
  isKnown: (name: string) => boolean,
): Promise<Values> {
  const changed: Record<string, Value> = {};
  for (const [field, kind] of names) {
    const value = values[field];
    const given = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
    const unknown = given.filter((name) => name !== "" && !isKnown(name));
    if (unknown.length === 0) continue;
    const found = (await resolveNodes(client, kind, unknown)).map(({ systemId }) => systemId);
    const [first] = found;
    if (Array.isArray(value)) changed[field] = [...given.filter((name) => !unknown.includes(name)), ...found];
    else if (first !== undefined) changed[field] = first;
  }
  return { ...values, ...changed };
}
