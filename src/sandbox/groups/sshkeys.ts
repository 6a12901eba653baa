import { addSshKey, importSshKeys, sshKeysOf } from "../model/settings/keys.ts";
import { serializeSshKey } from "../serialize/settings.ts";
import { removeRow } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { ownKeyOf } from "./path-keys.ts";

export const handlers = {
  "ssh-keys.list": ({ world, user }) =>
    json(sshKeysOf(world, user.username).map((key) => serializeSshKey(world, key))),
  "ssh-keys.create"(call) {
    readForm(call).check();
    const key = addSshKey(call.world, call.user.username, call.form.get("key") ?? "");
    return json(serializeSshKey(call.world, key), 201);
  },
  "ssh-keys.import"(call) {
    const form = readForm(call);
    form.check();
    const keys = importSshKeys(call.world, call.user.username, form.text("keysource") ?? "");
    return json(keys.map((key) => serializeSshKey(call.world, key)));
  },
  "ssh-key.read": (call) => json(serializeSshKey(call.world, keyOf(call))),
  "ssh-key.delete"(call) {
    removeRow(call.world.state.settings.sshKeys, keyOf(call).id);
    return empty(204);
  },
} satisfies HandlersOf<"sshkeys">;

const keyOf = (call: Call) => ownKeyOf(call, call.world.state.settings.sshKeys, "SSHKey");
