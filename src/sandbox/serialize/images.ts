import { allResources, isImporting, receivedBytes } from "../model/images.ts";
import type { BootResource, BootSelection, BootSource, ImageFile, ImageSet } from "../state/images.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { timestamp } from "../values/quantities.ts";
import { fieldsOf, type Json, makeSerializer, resourceUri } from "./references.ts";

const percent = (uploadedBytes: number, size: number): number =>
  size === 0 ? 100 : (uploadedBytes * 100) / size;

function serializeFile(world: World, resource: BootResource, file: ImageFile) {
  const uploadedBytes = receivedBytes(world, file);
  const complete = uploadedBytes === file.sizeBytes;
  return {
    filename: file.filename,
    filetype: file.filetype,
    sha256: file.sha256,
    size: file.sizeBytes,
    complete,
    ...(resource.type === "Uploaded" ? { progress: percent(uploadedBytes, file.sizeBytes) } : {}),
    ...(complete ? {} : { upload_uri: `${bootResourceUri(world, resource)}upload/${file.id}/` }),
  };
}

function serializeSet(world: World, resource: BootResource, set: ImageSet) {
  const size = set.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  const uploadedBytes = set.files.reduce((sum, file) => sum + receivedBytes(world, file), 0);
  return {
    version: set.version,
    label: set.label,
    size,
    complete: uploadedBytes === size,
    ...(resource.type === "Uploaded" ? { progress: percent(uploadedBytes, size) } : {}),
    files: Object.fromEntries(set.files.map((file) => [file.filename, serializeFile(world, resource, file)])),
  };
}

const bootResourceUri = (world: World, resource: BootResource): string =>
  resourceUri(world, "boot-resources", resource.id);

const resourceFields = fieldsOf<BootResource>("id", "type", "name", "architecture");

export const serializeBootResource = (world: World, resource: BootResource): Json => ({
  ...resourceFields(resource),
  resource_uri: bootResourceUri(world, resource),
  last_deployed: resource.lastDeployed === null ? null : timestamp(resource.lastDeployed),
  ...(resource.title === "" ? {} : { title: resource.title }),
  ...(resource.baseImage === null || usesDeployedStyle(world, "hidden-members")
    ? {}
    : { base_image: resource.baseImage }),
  subarches: resource.subarches,
  ...(resource.type === "Synced"
    ? { platform: "generic", supported_platforms: `generic,hwe-p,${resource.architecture.split("/")[1]}` }
    : {}),
});

export const serializeRackImages = (world: World): Json => ({
  connected: true,
  images: allResources(world)
    .filter(({ type }) => type === "Synced")
    .map(({ name, architecture, subarches }) => ({
      name,
      architecture: architecture.split("/")[0],
      subarches: subarches.split(","),
    })),
  status: isImporting(world) ? "syncing" : "synced",
});

export const serializeResourceWithSets = (world: World, resource: BootResource): Json => ({
  ...serializeBootResource(world, resource),
  sets: Object.fromEntries(resource.sets.map((set) => [set.version, serializeSet(world, resource, set)])),
});

const sourceFields = ["id", "url", "keyringFilename", "keyringData"] as const;

export const serializeSource = makeSerializer<BootSource>("boot-sources", sourceFields, (_world, source) => ({
  created: timestamp(source.created),
  updated: timestamp(source.updated),
}));

const selectionFields = fieldsOf<BootSelection>("os", "release", "arches", "subarches", "labels");

export const serializeSelection = (world: World, selection: BootSelection): Json => ({
  id: selection.id,
  boot_source_id: selection.sourceId,
  ...selectionFields(selection),
  resource_uri: resourceUri(world, "boot-sources", selection.sourceId, "selections", selection.id),
});
