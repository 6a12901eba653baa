import { Failure } from "../core/failure.ts";
import { isSecretName } from "../core/secrets/names.ts";
import { textsOf } from "./directory.ts";
import type { Item } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";
import { memberNamed } from "./members.ts";
import { nameOf } from "./object-names.ts";
import type { Observed, ReadValue } from "./observed.ts";
import { callOptions, type Reader } from "./read-objects.ts";

/** True for a member whose value is never shown. */
export const isSecretMember = (kind: LoadedKind, name: string): boolean =>
  memberNamed(kind, name)?.secret === true || isSecretName(name);

/**
 * The member of the service's one object that an item is about. Throws a notFound failure for one that the service
 * does not have.
 */
export async function readItem(reader: Reader, kind: LoadedKind, item: Item): Promise<Observed | undefined> {
  const [name] = textsOf(kind, item, kind.kind.map?.name ?? "");
  if (name === undefined) return undefined;
  try {
    return await readMember(reader, kind, name);
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== "invalid" && error.kind !== "notFound")) throw error;
    const { file, line, column } = item.place;
    throw new Failure(
      "notFound",
      `${file}:${line}:${column}: the service does not have ${kind.name} '${name}'`,
      {
        hint: `svc ${kind.name} list shows those that it has`,
      },
    );
  }
}

/** One member of the one object, by its name. */
export async function readMember(
  { client, signal }: Reader,
  kind: LoadedKind,
  name: string,
): Promise<Observed | undefined> {
  const { map } = kind.kind;
  const { read } = kind.operations;
  if (read === undefined || map === undefined) return undefined;
  const operation = isSecretMember(kind, name)
    ? { ...read.operation, sensitive: true as const }
    : read.operation;
  const answer = await client.call(operation, { [map.name]: name }, callOptions(signal));
  const value = memberValue(await answer.value());
  const named = nameOf(kind, () => name);
  return named === undefined
    ? undefined
    : {
        ...named,
        kind,
        ownName: named.name,
        identifiers: { [map.name]: name },
        id: name,
        spellings: [],
        values: new Map<string, readonly ReadValue[]>([
          [map.name, [name]],
          [map.value, [value]],
        ]),
        isOwn: true,
        held: {},
      };
}

function memberValue(value: unknown): ReadValue {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "object" ? JSON.stringify(value) : (value as ReadValue);
}
