import { invalidField, requireFound } from "../../state/domain-error.ts";
import type { BootSelection, BootSource } from "../../state/images.ts";
import { findRow, insert, removeRow, rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";

/** A selection of that source; not found where it does not exist. */
export function findSelection(world: World, source: BootSource, id: string | undefined): BootSelection {
  const selection = findRow(world.state.images.selections, id);
  return requireFound(selection?.sourceId === source.id ? selection : undefined, "BootSourceSelection");
}

export const selectionsOf = (world: World, source: BootSource): BootSelection[] =>
  rowsOf(world.state.images.selections).filter((each) => each.sourceId === source.id);

export function addSource(
  world: World,
  source: Pick<BootSource, "url" | "keyringFilename" | "keyringData">,
): BootSource {
  requireFreeUrl(world, source.url);
  const now = world.clock.now();
  return insert(world.state.images.sources, (id) => ({ id, ...source, created: now, updated: now }));
}

/** An `invalid` error where another source has the address. */
export function requireFreeUrl(world: World, url: string, own?: BootSource): void {
  if (rowsOf(world.state.images.sources).some((each) => each !== own && each.url === url))
    throw invalidField("url", "Boot source with this Url already exists.");
}

/** Removes a source and its selections. */
export function removeSource(world: World, source: BootSource): void {
  const { sources, selections } = world.state.images;
  for (const selection of selectionsOf(world, source)) removeRow(selections, selection.id);
  removeRow(sources, source.id);
}

export type NewSelection = Omit<BootSelection, "id" | "sourceId">;

export function addSelection(world: World, source: BootSource, selection: NewSelection): BootSelection {
  requireFreeRelease(world, source, selection);
  return insert(world.state.images.selections, (id) => ({ id, sourceId: source.id, ...selection }));
}

/** An `invalid` error where the source has another selection of the same release. */
export function requireFreeRelease(
  world: World,
  source: BootSource,
  wanted: Pick<BootSelection, "os" | "release">,
  own?: BootSelection,
): void {
  const same = selectionsOf(world, source).some(
    (each) => each !== own && each.os === wanted.os && each.release === wanted.release,
  );
  if (same)
    throw invalidField(
      "__all__",
      "Boot source selection with this Boot source, Os and Release already exists.",
    );
}
