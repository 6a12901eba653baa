import { invalidField, requireFound } from "../../state/domain-error.ts";
import { architectures, type BootSelection, type BootSource } from "../../state/images.ts";
import { recordEvent } from "../../state/record-event.ts";
import { findRow, insert, removeRow, rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { configValue } from "../settings/config.ts";
import { addSyncedResource } from "./resources.ts";

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

export function requireFreeUrl(world: World, url: string, current?: BootSource): void {
  if (rowsOf(world.state.images.sources).some((each) => each !== current && each.url === url))
    throw invalidField("url", "Boot source with this Url already exists.");
}

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

export function requireFreeRelease(
  world: World,
  source: BootSource,
  selection: Pick<BootSelection, "os" | "release">,
  current?: BootSelection,
): void {
  const isDuplicate = selectionsOf(world, source).some(
    (each) => each !== current && each.os === selection.os && each.release === selection.release,
  );
  if (isDuplicate)
    throw invalidField(
      "__all__",
      "Boot source selection with this Boot source, Os and Release already exists.",
    );
}

const importMs = 30_000;
const importTaskKey = "images:import";

export function startImport(world: World): void {
  if (isImporting(world)) return;
  world.state.images.importEndsAt = world.clock.now() + importMs;
  recordEvent(world, { type: "Region import info", description: "Started importing of boot images." });
  resumeImport(world);
}

export function resumeImport(world: World): void {
  const { importEndsAt } = world.state.images;
  if (importEndsAt !== null) world.clock.schedule(importTaskKey, importEndsAt, () => finishImport(world));
}

/** Simulated time between automatic imports. */
export const autoImportMs = 3_600_000;

export function startAutoImport(world: World): void {
  if (configValue(world, "boot_images_auto_import") === true) startImport(world);
}

export function isImporting(world: World): boolean {
  const { importEndsAt } = world.state.images;
  if (importEndsAt !== null && world.clock.now() >= importEndsAt) finishImport(world);
  return world.state.images.importEndsAt !== null;
}

export function stopImport(world: World): void {
  if (!isImporting(world)) return;
  world.clock.cancel(importTaskKey);
  world.state.images.importEndsAt = null;
  recordEvent(world, { type: "Region import info", description: "Stopped importing of boot images." });
}

function finishImport(world: World): void {
  const { images } = world.state;
  if (images.importEndsAt === null) return;
  images.importEndsAt = null;
  world.clock.cancel(importTaskKey);
  for (const { os, release, arches } of rowsOf(images.selections)) {
    if (os === "" || release === "") continue;
    const families = arches.includes("*")
      ? ["amd64", "arm64"]
      : architectures.filter((each) => arches.includes(each));
    for (const family of families) addSyncedResource(world, os, release, family);
  }
  recordEvent(world, { type: "Region import info", description: "Finished importing of boot images." });
}
