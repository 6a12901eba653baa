import { isImporting, startImport, stopImport } from "../model/images/importing.ts";
import {
  addUpload,
  allResources,
  removeBootResource,
  resourceTypes,
  type UploadSpec,
} from "../model/images/resources.ts";
import { appendChunk } from "../model/images/upload.ts";
import { serializeBootResource, serializeBootResourceWhole } from "../serialize/images.ts";
import { answersAsDeployed } from "../state/answer-style.ts";
import { invalidField, requireFound } from "../state/domain-error.ts";
import { architectures, type BootResource } from "../state/images.ts";
import { requireRow } from "../state/table.ts";
import { empty, json, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";

export const handlers = {
  "boot-resources.list"({ world, query }) {
    const type = query.get("type")?.toLowerCase() || undefined;
    if (type !== undefined && !(resourceTypes as readonly string[]).includes(type))
      throw invalidField("type", `'${type}' is not a valid boot resource type.`);
    isImporting(world);
    const wanted = allResources(world).filter(
      (each) => type === undefined || each.type.toLowerCase() === type,
    );
    return json(wanted.map((resource) => serializeBootResource(world, resource)));
  },
  "boot-resources.create"(call) {
    const made = serializeBootResourceWhole(call.world, addUpload(call.world, readUpload(call)));
    return json(made, answersAsDeployed(call.world, "created-status") ? 201 : 200);
  },
  "boot-resources.import"(call) {
    startImport(call.world);
    return text("Import of boot resources started");
  },
  "boot-resources.is_importing": (call) => text(String(isImporting(call.world))),
  "boot-resources.stop_import"(call) {
    stopImport(call.world);
    return text("Import of boot resources is being stopped");
  },
  "boot-resource.read": (call) =>
    json(serializeBootResourceWhole(call.world, resourceOf(call, call.path.id))),
  "boot-resource.delete"(call) {
    removeBootResource(call.world, resourceOf(call, call.path.id));
    return empty(204);
  },
  "boot-resource.upload"(call) {
    const resource = resourceOf(call, call.path.resource_id);
    const file = resource.sets.flatMap((set) => set.files).find((each) => String(each.id) === call.path.id);
    appendChunk(call.world, resource, requireFound(file, "BootResourceFile"), call.body);
    return empty(200);
  },
} satisfies HandlersOf<"boot-resources">;

const resourceOf = ({ world }: Call, id: string | undefined): BootResource =>
  requireRow(world.state.images.resources, id, "BootResource");

/** The form of a new resource. */
function readUpload(call: Call): UploadSpec {
  const form = readForm(call, [{ name: "size", type: "integer", required: true, min: 1 }]);
  const name = form.text("name") ?? "";
  if (name !== "" && !/^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)?$/.test(name))
    form.fail("name", `'${name}' is not a valid name: <name> or <os>/<name>.`);
  const architecture = readImageArchitecture(form);
  const sha256 = form.text("sha256")?.toLowerCase() ?? "";
  if (sha256 !== "" && !/^[0-9a-f]{64}$/.test(sha256))
    form.fail("sha256", "Enter a valid SHA-256: 64 hexadecimal digits.");
  const baseImage = form.text("base_image") || null;
  if (baseImage !== null && !/^[\w.-]+\/[\w.-]+$/.test(baseImage))
    form.fail("base_image", `'${baseImage}' is not a valid base image: <os>/<release>.`);
  if (baseImage === null && name.startsWith("custom/"))
    form.fail("base_image", "This field is required for a custom image.");
  form.check();
  return {
    name: name.replace(/^custom\//, ""),
    architecture,
    title: form.text("title") ?? "",
    baseImage,
    filetype: form.text("filetype") || "tgz",
    sha256,
    sizeBytes: form.integer("size") ?? 0,
  };
}

function readImageArchitecture(form: FormReader): string {
  const text = form.text("architecture") ?? "";
  const [family = "", subarchitecture = "generic", ...rest] = text.split("/");
  const isKnown = (architectures as readonly string[]).includes(family);
  if (text !== "" && (!isKnown || rest.length > 0 || !/^[A-Za-z0-9][\w.-]*$/.test(subarchitecture)))
    form.fail(
      "architecture",
      `'${text}' is not a valid architecture: one of ${architectures.join(", ")}, such as amd64/generic.`,
    );
  return `${family}/${subarchitecture}`;
}
