import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { configValue } from "../settings/config.ts";
import { startTransition } from "./lifecycle.ts";
import { type Actor, recordNodeEvent } from "./node-events.ts";
import { alreadyReleased } from "./transitions.ts";

/** How disks are erased on release. */
export type Erase = "none" | "quick" | "secure" | "full";

interface EraseRequest {
  readonly erase: boolean | undefined;
  readonly quick: boolean | undefined;
  readonly secure: boolean | undefined;
}

/** The configuration may erase on every release, and chooses how where the request does not. */
export function chooseErase(world: World, { erase, quick, secure }: EraseRequest): Erase {
  const isOn = (item: string) => configValue(world, item) === true;
  // Either kind counts only where disks are erased at all.
  if (!erase && !isOn("enable_disk_erasing_on_release")) return "none";
  const wantsQuick = quick ?? isOn("disk_erase_with_quick_erase");
  const wantsSecure = secure ?? isOn("disk_erase_with_secure_erase");
  // Emulated disks have no secure-erase feature: with both only the quick erase applies, alone it
  // overwrites the disk.
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

/** Starts a release, by way of erasing where asked for; a conflict from a status that does not permit it. */
export function startRelease(world: World, node: Node, erase: Erase, actor: Actor): void {
  const erases = erase !== "none";
  startTransition(world, node, "release", erases ? ["erasing", "releasing"] : ["releasing"]);
  if (actor.comment) recordNodeEvent(world, node, "User releasing node", actor.comment, actor.username);
  if (erases) recordNodeEvent(world, node, "Erasing disks", eraseWords[erase], actor.username);
}
