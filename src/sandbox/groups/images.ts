import { createHash } from "node:crypto";
import {
  addSelection,
  addSource,
  addUpload,
  allResources,
  appendChunk,
  isImporting,
  type NewSelection,
  removeBootResource,
  removeSource,
  requireSelection,
  resourceTypes,
  selectionsOf,
  startImport,
  stopImport,
  type UploadSpec,
} from "../model/images.ts";
import { configValue } from "../model/settings/config.ts";
import {
  serializeBootResource,
  serializeResourceWithSets,
  serializeSelection,
  serializeSource,
} from "../serialize/images.ts";
import { architectures, type BootResource, type BootSelection, type BootSource } from "../state/images.ts";
import { invalidField, requiredMessage } from "../state/service-error.ts";
import { removeRow, requireById, requireRow, rowsOf } from "../state/table.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { isBase64, withoutUndefined } from "../values/spellings.ts";
import { empty, json, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, patternRule, readForm } from "../wire/form-reader.ts";
import { assign, resource, tableAccess, withoutContent } from "./resource.ts";

export const images = {
  "boot-resources.list"({ world, query }) {
    const type = query.get("type")?.toLowerCase() || undefined;
    if (type !== undefined && !(resourceTypes as readonly string[]).includes(type))
      throw invalidField("type", `'${type}' is not a valid boot resource type.`);
    // Adds the images of an import whose time has passed.
    isImporting(world);
    const matches = allResources(world).filter(
      (each) => type === undefined || each.type.toLowerCase() === type,
    );
    return json(matches.map((resource) => serializeBootResource(world, resource)));
  },
  "boot-resources.create"(call) {
    const resource = addUpload(call.world, readUpload(call));
    const content = call.form.file("content")?.content;
    const file = resource.sets.at(-1)?.files[0];
    if (content !== undefined && file !== undefined && file.storedBytes < file.sizeBytes)
      appendChunk(call.world, resource, file, content);
    const serialized = serializeResourceWithSets(call.world, resource);
    return json(serialized, usesDeployedStyle(call.world, "created-status") ? 201 : 200);
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
  "boot-resource.read": (call) => json(serializeResourceWithSets(call.world, resourceOf(call, call.path.id))),
  "boot-resource.delete": withoutContent((call) =>
    removeBootResource(call.world, resourceOf(call, call.path.id)),
  ),
  "boot-resource.upload"(call) {
    const resource = resourceOf(call, call.path.resource_id);
    const files = resource.sets.flatMap((set) => set.files);
    appendChunk(call.world, resource, requireById(files, call.path.id, "BootResourceFile"), call.body);
    return empty(200);
  },
  ...resource(["boot-sources", "boot-source"], {
    ...tableAccess((world) => world.state.images.sources, "BootSource"),
    serialize: serializeSource,
    rules: [patternRule("url", isHttpUrl, "Enter a valid URL.")],
    read: readSource,
    create: (call, { url = "", keyringFilename = "", keyringData = "" }) =>
      addSource(call.world, { url, keyringFilename, keyringData }),
    update(call, source, { url = source.url, keyringFilename, keyringData }) {
      source.url = url;
      if (keyringFilename !== undefined || keyringData !== undefined) {
        source.keyringFilename = keyringFilename ?? "";
        source.keyringData = keyringData ?? "";
      }
      source.updated = call.world.clock.now();
    },
    remove: removeSource,
  }),
  ...resource(["boot-source-selections", "boot-source-selection"], {
    permit: (call) => sourceOf(call),
    serialize: serializeSelection,
    rows: (call) => selectionsOf(call.world, sourceOf(call)),
    find: (call) => requireSelection(call.world, sourceOf(call), call.path.id),
    rules: ["os", "release"].map((field) => patternRule(field, /^[\w.-]*$/, invalidName)),
    read: readSelection,
    create: (call, selection) => addSelection(call.world, sourceOf(call), selection),
    update: assign,
    remove: ({ state }, selection) => removeRow(state.images.selections, selection.id),
  }),
} satisfies HandlersOf<"boot-resources" | "boot-sources" | "boot-source-selections">;

const resourceOf = ({ world }: Call, id: string | undefined): BootResource =>
  requireRow(world.state.images.resources, id, "BootResource");

const uploadRules: readonly FieldRule[] = [
  { name: "size", type: "integer", required: true, min: 1 },
  patternRule(
    "name",
    /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)?$/,
    (name) => `'${name}' is not a valid name: <name> or <os>/<name>.`,
  ),
  patternRule("sha256", /^[0-9a-f]{64}$/i, "Enter a valid SHA-256: 64 hexadecimal digits."),
  patternRule(
    "base_image",
    /^[\w.-]+\/[\w.-]+$/,
    (image) => `'${image}' is not a valid base image: <os>/<release>.`,
  ),
];

/** Size and hash are optional if the request contains the whole content as a file. */
const contentRules: readonly FieldRule[] = [
  ...uploadRules.filter(({ name }) => name !== "size" && name !== "sha256"),
  { name: "size", type: "integer" },
  { name: "sha256", type: "string" },
];

function readUpload(call: Call): UploadSpec {
  const content = call.form.file("content")?.content;
  const form = readForm(call, content === undefined ? uploadRules : contentRules);
  const [name = "", title = "", hash = ""] = ["name", "title", "sha256"].map(form.text);
  const sha256 = hash || (content === undefined ? "" : sha256Of(content));
  const baseImage = form.text("base_image") || defaultBaseImage(call.world, name);
  const filetype = form.text("filetype") || "tgz";
  const sizeBytes = form.integer("size") ?? content?.byteLength ?? 0;
  if (content?.byteLength === 0) form.addError("content", "The submitted file is empty.");
  if (content !== undefined && content.byteLength !== sizeBytes)
    form.addError("size", `The content has ${content.byteLength} bytes.`);
  if (content !== undefined && sha256Of(content) !== sha256.toLowerCase())
    form.addError("sha256", "The SHA-256 of the content is different.");
  const architecture = readImageArchitecture(form);
  if (baseImage === null && name.startsWith("custom/"))
    form.addError("base_image", "This field is required for a custom image.");
  form.throwErrors();
  const file = { filetype, sha256: sha256.toLowerCase(), sizeBytes };
  return { name: name.replace(/^custom\//, ""), architecture, title, baseImage, ...file };
}

const sha256Of = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Live services default to the release used for commissioning. */
function defaultBaseImage(world: World, name: string): string | null {
  if (!name.startsWith("custom/") || !usesDeployedStyle(world, "custom-base-image")) return null;
  return `ubuntu/${configValue(world, "commissioning_distro_series")}`;
}

function readImageArchitecture(form: FormReader): string {
  const text = form.text("architecture") ?? "";
  const [family = "", subarchitecture = "generic", ...rest] = text.split("/");
  const isKnown = (architectures as readonly string[]).includes(family);
  if (text !== "" && (!isKnown || rest.length > 0 || !/^[A-Za-z0-9][\w.-]*$/.test(subarchitecture)))
    form.addError(
      "architecture",
      `'${text}' is not a valid architecture: one of ${architectures.join(", ")}, such as amd64/generic.`,
    );
  return `${family}/${subarchitecture}`;
}

const sourceOf = ({ world, path }: Call): BootSource =>
  requireRow(world.state.images.sources, path.boot_source_id, "BootSource");

function readSource(form: FormReader, call: Call, current?: BootSource) {
  const url = form.text("url");
  if (current !== undefined && url === "") form.addError("url", requiredMessage);
  if (rowsOf(call.world.state.images.sources).some((each) => each !== current && each.url === url))
    form.addError("url", "Boot source with this Url already exists.");
  const keyringFilename = form.text("keyring_filename") || undefined;
  const upload = call.form.file("keyring_data");
  const takesText = !usesDeployedStyle(call.world, "keyring-data");
  const keyringText = (takesText && form.text("keyring_data")?.replace(/\s+/g, "")) || undefined;
  const keyringData = upload === undefined ? keyringText : Buffer.from(upload.content).toString("base64");
  if (keyringData !== undefined && !isBase64(keyringData))
    form.addError("keyring_data", "Enter base64-encoded data.");
  if (keyringFilename !== undefined && keyringData !== undefined)
    form.addError("__all__", "Only one of keyring_filename or keyring_data can be specified.");
  if (current === undefined && keyringFilename === undefined && keyringData === undefined)
    form.addError("__all__", "One of keyring_data or keyring_filename must be supplied.");
  return { url, keyringFilename, keyringData };
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function invalidName(value: string): string {
  return `'${value}' is not a valid name.`;
}

const allImages: NewSelection = { os: "", release: "", arches: ["*"], subarches: ["*"], labels: ["*"] };

/** A list is sent as repeated fields; an empty list selects everything. */
function readSelection(form: FormReader, call: Call, current?: BootSelection): NewSelection {
  const readList = (field: string) => {
    if (!form.has(field)) return undefined;
    const values = call.form
      .all(field)
      .map((value) => value.trim())
      .filter((value) => value !== "");
    const invalidValue = values.find((value) => !/^(?:\*|[\w.,-]+)$/.test(value));
    if (invalidValue !== undefined) form.addError(field, invalidName(invalidValue));
    return values.length === 0 ? ["*"] : [...new Set(values)];
  };
  const [arches, subarches, labels] = ["arches", "subarches", "labels"].map(readList);
  const changes = form.values({ os: "text", release: "text" });
  const selection = { ...allImages, ...current, ...changes };
  const isSame = ({ os, release }: BootSelection) => os === selection.os && release === selection.release;
  if (selectionsOf(call.world, sourceOf(call)).some((each) => each !== current && isSame(each)))
    form.addError("__all__", "Boot source selection with this Boot source, Os and Release already exists.");
  return { ...selection, ...withoutUndefined({ arches, subarches, labels }) };
}
