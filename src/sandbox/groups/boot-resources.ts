import { isImporting, startImport, stopImport } from "../model/images/importing.ts";
import {
  addUpload,
  allResources,
  fileTypes,
  resourceTypes,
  type UploadSpec,
} from "../model/images/resources.ts";
import { appendChunk, discardUpload } from "../model/images/upload.ts";
import { serializeResource, serializeResourceWhole } from "../serialize/images.ts";
import { invalidField, noMatch } from "../state/domain-error.ts";
import { architectures, type BootResource } from "../state/images.ts";
import { findRow, removeRow } from "../state/table.ts";
import { empty, json, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Document 2, "Boot resources"; field notes, "Uploading a boot image". */
export const handlers = {
  "boot-resources.list": (call) => {
    const type = call.query.get("type")?.toLowerCase() || undefined;
    if (type !== undefined && !(resourceTypes as readonly string[]).includes(type)) {
      throw invalidField("type", `'${type}' is not a valid boot resource type.`);
    }
    isImporting(call.world);
    const wanted = allResources(call.world).filter(
      (each) => type === undefined || each.type.toLowerCase() === type,
    );
    return json(wanted.map((resource) => serializeResource(call.world, resource)));
  },

  "boot-resources.create": (call) =>
    json(serializeResourceWhole(call.world, addUpload(call.world, readUpload(call)))),

  "boot-resources.import": (call) => {
    startImport(call.world);
    return text("Import of boot resources started");
  },

  "boot-resources.is_importing": (call) => text(String(isImporting(call.world))),

  "boot-resources.stop_import": (call) => {
    stopImport(call.world);
    return text("Import of boot resources is being stopped");
  },

  "boot-resource.read": (call) => json(serializeResourceWhole(call.world, find(call, call.path.id))),

  "boot-resource.delete": (call) => {
    const resource = find(call, call.path.id);
    for (const file of resource.sets.flatMap((set) => set.files)) discardUpload(call.world, file);
    removeRow(call.world.state.images.resources, resource.id);
    return empty(200);
  },

  "boot-resource.upload": (call) => {
    const resource = find(call, call.path.resource_id);
    const file = resource.sets.flatMap((set) => set.files).find((each) => String(each.id) === call.path.id);
    if (file === undefined) throw noMatch("BootResourceFile");
    appendChunk(call.world, resource, file, call.body);
    return empty(200);
  },
} satisfies HandlersOf<"boot-resources">;

function find(call: Call, id: string | undefined): BootResource {
  const resource = findRow(call.world.state.images.resources, id);
  if (resource === undefined) throw noMatch("BootResource");
  return resource;
}

/** The form of a new resource; a 400 names every field that is wrong. */
function readUpload(call: Call): UploadSpec {
  const form = readForm(call.form);
  const name = form.required("name");
  if (name !== "" && !/^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)?$/.test(name)) {
    form.fail("name", `'${name}' is not a valid name: <name> or <os>/<name>.`);
  }
  const architecture = form.required("architecture");
  const [family = "", subarchitecture = "generic", ...rest] = architecture.split("/");
  const known = (architectures as readonly string[]).includes(family);
  if (architecture !== "" && (!known || rest.length > 0 || !/^[A-Za-z0-9][\w.-]*$/.test(subarchitecture))) {
    form.fail(
      "architecture",
      `'${architecture}' is not a valid architecture: one of ${architectures.join(", ")}, such as amd64/generic.`,
    );
  }
  const sha256 = form.required("sha256").toLowerCase();
  if (sha256 !== "" && !/^[0-9a-f]{64}$/.test(sha256)) {
    form.fail("sha256", "Enter a valid SHA-256: 64 hexadecimal digits.");
  }
  const sizeBytes = form.requiredInteger("size", 1, Number.MAX_SAFE_INTEGER);
  const filetype = form.text("filetype") || "tgz";
  if (!Object.hasOwn(fileTypes, filetype)) {
    form.fail(
      "filetype",
      `Select a valid choice. ${filetype} is not one of the available choices (${Object.keys(fileTypes).join(", ")}).`,
    );
  }
  const baseImage = form.text("base_image") || null;
  if (baseImage !== null && !/^[\w.-]+\/[\w.-]+$/.test(baseImage)) {
    form.fail("base_image", `'${baseImage}' is not a valid base image: <os>/<release>.`);
  }
  if (baseImage === null && name.startsWith("custom/")) {
    form.fail("base_image", "This field is required for a custom image.");
  }
  form.check();
  return {
    name: name.replace(/^custom\//, ""),
    architecture: `${family}/${subarchitecture}`,
    title: form.text("title") ?? "",
    baseImage,
    filetype,
    sha256,
    sizeBytes,
  };
}
