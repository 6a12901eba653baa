import { imageFileType, option } from "../../catalogue/option-spec.ts";
import { command } from "../invocation/invocation.ts";

export const uploadImage = command({
  command: ["boot-resources", "upload"],
  changes: true,
  sites: { refused: "a file is sent to one service" },
  summary: "Upload a boot image, or resume an upload",
  arguments: [{ name: "file", help: "the image file", required: true }],
  notes: [
    "The same command resumes an upload that was interrupted.",
    "--base-image is required for custom images, and not allowed for others.",
  ],
  options: [
    option("name", "name, such as custom/golden", { value: "os/series", required: true }),
    option("architecture", "architecture, such as amd64/generic", { value: "arch/subarch", required: true }),
    option("base-image", "image that a custom image is based on", { value: "os/series" }),
    { ...imageFileType, value: "type" },
    option("title", "human-readable title", { value: "text" }),
    option("no-resume", "start over instead of resuming", { negative: true }),
  ],
  example:
    "svc boot-resources upload golden.tgz --name custom/golden --architecture amd64/generic --base-image ubuntu/jammy",
  run: async (invocation) => (await import("./upload/boot-resources-upload.ts")).sendImageFile(invocation),
});
