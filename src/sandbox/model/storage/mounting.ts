import { invalid } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import type { Extent } from "../../state/storage.ts";
import { requireFreePoint, requirePath } from "./special.ts";

/** Mounts what is formatted: at an absolute path, or nowhere for swap; invalid where it is mounted already. */
export function mountExtent(node: Node, { filesystem }: Extent, point: string, options: string): void {
  if (filesystem === null) throw invalid("Cannot mount an unformatted device.");
  if (filesystem.mountPoint !== null) throw invalid("Filesystem is already mounted.");
  const mountPoint = filesystem.fstype === "swap" ? "none" : requirePath(point);
  if (mountPoint !== "none") requireFreePoint(node, mountPoint);
  Object.assign(filesystem, { mountPoint, mountOptions: options === "" ? null : options });
}

/** Unmounts it; invalid where it is not mounted. */
export function unmountExtent({ filesystem }: Extent): void {
  if (filesystem === null) throw invalid("Cannot unmount an unformatted device.");
  if (filesystem.mountPoint === null) throw invalid("Filesystem is already unmounted.");
  Object.assign(filesystem, { mountPoint: null, mountOptions: null });
}

/** Takes the file system away; invalid while it is mounted, and where there is none. */
export function unformatExtent(extent: Extent): void {
  if (extent.filesystem === null) throw invalid("Device is not formatted.");
  if (extent.filesystem.mountPoint !== null)
    throw invalid(
      "Filesystem is mounted and cannot be unformatted. Unmount the filesystem before unformatting it.",
    );
  extent.filesystem = null;
}
