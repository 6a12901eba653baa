import { invalidField } from "../../state/domain-error.ts";
import type { BlockDevice } from "../../state/storage.ts";
import type { World } from "../../state/world.ts";
import { alignDown, MiB } from "../../values/sizes.ts";
import { addPartition, availableBytes, newFilesystem } from "./disks.ts";

/** The fixed partitions that a hypervisor's installer makes, before the data store, in MiB. */
const fixedMiB = {
  vmfs6: [4, 4096, 252, 252, 112, 288, 2560],
  vmfs7: [108, 4096, 4096],
} as const;

/** The least disk that the installer takes, in bytes. */
const minBytes = { vmfs6: 10_000_000_000, vmfs7: 32_000_000_000 } as const;

/** The partitions of a hypervisor host: its own ones, and a data store in the rest or in `rootBytes`. */
export function layOutVmfs(
  world: World,
  disk: BlockDevice,
  layout: "vmfs6" | "vmfs7",
  rootBytes: number | undefined,
): void {
  if (disk.sizeBytes < minBytes[layout])
    throw invalidField(
      "storage_layout",
      `Boot disk must be at least ${minBytes[layout]} bytes for ${layout}.`,
    );
  for (const [index, mebibytes] of fixedMiB[layout].entries()) {
    addPartition(world, disk, {
      sizeBytes: mebibytes * MiB,
      field: "storage_layout",
      ...(index === 0 ? { bootable: true } : {}),
    });
  }
  if (layout === "vmfs7") {
    // The system's own data store: at most 120 GiB, and never more than half of what is left.
    const systemBytes = alignDown(Math.min(120 * 1024 * MiB, availableBytes(disk) / 2));
    addPartition(world, disk, { sizeBytes: systemBytes, field: "storage_layout" });
  }
  const store = addPartition(world, disk, {
    sizeBytes: rootBytes,
    field: rootBytes === undefined ? "storage_layout" : "root_size",
  });
  store.filesystem = newFilesystem(world, layout, "datastore1", null);
}
