import { group as nodes } from "../../catalogue/groups/nodes.ts";
import { findByValues } from "../../client/names/found-nodes.ts";
import { Failure } from "../../core/failure.ts";
import { chunksOf } from "../../core/parallel.ts";
import { type LoadedKind, topLevel } from "../kinds.ts";
import type { Observed } from "../observed.ts";
import { listObjects, type Reader } from "../read-objects.ts";
import { type Collected, type Collecting, collectKind } from "./collect.ts";
import { type Distinct, distinctObjects } from "./distinct.ts";
import type { Exported, ExportedMap } from "./exported.ts";
import { compareTexts } from "./order.ts";
import { exportedFields, exportedMember, type Writing } from "./values.ts";
import { variableNames } from "./variables.ts";
import { documentText } from "./write.ts";

/** What is exported, and how. */
export interface ExportSettings {
  readonly reader: Reader;
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  /** The kinds to write; all of them where it is empty. */
  readonly wanted: readonly LoadedKind[];
  note(text: string): void;
}

/** Items that are written at once: memory does not grow with their number. */
const itemsAtOnce = 200;

/**
 * What the service holds as the text of documents, piece by piece: all that can be applied again, in an order that is
 * the same each time. Secrets stand as `!env NAME`; their names are answered at the end. Without `wanted`, kinds that
 * the service does not have, or does not let the caller read, are left out with a note.
 */
export async function* exportDocuments({
  reader,
  kinds,
  wanted,
  note,
}: ExportSettings): AsyncGenerator<string, readonly string[]> {
  const names = variableNames();
  const variables: string[] = [];
  const collecting: Collecting = { reader, kinds, note };
  const chosen = wanted.length > 0 ? wanted : topLevel(kinds);
  const domains = chosen.some(({ kind }) => kind.joinedFields !== undefined)
    ? await domainNames(reader, kinds)
    : [];
  let isFirst = true;
  for (const kind of [...chosen].sort((a, b) => compareTexts(a.name, b.name))) {
    const collected = await collectedOrNone(kind, collecting, wanted.length > 0);
    if (collected === undefined || collected.length === 0) continue;
    const writing: Writing = {
      variable: (...parts) => {
        const name = names(...parts);
        variables.push(name);
        return name;
      },
      hostnames: await hostnamesOf(reader, collected),
      domains,
      note,
    };
    for (const piece of piecesOf(kind, collected, writing)) {
      yield isFirst || !piece.startsWith(kind.name) ? piece : `\n${piece}`;
      isFirst = false;
    }
  }
  return [...new Set(variables)];
}

/** The objects of a kind; undefined where it was not asked for by name and cannot be had. */
async function collectedOrNone(
  kind: LoadedKind,
  collecting: Collecting,
  isNamed: boolean,
): Promise<readonly Collected[] | undefined> {
  if (kind.operations.list === undefined && kind.kind.map === undefined) return undefined;
  try {
    return await collectKind(kind, collecting);
  } catch (error) {
    if (isNamed || !(error instanceof Failure)) throw error;
    if (error.kind === "forbidden") collecting.note(`${kind.name} are left out: you may not read them`);
    else if (error.kind === "notFound") collecting.note(`${kind.name} are left out: the service has none`);
    else throw error;
    return undefined;
  }
}

/** The text of a kind in pieces, the first of which begins with its name. */
function* piecesOf(kind: LoadedKind, collected: readonly Collected[], writing: Writing): Generator<string> {
  const sorted = [...collected].sort(byName).filter((each) => !isBare(each));
  if (kind.kind.map !== undefined) {
    const members = sorted.flatMap(({ object }): [string, Exported][] => {
      const value = exportedMember(object, writing);
      return value === undefined ? [] : [[object.name, value]];
    });
    if (members.length > 0) yield documentText(new Map([[kind.name, new Map(members)]]));
    return;
  }
  const items = distinctObjects(sorted, writing.note);
  for (const [index, piece] of chunksOf(items, itemsAtOnce).entries()) {
    const text = documentText(new Map([[kind.name, piece.map((each) => itemOf(each, writing))]]));
    yield index === 0 ? text : text.slice(text.indexOf("\n") + 1);
  }
}

/** True for an object of the service's own of which there is nothing to say but its name. */
const isBare = ({ object, held }: Collected): boolean =>
  object.isOwn &&
  held.every(([, objects]) => objects.length === 0) &&
  [...object.values].every(
    ([name, [read]]) =>
      object.kind.kind.key.includes(name) || read === null || read === "" || read === undefined,
  );

function itemOf({ object, held, without }: Distinct, writing: Writing): ExportedMap {
  const lists = held
    .filter(([, objects]) => objects.length > 0)
    .map(([member, objects]): [string, Exported] => [
      member,
      distinctObjects([...objects].sort(byName), writing.note).map((each) => itemOf(each, writing)),
    ]);
  const fields = [...exportedFields(object, writing)].filter(([name]) => !without.includes(name));
  return new Map([...fields, ...lists]);
}

const byName = ({ object: a }: Collected, { object: b }: Collected): number =>
  compareTexts(a.name, b.name) || compareTexts(a.id, b.id);

async function domainNames(
  reader: Reader,
  kinds: ReadonlyMap<string, LoadedKind>,
): Promise<readonly string[]> {
  const kind = kinds.get("domains");
  return kind === undefined ? [] : (await listObjects(reader, kind)).map(({ name }) => name);
}

/** The host names of the nodes that fields name by their system ids. */
async function hostnamesOf(
  { client }: Reader,
  collected: readonly Collected[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set<string>();
  const visit = ({ object, held }: Collected) => {
    for (const id of nodeIds(object)) ids.add(id);
    for (const [, objects] of held) objects.forEach(visit);
  };
  collected.forEach(visit);
  if (ids.size === 0) return new Map();
  const found = await findByValues(client, nodes.operations["nodes.list"], "id", [...ids]);
  const hosts = found.map(({ view }): [string, string] => [view.systemId, view.hostname]);
  const counts = new Map<string, number>();
  for (const [, host] of hosts) counts.set(host, (counts.get(host) ?? 0) + 1);
  return new Map(hosts.filter(([, host]) => counts.get(host) === 1));
}

const nodeIds = ({ kind, values }: Observed): readonly string[] =>
  [...kind.fields.values()]
    .filter(({ field }) => field.kind !== undefined)
    .flatMap(({ name }) => [values.get(name)?.[0] ?? []].flat())
    .filter((id): id is string => typeof id === "string" && id !== "");
