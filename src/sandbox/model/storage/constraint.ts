import type { Node } from "../../state/node.ts";
import { invalidField } from "../../state/service-error.ts";
import { type BlockDevice, physicalDisks } from "../../state/storage.ts";

interface DiskConstraint {
  readonly label: string;
  readonly minBytes: number;
  readonly tags: readonly string[];
}

const itemPattern = /^(?:([A-Za-z0-9_.-]+):)?(\d{1,9}(?:\.\d{1,6})?)(?:\(([^()]*)\))?$/;

/** Parses `label:size(tag[,tag])[,label:...]`, with sizes in GB (10^9 bytes). The default label is the position. */
export function parseStorageConstraint(text: string): DiskConstraint[] {
  const labels = new Set<string>();
  return splitItems(text).map((part, index) => {
    const match = itemPattern.exec(part.trim());
    if (match === null) throw invalidField("storage", `Malformed storage constraint, "${part.trim()}".`);
    const label = match[1] ?? String(index);
    if (labels.has(label)) throw invalidField("storage", `The label ${label} is given twice.`);
    labels.add(label);
    return {
      label,
      minBytes: Number(match[2]) * 1e9,
      tags: (match[3] ?? "")
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
    };
  });
}

function splitItems(text: string): string[] {
  const items: string[] = [];
  let isOpen = false;
  for (const part of text.split(",")) {
    if (isOpen) items.push(`${items.pop()},${part}`);
    else items.push(part);
    const [openIndex, closeIndex] = [part.lastIndexOf("("), part.lastIndexOf(")")];
    isOpen = openIndex === closeIndex ? isOpen : openIndex > closeIndex;
  }
  return items;
}

/** One disk id for each label, smallest disks first; undefined if disks are missing. `root` means the boot disk. */
export function matchingDisks(node: Node, constraints: readonly DiskConstraint[]) {
  const disks = physicalDisks(node.storage).sort((a, b) => a.sizeBytes - b.sizeBytes);
  const candidates = constraints.map((constraint) =>
    disks.filter((disk) => matchesConstraint(disk, constraint, node.storage.bootDiskId)),
  );
  const constraintByDisk = new Map<number, number>();
  for (const index of constraints.keys()) {
    if (!assignDisk(index, candidates, constraintByDisk, new Set())) return undefined;
  }
  const diskIds: Record<string, number> = {};
  for (const [diskId, index] of constraintByDisk) {
    const constraint = constraints[index];
    if (constraint !== undefined) diskIds[constraint.label] = diskId;
  }
  return diskIds;
}

const matchesConstraint = (
  disk: BlockDevice,
  { label, minBytes, tags }: DiskConstraint,
  bootDiskId: number | null,
) =>
  (label !== "root" || disk.id === bootDiskId) &&
  disk.sizeBytes >= minBytes &&
  tags.every((tag) => disk.tags.includes(tag));

/** Moves other constraints to other disks if needed (augmenting paths of a bipartite matching). */
function assignDisk(
  index: number,
  candidates: readonly (readonly BlockDevice[])[],
  constraintByDisk: Map<number, number>,
  triedDisks: Set<number>,
): boolean {
  for (const disk of candidates[index] ?? []) {
    if (triedDisks.has(disk.id)) continue;
    triedDisks.add(disk.id);
    const other = constraintByDisk.get(disk.id);
    if (other === undefined || assignDisk(other, candidates, constraintByDisk, triedDisks)) {
      constraintByDisk.set(disk.id, index);
      return true;
    }
  }
  return false;
}
