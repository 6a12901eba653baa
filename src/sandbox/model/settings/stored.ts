import { invalidField, noMatch, notFound } from "../../state/domain-error.ts";
import type { CommissioningScript, LicenseKey, StoredFile } from "../../state/settings.ts";
import type { World } from "../../state/world.ts";

/** A user's files whose names begin with `prefix`, ordered by name. */
export const filesOf = (world: World, owner: string, prefix = ""): StoredFile[] =>
  world.state.settings.files
    .filter((file) => file.owner === owner && file.filename.startsWith(prefix))
    .sort((a, b) => (a.filename < b.filename ? -1 : 1));

/** A user's file of that name; not found where it does not exist. */
export function findFile(world: World, owner: string, filename: string | undefined): StoredFile {
  return found(world.state.settings.files.find((file) => file.owner === owner && file.filename === filename));
}

/** The file with that key, for any caller; not found where it does not exist. */
export const findFileByKey = (world: World, key: string | undefined): StoredFile =>
  found(world.state.settings.files.find((file) => file.key === key));

function found(file: StoredFile | undefined): StoredFile {
  if (file === undefined) throw notFound("File not found");
  return file;
}

/** Stores a file, or replaces the content of the owner's file of that name, which keeps its key. */
export function storeFile(world: World, owner: string, filename: string, data: Uint8Array): StoredFile {
  const { files } = world.state.settings;
  const content = Buffer.from(data).toString("base64");
  const old = files.find((file) => file.owner === owner && file.filename === filename);
  if (old !== undefined) {
    old.content = content;
    return old;
  }
  const file: StoredFile = { owner, filename, key: world.random.uuid(), content };
  files.push(file);
  return file;
}

export function removeFile(world: World, file: StoredFile): void {
  const { files } = world.state.settings;
  files.splice(files.indexOf(file), 1);
}

/** The key of that operating system and release; not found where it does not exist. */
export function findLicenseKey(
  world: World,
  osystem: string | undefined,
  distroSeries: string | undefined,
): LicenseKey {
  const key = world.state.settings.licenseKeys.find(
    (each) => each.osystem === osystem && each.distroSeries === distroSeries,
  );
  if (key === undefined) throw noMatch("LicenseKey");
  return key;
}

/** Adds a key; an `invalid` error where the operating system and release have one. */
export function addLicenseKey(world: World, key: LicenseKey): LicenseKey {
  const { licenseKeys } = world.state.settings;
  if (licenseKeys.some((each) => each.osystem === key.osystem && each.distroSeries === key.distroSeries)) {
    throw invalidField("__all__", "License key with this Osystem and Distro series already exists.");
  }
  licenseKeys.push(key);
  return key;
}

export function removeLicenseKey(world: World, key: LicenseKey): void {
  const { licenseKeys } = world.state.settings;
  licenseKeys.splice(licenseKeys.indexOf(key), 1);
}

/** The script of that name; not found where it does not exist. */
export function findScript(world: World, name: string | undefined): CommissioningScript {
  const script = world.state.settings.scripts.find((each) => each.name === name);
  if (script === undefined) throw noMatch("Script");
  return script;
}

/** Adds a script; an `invalid` error where its name is taken or could not stand in a path. */
export function addScript(world: World, name: string, content: Uint8Array): CommissioningScript {
  const { scripts } = world.state.settings;
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/.test(name)) {
    throw invalidField("name", `Invalid script name: ${name}.`);
  }
  if (scripts.some((each) => each.name === name)) {
    throw invalidField("name", "Script with this Name already exists.");
  }
  const script = { name, content: Buffer.from(content).toString("base64") };
  scripts.push(script);
  return script;
}

export function removeScript(world: World, script: CommissioningScript): void {
  const { scripts } = world.state.settings;
  scripts.splice(scripts.indexOf(script), 1);
}
