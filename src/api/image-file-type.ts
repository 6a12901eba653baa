/** The type of a boot image's file: of the service's own upload, and of `svc boot-resources upload`. */
export const imageFileType = {
  name: "filetype",
  choices: ["tgz", "tbz", "txz", "ddtgz", "ddtbz", "ddtxz", "ddtar", "ddbz2", "ddgz", "ddxz", "ddraw"],
  default: "tgz",
  help: "type of the file",
} as const;
