import { addSslKey, sslKeysOf } from "../model/settings/keys.ts";
import { serializeSslKey } from "../serialize/settings.ts";
import { removeRow } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { ownKeyOf } from "./path-keys.ts";

export const handlers = {
  "ssl-keys.list": ({ world, user }) =>
    json(sslKeysOf(world, user.username).map((key) => serializeSslKey(world, key))),
  "ssl-keys.create"(call) {
    readForm(call).check();
    const key = addSslKey(call.world, call.user.username, call.form.get("key") ?? "");
    return json(serializeSslKey(call.world, key), 201);
  },
  "ssl-key.read": (call) => json(serializeSslKey(call.world, keyOf(call))),
  "ssl-key.delete"(call) {
    removeRow(call.world.state.settings.sslKeys, keyOf(call).id);
    return empty(204);
  },
} satisfies HandlersOf<"sslkeys">;

const keyOf = (call: Call) => ownKeyOf(call, call.world.state.settings.sslKeys, "SSLKey");
