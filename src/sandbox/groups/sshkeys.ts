import { addSshKey, importSshKeys, sshKeysOf } from "../model/settings/ssh-keys.ts";
import { serializeSshKey } from "../serialize/settings.ts";
import { forbidden, noMatch } from "../state/domain-error.ts";
import type { SshKey } from "../state/settings.ts";
import { findRow, removeRow } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Document 2, "SSH keys"; another user's key is a 403 (document 1, "Authentication"). */
export const handlers = {
  "ssh-keys.list": (call) => {
    const { username } = call.user;
    return json(sshKeysOf(call.world, username).map((key) => serializeSshKey(call.world, key)));
  },

  "ssh-keys.create": (call) => {
    const { username } = call.user;
    const form = readForm(call.form);
    form.required("key");
    form.check();
    return json(
      serializeSshKey(call.world, addSshKey(call.world, username, call.form.get("key") ?? "")),
      201,
    );
  },

  "ssh-keys.import": (call) => {
    const { username } = call.user;
    const form = readForm(call.form);
    const keysource = form.required("keysource");
    form.check();
    return json(
      importSshKeys(call.world, username, keysource).map((key) => serializeSshKey(call.world, key)),
    );
  },

  "ssh-key.read": (call) => json(serializeSshKey(call.world, find(call))),

  "ssh-key.delete": (call) => {
    removeRow(call.world.state.settings.sshKeys, find(call).id);
    return empty(204);
  },
} satisfies HandlersOf<"sshkeys">;

function find(call: Call): SshKey {
  const { username } = call.user;
  const key = findRow(call.world.state.settings.sshKeys, call.path.id);
  if (key === undefined) throw noMatch("SSHKey");
  if (key.owner !== username) throw forbidden("Can't access a key you don't own.");
  return key;
}
