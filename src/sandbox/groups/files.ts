import { filesOf, findFile, findFileByKey, removeFile, storeFile } from "../model/settings/stored.ts";
import { serializeFile, serializeFileWhole } from "../serialize/settings.ts";
import { invalidField } from "../state/domain-error.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Each user has files of their own; whoever has a file's key may read it. */
export const handlers = {
  "files.list": ({ world, user, query }) =>
    json(filesOf(world, user.username, query.get("prefix")).map((file) => serializeFile(world, file))),
  "files.create"(call) {
    const filename = call.form.get("filename");
    if (!filename) throw invalidField("filename", "Filename not supplied");
    const file = storeFile(call.world, call.user.username, filename, sentContent(call));
    return json(serializeFile(call.world, file));
  },
  "files.delete": (call) => remove(call, asked(call, "filename")),
  "files.get": (call) => answer(call, asked(call, "filename")),
  "files.get_by_key": (call) =>
    json(serializeFileWhole(call.world, findFileByKey(call.world, asked(call, "key")))),
  "file.read": (call) => answer(call, call.path.filename),
  "file.delete": (call) => remove(call, call.path.filename),
} satisfies HandlersOf<"files">;

/** The one part sent with a file name, whatever its own name; or the text of a `file` part without one. */
function sentContent({ form }: Call): Uint8Array {
  const parts = form.files();
  if (parts.length > 1) throw invalidField("file", "Exactly one file must be supplied");
  const text = form.get("file");
  const content = parts[0]?.content ?? (text === undefined ? undefined : Buffer.from(text));
  if (content === undefined) throw invalidField("file", "File not supplied");
  return content;
}

/** The value of a required field of the query, to the letter. */
function asked(call: Call, name: string): string | undefined {
  readForm(call).check();
  return call.query.get(name);
}

const answer = ({ world, user }: Call, filename: string | undefined) =>
  json(serializeFileWhole(world, findFile(world, user.username, filename)));

function remove({ world, user }: Call, filename: string | undefined) {
  removeFile(world, findFile(world, user.username, filename));
  return empty(200);
}
