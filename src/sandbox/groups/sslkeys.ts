import { addSslKey, sslKeysOf } from "../model/settings/ssl-keys.ts";
import { serializeSslKey } from "../serialize/settings.ts";
import { forbidden, noMatch } from "../state/domain-error.ts";
import type { SslKey } from "../state/settings.ts";
import { findRow, removeRow } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Document 2, "SSL keys"; another user's key is a 403. */
export const handlers = {
  "ssl-keys.list": (call) => {
    const { username } = call.user;
    return json(sslKeysOf(call.world, username).map((key) => serializeSslKey(call.world, key)));
  },

  "ssl-keys.create": (call) => {
    const { username } = call.user;
    const form = readForm(call.form);
    form.required("key");
    form.check();
    return json(
      serializeSslKey(call.world, addSslKey(call.world, username, call.form.get("key") ?? "")),
      201,
    );
  },

  "ssl-key.read": (call) => json(serializeSslKey(call.world, find(call))),

  "ssl-key.delete": (call) => {
    removeRow(call.world.state.settings.sslKeys, find(call).id);
    return empty(204);
  },
} satisfies HandlersOf<"sslkeys">;

function find(call: Call): SslKey {
  const { username } = call.user;
  const key = findRow(call.world.state.settings.sslKeys, call.path.id);
  if (key === undefined) throw noMatch("SSLKey");
  if (key.owner !== username) throw forbidden("Can't access a key you don't own.");
  return key;
}
