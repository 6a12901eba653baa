import { isRecord } from "../../../core/json-record.ts";
import { joined, labelled, recordsIn, valueAt } from "./node-text.ts";
import type { PageLine, Section } from "./page.ts";

type Part = Readonly<Record<string, unknown>>;

/** The disks of a node, with their partitions and file systems. */
export function disksSection(node: Part): Section {
  const boot = isRecord(node["boot_disk"]) ? node["boot_disk"] : {};
  return {
    title: "Disks",
    lines: recordsIn(node["blockdevice_set"]).flatMap((disk) => diskLines(disk, boot)),
  };
}

function diskLines(disk: Part, boot: Part): readonly PageLine[] {
  const partitions = recordsIn(disk["partitions"]);
  const type = valueAt(disk, "type");
  const used = valueAt(disk, "used_for");
  const head = joined(
    [
      valueAt(disk, "name") ?? "-",
      valueAt(disk, "size", "bytes"),
      type === "physical" ? undefined : type,
      valueAt(disk, "model"),
      labelled("serial", valueAt(disk, "serial")),
      valueAt(disk, "tags"),
      disk["id"] !== undefined && disk["id"] === boot["id"] ? "boot" : undefined,
      partitions.length > 0 ? undefined : (fileSystemText(disk) ?? used),
    ],
    "  ",
  );
  return [
    { text: head ?? "-" },
    ...partitions.map((partition) => ({
      text:
        joined(
          [
            pathEnd(valueAt(partition, "path")),
            valueAt(partition, "size", "bytes"),
            fileSystemText(partition) ?? valueAt(partition, "used_for"),
          ],
          "  ",
        ) ?? "-",
      depth: 1,
    })),
  ];
}

const pathEnd = (path: string | undefined): string | undefined => path?.slice(path.lastIndexOf("/") + 1);

function fileSystemText(holder: Part): string | undefined {
  if (!isRecord(holder["filesystem"])) return undefined;
  return joined(
    [valueAt(holder, "filesystem.fstype"), labelled("at", valueAt(holder, "filesystem.mount_point"))],
    " ",
  );
}
