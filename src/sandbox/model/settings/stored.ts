import { invalidField, notFound, requireFound } from "../../state/domain-error.ts";
import type { CommissioningScript, LicenseKey, StoredFile } from "../../state/settings.ts";
import type { World } from "../../state/world.ts";

/** A user's files whose names begin with `prefix`, ordered by name. */
export const filesOf = (world: World, owner: string, prefix = ""): StoredFile[] =>
  world.state.settings.files
    .filter((file) => file.owner === owner && file.filename.startsWith(prefix))
    .sort((a, b) => (a.filename < b.filename ? -1 : 1));

/** A user's file of that name; not found where it does not exist. */
export const findFile = (world: World, owner: string, filename: string | undefined): StoredFile =>
  fileWhere(world, (file) => file.owner === owner && file.filename === filename);

/** The file with that key, for any caller; not found where it does not exist. */
export const findFileByKey = (world: World, key: string | undefined): StoredFile =>
  fileWhere(world, (file) => file.key === key);

function fileWhere(world: World, holds: (file: StoredFile) => boolean): StoredFile {
  const file = world.state.settings.files.find(holds);
  if (file === undefined) throw notFound("File not found");
  return file;
}

/** Stores a file, or replaces the content of the owner's file of that name, which keeps its key. */
export function storeFile(world: World, owner: string, filename: string, data: Uint8Array): StoredFile {
  const { files } = world.state.settings;
  const content = Buffer.from(data).toString("base64");
  const old = files.find((file) => file.owner === owner && file.filename === filename);
  if (old !== undefined) return Object.assign(old, { content });
  const file: StoredFile = { owner, filename, key: world.random.uuid(), content };
  files.push(file);
  return file;
}

/** The key of that operating system and release; undefined where it does not exist. */
const licenseKeyOf = (world: World, osystem: string | undefined, distroSeries: string | undefined) =>
  world.state.settings.licenseKeys.find(
    (each) => each.osystem === osystem && each.distroSeries === distroSeries,
  );

export const findLicenseKey = (
  world: World,
  osystem: string | undefined,
  distroSeries: string | undefined,
): LicenseKey => requireFound(licenseKeyOf(world, osystem, distroSeries), "LicenseKey");

/** Adds a key; an `invalid` error where the operating system and release have one. */
export function addLicenseKey(world: World, key: LicenseKey): LicenseKey {
  if (licenseKeyOf(world, key.osystem, key.distroSeries) !== undefined)
    throw invalidField("__all__", "License key with this Osystem and Distro series already exists.");
  world.state.settings.licenseKeys.push(key);
  return key;
}

const scriptNamed = ({ state }: World, name: string | undefined) =>
  state.settings.scripts.find((each) => each.name === name);

/** The script of that name; not found where it does not exist. */
export const findScript = (world: World, name: string | undefined): CommissioningScript =>
  requireFound(scriptNamed(world, name), "Script");

/** Adds a script; an `invalid` error where its name is taken or could not stand in a path. */
export function addScript(world: World, name: string, content: Uint8Array): CommissioningScript {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/.test(name))
    throw invalidField("name", `Invalid script name: ${name}.`);
  if (scriptNamed(world, name) !== undefined)
    throw invalidField("name", "Script with this Name already exists.");
  const script = { name, content: Buffer.from(content).toString("base64") };
  world.state.settings.scripts.push(script);
  return script;
}
