import type { FormReading } from "../networks/form.ts";
import { configValue } from "../settings/config.ts";
import type { World } from "../world.ts";
import { startTransition } from "./lifecycle.ts";
import type { Node } from "./node.ts";
import { type Asker, note } from "./notes.ts";
import { alreadyReleased } from "./transitions.ts";

/** How disks are erased on release (document 3, "Release form"). */
type Erase = "none" | "quick" | "secure" | "full";

/**
 * What the form asks for; the configuration may erase on every release, and chooses how where the form does
 * not.
 */
export function readErase(world: World, reading: FormReading): Erase {
  const always = configValue(world, "enable_disk_erasing_on_release") === true;
  const quick = reading.boolean("quick_erase");
  const secure = reading.boolean("secure_erase");
  // As document 3 has it, either kind counts only where disks are erased at all.
  if (!(reading.boolean("erase") ?? false) && !always) return "none";
  const wantsQuick = quick ?? configValue(world, "disk_erase_with_quick_erase") === true;
  const wantsSecure = secure ?? configValue(world, "disk_erase_with_secure_erase") === true;
  // Emulated disks have no secure-erase feature: with both only the quick erase applies, alone it overwrites
  // the disk.
  return wantsQuick ? "quick" : wantsSecure ? "secure" : "full";
}

const eraseWords: Readonly<Record<Erase, string>> = {
  none: "",
  quick: "quick erase: 2 MiB at the start and the end of each disk",
  secure: "no disk has a secure erase: whole disks are overwritten",
  full: "whole disks are overwritten",
};

/** Whether a release has nothing left to do: it is answered with success all the same. */
export const isReleased = (node: Node): boolean => alreadyReleased.includes(node.status);

/** Starts a release, by way of erasing where asked for; 409 from a status that does not permit it. */
export function startRelease(world: World, node: Node, erase: Erase, asker: Asker): void {
  const erases = erase !== "none";
  startTransition(world, node, "release", erases ? ["erasing", "releasing"] : ["releasing"]);
  if (asker.comment) note(world, node, "User releasing node", asker.comment, asker.username);
  if (erases) note(world, node, "Erasing disks", eraseWords[erase], asker.username);
}
