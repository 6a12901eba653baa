import { createHash, type Hash } from "node:crypto";
import { compareTexts } from "../../core/text/order.ts";
import {
  architectures,
  type BootResource,
  type BootSelection,
  type BootSource,
  type ImageFile,
  type ImageSet,
  type Images,
} from "../state/images.ts";
import type { Node } from "../state/node.ts";
import { forbidden, invalid, invalidField, requireFound } from "../state/service-error.ts";
import { findRow, insert, removeRow, rowsOf } from "../state/table.ts";
import { recordEvent, type World } from "../state/world.ts";
import { timestamp } from "../values/quantities.ts";
import { configValue } from "./settings/config.ts";

export const resourceTypes = ["synced", "uploaded", "generated"] as const;

const fileTypes: Readonly<Record<string, string>> = {
  tgz: "root-tgz",
  tbz: "root-tbz",
  txz: "root-txz",
  ddtgz: "root-dd",
  ddtbz: "root-dd.tar.bz2",
  ddtxz: "root-dd.tar.xz",
  ddtar: "root-dd.tar",
  ddbz2: "root-dd.bz2",
  ddgz: "root-dd.gz",
  ddxz: "root-dd.xz",
  ddraw: "root-dd.raw",
};

export const allResources = (world: World): BootResource[] =>
  rowsOf(world.state.images.resources).sort(
    (a, b) => compareTexts(a.name, b.name) || compareTexts(a.architecture, b.architecture),
  );

function nextVersion(world: World, sets: readonly ImageSet[]): string {
  const day = timestamp(world.clock.now()).slice(0, 10).replaceAll("-", "");
  let version = day;
  for (let number = 1; sets.some((set) => set.version === version); number += 1) version = `${day}.${number}`;
  return version;
}

export type UploadSpec = Readonly<
  Pick<BootResource, "name" | "architecture" | "title" | "baseImage"> &
    Pick<ImageFile, "filetype" | "sha256" | "sizeBytes">
>;

/** Adds a resource, or a version of one. No upload is needed if a file with this hash and size is stored. */
export function addUpload(world: World, spec: UploadSpec): BootResource {
  const resources = rowsOf(world.state.images.resources);
  if (resources.some((each) => each.type === "Synced" && each.name === spec.name))
    throw invalidField("name", `${spec.name} is the name of a synced boot resource.`);
  const { name, architecture, title, baseImage, sha256, sizeBytes } = spec;
  const isStored = resources
    .flatMap((each) => each.sets.flatMap((set) => set.files))
    .some(
      (file) => file.sha256 === sha256 && file.sizeBytes === sizeBytes && file.storedBytes === file.sizeBytes,
    );
  const resource =
    resources.find(
      (each) => each.type === "Uploaded" && each.name === name && each.architecture === architecture,
    ) ?? insertResource(world, { type: "Uploaded", name, architecture, title, baseImage });
  if (title !== "") resource.title = title;
  if (baseImage !== null) resource.baseImage = baseImage;
  const filetype = fileTypes[spec.filetype] ?? spec.filetype;
  const storedBytes = isStored ? sizeBytes : 0;
  const file = {
    id: world.state.images.nextFileId++,
    filename: filetype,
    filetype,
    sha256,
    sizeBytes,
    storedBytes,
  };
  resource.sets.push({ version: nextVersion(world, resource.sets), label: "uploaded", files: [file] });
  return resource;
}

type NewResource = Partial<BootResource> & Pick<BootResource, "type" | "name" | "architecture">;

const insertResource = (world: World, fields: NewResource): BootResource =>
  insert(world.state.images.resources, (id) => ({
    id,
    title: "",
    baseImage: null,
    subarches: fields.architecture.split("/")[1] ?? "generic",
    lastDeployed: null,
    sets: [],
    ...fields,
  }));

export function addSyncedResource(world: World, os: string, release: string, family: string): void {
  const version = releaseVersions.get(release);
  const kernel = version === undefined ? "generic" : `ga-${version}`;
  const name = `${os}/${release}`;
  const architecture = `${family}/${kernel}`;
  const { resources } = world.state.images;
  if (rowsOf(resources).some((each) => each.name === name && each.architecture === architecture)) return;
  const files = ["squashfs", "boot-initrd", "boot-kernel", "root-txz"].map((filetype): ImageFile => {
    const sha256 = createHash("sha256").update(`${name} ${architecture} ${filetype}`).digest("hex");
    const id = world.state.images.nextFileId++;
    return { id, filename: filetype, filetype, sha256, sizeBytes: 512, storedBytes: 512 };
  });
  const subarches = `generic,hwe-p,hwe-q,hwe-r,${kernel}`;
  const sets = [{ version: "20240101", label: "stable", files }];
  insertResource(world, { type: "Synced", name, architecture, subarches, sets });
}

type Deployment = Pick<Node, "osystem" | "distroSeries" | "architecture">;

export function recordImageDeployment(world: World, deployment: Deployment): void {
  const { osystem, distroSeries, architecture } = deployment;
  const family = architecture.split("/")[0];
  const names = [`${osystem}/${distroSeries}`, distroSeries];
  const resource = rowsOf(world.state.images.resources).find(
    (each) => names.includes(each.name) && each.architecture.split("/")[0] === family,
  );
  if (resource !== undefined) resource.lastDeployed = world.clock.now();
}

export const hasImage = (world: World, osystem: string, series: string): boolean =>
  rowsOf(world.state.images.resources).some(
    (each) =>
      (each.name === `${osystem}/${series}` || (osystem === "custom" && each.name === series)) &&
      each.sets.some((set) => set.files.every((file) => file.storedBytes === file.sizeBytes)),
  );

export function removeBootResource(world: World, resource: BootResource): void {
  const hashes = uploadHashes.get(world.state.images);
  for (const file of resource.sets.flatMap((set) => set.files)) hashes?.delete(file.id);
  removeRow(world.state.images.resources, resource.id);
}

/** Hashes of incomplete uploads. They cannot be saved: interrupted uploads start again after a state is loaded. */
const uploadHashes = new WeakMap<Images, Map<number, Hash>>();

function hashesOf(images: Images): Map<number, Hash> {
  const hashes = uploadHashes.get(images) ?? new Map<number, Hash>();
  uploadHashes.set(images, hashes);
  return hashes;
}

export const receivedBytes = (world: World, file: ImageFile): number =>
  file.storedBytes === file.sizeBytes || uploadHashes.get(world.state.images)?.has(file.id) === true
    ? file.storedBytes
    : 0;

export function appendChunk(world: World, resource: BootResource, file: ImageFile, chunk: Uint8Array): void {
  if (resource.type !== "Uploaded") throw forbidden(`Cannot upload to a resource of type: ${resource.type}.`);
  const receivedBefore = receivedBytes(world, file);
  if (receivedBefore === file.sizeBytes) throw invalid("Cannot upload to a complete file.");
  if (chunk.byteLength === 0) throw invalid("The chunk is empty.");
  const total = receivedBefore + chunk.byteLength;
  if (total > file.sizeBytes)
    throw invalid(`Too much data received: ${total} bytes for a file of ${file.sizeBytes}.`);
  const hashes = hashesOf(world.state.images);
  const hash = hashes.get(file.id) ?? createHash("sha256");
  if (total < file.sizeBytes) {
    hashes.set(file.id, hash.update(chunk));
    file.storedBytes = total;
    return;
  }
  const sha256 = hash.copy().update(chunk).digest("hex");
  if (sha256 !== file.sha256)
    throw invalid(`Saved content does not match given SHA256 value: it is ${sha256}.`);
  file.storedBytes = total;
  hashes.delete(file.id);
}

const releaseVersions: ReadonlyMap<string, string> = new Map([
  ["bionic", "18.04"],
  ["focal", "20.04"],
  ["jammy", "22.04"],
  ["noble", "24.04"],
]);

const versionedReleases = [...releaseVersions].map(([series, version]) => ({
  osystem: "ubuntu",
  series,
  version,
  kernel: `ga-${version}`,
}));

/** An uploaded image is deployed as `custom/<name>` or `<name>`. */
const otherReleases = (world: World) =>
  rowsOf(world.state.images.resources)
    .filter(({ name }) => !name.startsWith("ubuntu/"))
    .map(({ name }) => {
      const [osystem = "", series = ""] = (name.includes("/") ? name : `custom/${name}`).split("/");
      return { osystem, series, version: series, kernel: "" };
    });

export function findOsRelease(world: World, text: string) {
  const name =
    text === ""
      ? `${configValue(world, "default_osystem")}/${configValue(world, "default_distro_series")}`
      : text;
  const [seriesOrVersion = "", osystem] = name.split("/").reverse();
  return [...versionedReleases, ...otherReleases(world)].find(
    (each) =>
      (osystem === undefined || each.osystem === osystem) &&
      (seriesOrVersion === "" || each.series === seriesOrVersion || each.version === seriesOrVersion) &&
      hasImage(world, each.osystem, each.series),
  );
}

export function requireSelection(world: World, source: BootSource, id: string | undefined): BootSelection {
  const selection = findRow(world.state.images.selections, id);
  return requireFound(selection?.sourceId === source.id ? selection : undefined, "BootSourceSelection");
}

export const selectionsOf = (world: World, source: BootSource): BootSelection[] =>
  rowsOf(world.state.images.selections).filter((each) => each.sourceId === source.id);

type NewSource = Pick<BootSource, "url" | "keyringFilename" | "keyringData">;

export function addSource(world: World, source: NewSource): BootSource {
  const now = world.clock.now();
  return insert(world.state.images.sources, (id) => ({ id, ...source, created: now, updated: now }));
}

export function removeSource(world: World, source: BootSource): void {
  const { sources, selections } = world.state.images;
  for (const selection of selectionsOf(world, source)) removeRow(selections, selection.id);
  removeRow(sources, source.id);
}

export type NewSelection = Omit<BootSelection, "id" | "sourceId">;

export const addSelection = (world: World, source: BootSource, selection: NewSelection): BootSelection =>
  insert(world.state.images.selections, (id) => ({ id, sourceId: source.id, ...selection }));

const importMs = 30_000;
const importTaskKey = "images:import";

export function startImport(world: World): void {
  if (isImporting(world)) return;
  world.state.images.importEndsAt = world.clock.now() + importMs;
  recordEvent(world, { type: "Region import info", description: "Started importing of boot images." });
  scheduleImportEnd(world);
}

export function scheduleImportEnd(world: World): void {
  const { importEndsAt } = world.state.images;
  if (importEndsAt !== null) world.clock.schedule(importTaskKey, importEndsAt, () => finishImport(world));
}

/** Simulated time between automatic imports. */
export const autoImportMs = 3_600_000;

export function startAutoImport(world: World): void {
  if (configValue(world, "boot_images_auto_import") === true) startImport(world);
}

export function isImporting(world: World): boolean {
  const { importEndsAt } = world.state.images;
  if (importEndsAt !== null && world.clock.now() >= importEndsAt) finishImport(world);
  return world.state.images.importEndsAt !== null;
}

export function stopImport(world: World): void {
  if (!isImporting(world)) return;
  world.clock.cancel(importTaskKey);
  world.state.images.importEndsAt = null;
  recordEvent(world, { type: "Region import info", description: "Stopped importing of boot images." });
}

function finishImport(world: World): void {
  const { images } = world.state;
  if (images.importEndsAt === null) return;
  images.importEndsAt = null;
  world.clock.cancel(importTaskKey);
  for (const { os, release, arches } of rowsOf(images.selections)) {
    if (os === "" || release === "") continue;
    const families = arches.includes("*")
      ? ["amd64", "arm64"]
      : architectures.filter((each) => arches.includes(each));
    for (const family of families) addSyncedResource(world, os, release, family);
  }
  recordEvent(world, { type: "Region import info", description: "Finished importing of boot images." });
}
