import { boolean, size, text } from "../field.ts";
import type { Field, Rule } from "../operation.ts";

/** Sizes take forms such as 512M and 1G. */
export const storageLayoutFields: readonly Field[] = [
  text("storage_layout", "layout to set", {
    required: true,
    choices: ["flat", "lvm", "bcache", "vmfs6", "vmfs7", "custom", "blank"],
  }),
  size("boot_size", "size of the boot partition"),
  text("root_device", "block device for the root partition"),
  size("root_size", "size of the root partition"),
  text("lv_name", "name of the logical volume; lvm only"),
  size("lv_size", "size of the logical volume; lvm only"),
  text("vg_name", "name of the volume group; lvm only"),
  text("cache_device", "block device for the cache; bcache only"),
  text("cache_mode", "cache mode; bcache only", { choices: ["writeback", "writethrough", "writearound"] }),
  boolean("cache_no_part", "use the whole cache device; bcache only"),
  size("cache_size", "size of the cache partition; bcache only"),
];

export const storageLayoutRules = [
  {
    kind: "onlyWhen",
    fields: ["lv_name", "lv_size", "vg_name"],
    when: "storage_layout",
    is: ["lvm"],
    says: "--lv-name, --lv-size and --vg-name are for --storage-layout lvm only",
  },
  {
    kind: "onlyWhen",
    fields: ["cache_device", "cache_mode", "cache_no_part", "cache_size"],
    when: "storage_layout",
    is: ["bcache"],
    says: "--cache-device, --cache-mode, --cache-no-part and --cache-size are for --storage-layout bcache only",
  },
] as const satisfies readonly Rule[];
