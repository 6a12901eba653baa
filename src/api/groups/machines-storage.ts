import type { Field, Rule } from "../operation.ts";

/** Sizes take forms such as 512M and 1G. */
export const storageLayoutFields = [
  {
    name: "storage_layout",
    type: "string",
    required: true,
    choices: ["flat", "lvm", "bcache", "vmfs6", "vmfs7", "custom", "blank"],
    help: "layout to set",
  },
  { name: "boot_size", type: "size", help: "size of the boot partition" },
  { name: "root_device", type: "string", help: "block device for the root partition" },
  { name: "root_size", type: "size", help: "size of the root partition" },
  { name: "lv_name", type: "string", help: "name of the logical volume; lvm only" },
  { name: "lv_size", type: "size", help: "size of the logical volume; lvm only" },
  { name: "vg_name", type: "string", help: "name of the volume group; lvm only" },
  { name: "cache_device", type: "string", help: "block device for the cache; bcache only" },
  {
    name: "cache_mode",
    type: "string",
    choices: ["writeback", "writethrough", "writearound"],
    help: "cache mode; bcache only",
  },
  { name: "cache_no_part", type: "boolean", help: "use the whole cache device; bcache only" },
  { name: "cache_size", type: "size", help: "size of the cache partition; bcache only" },
] as const satisfies readonly Field[];

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
