import { type Entry, findEntry, textsOf } from "./directory.ts";
import type { Observed } from "./observed.ts";
import {
  findObjects,
  listObjects,
  type Reader,
  readAgain,
  readMember,
  withFurtherFields,
} from "./read-objects.ts";

/**
 * An object as the service holds it now: read by its identifiers where it is known, looked for in the list where it
 * is not or no longer; undefined where there is none.
 */
export async function lookUp(
  reader: Reader,
  entry: Entry,
  known: Observed | undefined,
  parent: Observed | undefined,
): Promise<Observed | undefined> {
  const { kind, item } = entry;
  if (kind.kind.map !== undefined) return await readMember(reader, kind, entry.ownName);
  const read = known === undefined ? undefined : await readAgain(reader, known);
  const found = read ?? (await lookInList(reader, entry, parent ?? known?.parent));
  if (found === undefined) return undefined;
  const [whole] = await withFurtherFields(reader, kind, [found], () => item?.fields.keys() ?? []);
  return whole;
}

async function lookInList(
  reader: Reader,
  entry: Entry,
  parent: Observed | undefined,
): Promise<Observed | undefined> {
  const { kind, item } = entry;
  if (kind.kind.parent !== undefined && parent === undefined) return undefined;
  const above = parent === undefined ? {} : { parent };
  for (const [field, filter] of Object.entries(kind.kind.listFilters ?? {})) {
    const texts = item === undefined ? [] : textsOf(kind, item, field).map((text) => text.toLowerCase());
    if (texts.length === 0) continue;
    const found = findEntry(entry, await findObjects(reader, kind, filter, texts, above));
    if (found !== undefined) return found;
  }
  if (kind.kind.listFilters !== undefined) return undefined;
  return findEntry(entry, await listObjects(reader, kind, above));
}
