import type { Client } from "../../client/http/call.ts";
import { items, listedNames, nameAtService } from "../../client/values/config-names.ts";
import { Failure } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import type { LoadedKind } from "../kinds.ts";
import type { Observed } from "../observed.ts";
import { furtherFields, withFurtherFields } from "../read-further.ts";
import { readMember } from "../read-map.ts";
import { childrenOf, listObjects, type Reader } from "../read-objects.ts";

/** An object with those that it holds, by the member of an item that holds their items. */
export interface Collected {
  readonly object: Observed;
  readonly held: readonly (readonly [member: string, objects: readonly Collected[]])[];
}

/** What objects are collected with. */
export interface Collecting {
  readonly reader: Reader;
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  /** Says what is left out, and why. */
  note(text: string): void;
}

/** Every object of a kind with all of its state, in a request for the list and one for each field that lists lack. */
export async function collectKind(kind: LoadedKind, collecting: Collecting): Promise<readonly Collected[]> {
  if (kind.kind.map !== undefined) return await collectMembers(kind, collecting);
  return await withHeld(await listObjects(collecting.reader, kind), kind, collecting);
}

async function withHeld(
  objects: readonly Observed[],
  kind: LoadedKind,
  collecting: Collecting,
): Promise<readonly Collected[]> {
  const { reader, kinds, note } = collecting;
  const holds = Object.entries(kind.kind.children ?? {});
  const all = furtherFields(kind);
  const whole = await withFurtherFields(
    reader,
    kind,
    objects,
    () => all,
    (field, failure) => {
      if (failure.kind !== "forbidden") return false;
      note(`${field} of ${kind.name} is left out: you may not read it`);
      return true;
    },
  );
  const collected = await inParallel(whole, reader.parallel, async (object): Promise<Collected> => {
    const held: [string, readonly Collected[]][] = [];
    for (const [member, name] of holds) {
      const child = kinds.get(name);
      if (child === undefined) continue;
      const children = await childrenOf(reader, child, object);
      held.push([member, await withHeld(children, child, collecting)]);
    }
    return { object, held };
  });
  return collected.flatMap((each) => each ?? []);
}

/** The members of a kind that is one mapping: those that the service lists, or else the documented ones. */
async function collectMembers(kind: LoadedKind, { reader }: Collecting): Promise<readonly Collected[]> {
  const names = await memberNames(kind, reader.client);
  const members = await inParallel(names, reader.parallel, async (name) => {
    try {
      return await readMember(reader, kind, name);
    } catch (error) {
      if (error instanceof Failure && (error.kind === "invalid" || error.kind === "notFound"))
        return undefined;
      throw error;
    }
  });
  return members.flatMap((object) => (object === undefined ? [] : [{ object, held: [] }]));
}

/** No service has an item of this name: its refusal lists those that it has. */
const noItem = "-";

async function memberNames({ kind, operations }: LoadedKind, client: Client): Promise<readonly string[]> {
  const documented = items.map(({ name }) => nameAtService(name, client.endpoint.baseUrl));
  const { read } = operations;
  if (kind.map === undefined || read === undefined) return documented;
  try {
    await (await client.call(read.operation, { [kind.map.name]: noItem })).value();
    return documented;
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== "invalid" && error.kind !== "notFound")) throw error;
    const listed = listedNames(error);
    return listed.length === 0 ? documented : listed;
  }
}
