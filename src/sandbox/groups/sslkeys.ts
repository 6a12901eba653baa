import type { OperationIdOf } from "../../api/index.ts";
import { addSslKey, sslKeysOf } from "../model/settings/ssl-keys.ts";
import { describeSslKey } from "../serialize/settings.ts";
import type { SslKey } from "../state/settings.ts";
import { findRow, removeRow } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, Handler } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { Refusal } from "../wire/http-error.ts";
import { requireUser } from "../wire/permissions.ts";

/** Document 2, "SSL keys"; another user's key is a 403. */
export const handlers = {
  "ssl-keys.list": (call) => {
    const { username } = requireUser(call);
    return json(sslKeysOf(call.world, username).map((key) => describeSslKey(call.world, key)));
  },

  "ssl-keys.create": (call) => {
    const { username } = requireUser(call);
    const form = readForm(call.form);
    form.required("key");
    form.check();
    return json(describeSslKey(call.world, addSslKey(call.world, username, call.form.get("key") ?? "")), 201);
  },

  "ssl-key.read": (call) => json(describeSslKey(call.world, find(call))),

  "ssl-key.delete": (call) => {
    removeRow(call.world.state.settings.sslKeys, find(call).id);
    return empty(204);
  },
} satisfies Record<OperationIdOf<"sslkeys">, Handler>;

function find(call: Call): SslKey {
  const { username } = requireUser(call);
  const key = findRow(call.world.state.settings.sslKeys, call.path.id);
  if (key === undefined) throw new Refusal(404, "No SSLKey matches the given query.");
  if (key.owner !== username) throw new Refusal(403, "Can't access a key you don't own.");
  return key;
}
