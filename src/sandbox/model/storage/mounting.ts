import { invalid, invalidChoice, invalidField, requiredMessage } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import { type Extent, extentsOf } from "../../state/storage.ts";
import { answersAsDeployed, type World } from "../../state/world.ts";

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

/** The file systems that need no block device. */
const specialFilesystemTypes = ["tmpfs", "ramfs"] as const;

interface SpecialMount {
  readonly fstype?: string | undefined;
  readonly mount_point?: string | undefined;
  readonly mount_option?: string | undefined;
  readonly mount_options?: string | undefined;
}

/** Mounts a file system that needs no block device; invalid where the point is taken or no absolute path. */
export function mountSpecial(world: World, node: Node, mount: SpecialMount): void {
  const { fstype } = mount;
  const mountPoint = requirePath(mount.mount_point);
  if (fstype === undefined || fstype === "") throw invalidField("fstype", requiredMessage);
  if (!(specialFilesystemTypes as readonly string[]).includes(fstype)) {
    throw invalidField("fstype", invalidChoice(fstype, specialFilesystemTypes));
  }
  requireFreePoint(node, mountPoint);
  const isDeployed = answersAsDeployed(world, "mount-options");
  node.specialFilesystems.push({
    fstype,
    mountPoint,
    mountOptions: (isDeployed ? mount.mount_options : mount.mount_option) ?? "",
  });
}

/** An `invalid` error where something of the node is mounted there. */
function requireFreePoint(node: Node, mountPoint: string): void {
  const isTaken =
    node.specialFilesystems.some((each) => each.mountPoint === mountPoint) ||
    extentsOf(node.storage).some(({ extent }) => extent.filesystem?.mountPoint === mountPoint);
  if (isTaken) throw invalidField("mount_point", `Another filesystem is already mounted at ${mountPoint}.`);
}

/** Unmounts it; invalid where nothing of the kind is mounted there. */
export function unmountSpecial(node: Node, mount: SpecialMount): void {
  const mountPoint = requirePath(mount.mount_point);
  const index = node.specialFilesystems.findIndex((each) => each.mountPoint === mountPoint);
  if (index < 0) throw invalidField("mount_point", `No special filesystem is mounted at ${mountPoint}.`);
  node.specialFilesystems.splice(index, 1);
}

/** The path without a slash at its end; invalid where it is not an absolute one. */
function requirePath(text: string | undefined): string {
  if (text === undefined || text === "") throw invalidField("mount_point", requiredMessage);
  if (!/^\/\S*$/.test(text)) throw invalidField("mount_point", "Enter a valid absolute path.");
  let end = text.length;
  while (end > 1 && text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
