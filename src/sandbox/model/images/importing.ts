import { architectures } from "../../state/images.ts";
import { recordEvent } from "../../state/record-event.ts";
import { rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { configValue } from "../settings/config.ts";
import { addSynced } from "./resources.ts";

/** How long an import takes, in simulated milliseconds. */
const importMs = 30_000;
const key = "images:import";

/** Starts an import of what the selections name; one that runs goes on. */
export function startImport(world: World): void {
  if (isImporting(world)) return;
  world.state.images.importEndsAt = world.clock.now() + importMs;
  recordEvent(world, { type: "Region import info", description: "Started importing of boot images." });
  resumeImport(world);
}

/** Schedules the end of the import that runs; also of one that was loaded in the middle of it. */
export function resumeImport(world: World): void {
  const { importEndsAt } = world.state.images;
  if (importEndsAt !== null) world.clock.schedule(key, importEndsAt, () => finishImport(world));
}

/** How often images are imported without being asked for, in simulated milliseconds. */
export const autoImportMs = 3_600_000;

/** Starts an import where the configuration says that images are imported by themselves. */
export function importByItself(world: World): void {
  if (configValue(world, "boot_images_auto_import") === true) startImport(world);
}

export function isImporting(world: World): boolean {
  const { importEndsAt } = world.state.images;
  if (importEndsAt !== null && world.clock.now() >= importEndsAt) finishImport(world);
  return world.state.images.importEndsAt !== null;
}

/** Stops the import that runs; nothing new is kept of it. */
export function stopImport(world: World): void {
  if (!isImporting(world)) return;
  world.clock.cancel(key);
  world.state.images.importEndsAt = null;
  recordEvent(world, { type: "Region import info", description: "Stopped importing of boot images." });
}

function finishImport(world: World): void {
  const { images } = world.state;
  if (images.importEndsAt === null) return;
  images.importEndsAt = null;
  world.clock.cancel(key);
  for (const { os, release, arches } of rowsOf(images.selections)) {
    if (os === "" || release === "") continue;
    const families = arches.includes("*")
      ? ["amd64", "arm64"]
      : architectures.filter((each) => arches.includes(each));
    for (const family of families) addSynced(world, os, release, family);
  }
  recordEvent(world, { type: "Region import info", description: "Finished importing of boot images." });
}
