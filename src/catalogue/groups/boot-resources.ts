import { defaults } from "../defaults.ts";
import { file, idOrName, integerId, integerOrName, text } from "../field.ts";
import type { Group } from "../group.ts";
import { bootResources } from "../number-lists.ts";
import { imageFileType, option, pollInterval, waitTimeout } from "../option-spec.ts";
import { nameOperations, resource } from "../resource.ts";

const all = resource("/boot-resources/");
const one = resource("/boot-resources/{id}/", [idOrName("boot resource", bootResources)]);
const uploadedFile = resource("/boot-resources/{resource_id}/upload/{id}/", [
  integerOrName("resource_id", "id or name of the boot resource", bootResources),
  integerId("id", "id of the boot resource's file"),
]);

export const group = {
  name: "boot-resources",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "TYPE", path: "type" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "ARCH", path: "architecture" },
    { header: "LAST DEPLOYED", path: "last_deployed", as: "age" },
    { header: "TITLE", path: "title", wide: true },
    { header: "SUBARCHES", path: "subarches", wide: true },
  ],
  operations: nameOperations({
    "boot-resources.list": all.list("anyone", "List boot resources", {
      fields: [
        text("type", "only resources of this type; all when omitted", {
          suggestions: ["synced", "uploaded"],
        }),
      ],
    }),
    "boot-resources.create": all.create("admin", "Create a boot resource without uploading its file", {
      notes: [
        "The file is not part of this request: it is uploaded afterwards in chunks.",
        "--base-image is required for custom images, and not allowed for others.",
      ],
      fields: [
        text("architecture", "architecture, such as amd64/generic", { required: true }),
        text("base_image", "image that a custom image is based on, such as ubuntu/jammy", {
          remedy: "--base-image takes an image such as ubuntu/jammy",
        }),
        { ...imageFileType, type: "string" },
        text("name", "name, such as custom/golden", { required: true }),
        text("sha256", "SHA-256 of the file", { required: true }),
        text("size", "size of the file in bytes", { required: true, form: "bytes", pattern: "[0-9]+" }),
        text("title", "human-readable title"),
      ],
      example: {
        architecture: "amd64/generic",
        base_image: "ubuntu/jammy",
        name: "custom/golden",
        sha256: "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
        size: "11",
      },
    }),
    "boot-resources.import": all.post("admin", "Start the import of boot images", {
      resultVerb: "is-importing",
      options: [
        option("wait", "wait until the import has ended"),
        { ...waitTimeout, needs: ["wait"], default: defaults.importDeadlineMs },
        { ...pollInterval, needs: ["wait"], default: defaults.importIntervalMs },
      ],
      result: "text",
    }),
    "boot-resources.is_importing": all.get("anyone", "Show whether boot images are being imported", {
      result: "text",
    }),
    "boot-resources.stop_import": all.post("admin", "Stop the import of boot images", {
      resultVerb: "is-importing",
      confirm: "interrupts",
      result: "text",
    }),
    "boot-resource.delete": one.remove("admin", "Delete a boot resource"),
    "boot-resource.read": one.read("anyone", "Show a boot resource with its sets and files"),
    "boot-resource.upload": uploadedFile.update("admin", "Append one chunk to a boot resource's file", {
      verb: "upload-chunk",
      examplePreparation:
        "svc boot-resources create --name custom/golden --architecture amd64/generic --base-image ubuntu/jammy --sha256 b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9 --size 11",
      notes: [
        "Chunks have no offsets: the service appends each one, so a chunk that is sent twice corrupts the file.",
        "The first id is that of the boot resource, the second that of its file; upload_uri ends in both.",
      ],
      fields: [
        file("content", "file with the chunk's bytes, sent unchanged", { in: "body", required: true }),
      ],
      result: "none",
      example: { resource_id: "5", id: "17", content: "-" },
      exampleInput: "printf 'hello world'",
    }),
  }),
} as const satisfies Group;
