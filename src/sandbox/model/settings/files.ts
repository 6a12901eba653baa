import { notFound } from "../../state/domain-error.ts";
import type { StoredFile } from "../../state/settings.ts";
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
