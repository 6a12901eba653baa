import { filesOf, findFile, findFileByKey, removeFile, storeFile } from "../model/settings/files.ts";
import { serializeFile } from "../serialize/settings.ts";
import { invalidField } from "../state/domain-error.ts";
import type { StoredFile } from "../state/settings.ts";
import { type Answer, empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";

/** Document 2, "Files". Each user has files of their own; whoever has a file's key may read it. */
export const handlers = {
  "files.list": (call) => {
    const { username } = call.user;
    return json(
      filesOf(call.world, username, call.query.get("prefix")).map((file) => serializeFile(call.world, file)),
    );
  },

  "files.create": (call) => {
    const { username } = call.user;
    const filename = call.form.get("filename");
    if (filename === undefined || filename === "") {
      throw invalidField("filename", "Filename not supplied");
    }
    const parts = call.form.files();
    if (parts.length > 1) throw invalidField("file", "Exactly one file must be supplied");
    const data = parts[0]?.content ?? sentAsText(call);
    if (data === undefined) throw invalidField("file", "File not supplied");
    return json(serializeFile(call.world, storeFile(call.world, username, filename, data)));
  },

  "files.delete": (call) => remove(call, required(call, "filename")),

  "files.get": (call) => {
    const { username } = call.user;
    return whole(call, findFile(call.world, username, required(call, "filename")));
  },

  "files.get_by_key": (call) => whole(call, findFileByKey(call.world, required(call, "key"))),

  "file.read": (call) => {
    const { username } = call.user;
    return whole(call, findFile(call.world, username, call.path.filename));
  },

  "file.delete": (call) => remove(call, call.path.filename),
} satisfies HandlersOf<"files">;

/** A `file` part without a file name is its text. */
function sentAsText(call: Call): Uint8Array | undefined {
  const value = call.form.get("file");
  return value === undefined ? undefined : Buffer.from(value);
}

function required(call: Call, name: string): string {
  const value = call.query.get(name);
  if (value === undefined || value === "") throw invalidField(name, "This field is required.");
  return value;
}

const whole = (call: Call, file: StoredFile): Answer =>
  json({ ...serializeFile(call.world, file), content: file.content });

function remove(call: Call, filename: string | undefined): Answer {
  const { username } = call.user;
  removeFile(call.world, findFile(call.world, username, filename));
  return empty(200);
}
