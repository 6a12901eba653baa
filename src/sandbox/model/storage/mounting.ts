import { invalid, invalidChoice, invalidField, requiredMessage } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import { type Extent, extentsOf } from "../../state/storage.ts";
import { usesDeployedStyle, type World } from "../../state/world.ts";

export function mountExtent(node: Node, { filesystem }: Extent, path: string, options: string): void {
  if (filesystem === null) throw invalid("Cannot mount an unformatted device.");
  if (filesystem.mountPoint !== null) throw invalid("Filesystem is already mounted.");
  const mountPoint = filesystem.fstype === "swap" ? "none" : requirePath(path);
  if (mountPoint !== "none") requireFreePoint(node, mountPoint);
  Object.assign(filesystem, { mountPoint, mountOptions: options === "" ? null : options });
}

export function unmountExtent({ filesystem }: Extent): void {
  if (filesystem === null) throw invalid("Cannot unmount an unformatted device.");
  if (filesystem.mountPoint === null) throw invalid("Filesystem is already unmounted.");
  Object.assign(filesystem, { mountPoint: null, mountOptions: null });
}

export function unformatExtent(extent: Extent): void {
  if (extent.filesystem === null) throw invalid("Device is not formatted.");
  if (extent.filesystem.mountPoint !== null)
    throw invalid(
      "Filesystem is mounted and cannot be unformatted. Unmount the filesystem before unformatting it.",
    );
  extent.filesystem = null;
}

const specialFilesystemTypes = ["tmpfs", "ramfs"] as const;

interface SpecialMount {
  readonly fstype?: string | undefined;
  readonly mount_point?: string | undefined;
  readonly mount_option?: string | undefined;
  readonly mount_options?: string | undefined;
}

export function mountSpecial(world: World, node: Node, mount: SpecialMount): void {
  const { fstype } = mount;
  const mountPoint = requirePath(mount.mount_point);
  if (fstype === undefined || fstype === "") throw invalidField("fstype", requiredMessage);
  if (!(specialFilesystemTypes as readonly string[]).includes(fstype)) {
    throw invalidField("fstype", invalidChoice(fstype, specialFilesystemTypes));
  }
  requireFreePoint(node, mountPoint);
  const isDeployed = usesDeployedStyle(world, "mount-options");
  node.specialFilesystems.push({
    fstype,
    mountPoint,
    mountOptions: (isDeployed ? mount.mount_options : mount.mount_option) ?? "",
  });
}

function requireFreePoint(node: Node, mountPoint: string): void {
  const isTaken =
    node.specialFilesystems.some((each) => each.mountPoint === mountPoint) ||
    extentsOf(node.storage).some(({ extent }) => extent.filesystem?.mountPoint === mountPoint);
  if (isTaken) throw invalidField("mount_point", `Another filesystem is already mounted at ${mountPoint}.`);
}

export function unmountSpecial(node: Node, mount: SpecialMount): void {
  const mountPoint = requirePath(mount.mount_point);
  const index = node.specialFilesystems.findIndex((each) => each.mountPoint === mountPoint);
  if (index < 0) throw invalidField("mount_point", `No special filesystem is mounted at ${mountPoint}.`);
  node.specialFilesystems.splice(index, 1);
}

function requirePath(text: string | undefined): string {
  if (text === undefined || text === "") throw invalidField("mount_point", requiredMessage);
  if (!/^\/\S*$/.test(text)) throw invalidField("mount_point", "Enter a valid absolute path.");
  let end = text.length;
  while (end > 1 && text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
