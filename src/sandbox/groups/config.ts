import { configValue, isSecretItem, setConfigValue } from "../model/settings/config.ts";
import { forbidden } from "../state/domain-error.ts";
import { text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Administrators set; everybody reads what is not a secret. */
export const handlers = {
  // A text item as it is, any other as its JSON scalar; `null` for one that was never set.
  "svc.get_config"(call) {
    const name = nameOf(call);
    const value = configValue(call.world, name);
    if (isSecretItem(name) && !call.user.isAdministrator) throw forbidden();
    return text(String(value));
  },
  "svc.set_config"(call) {
    setConfigValue(call.world, nameOf(call), call.form.get("value") ?? "");
    return text("OK");
  },
} satisfies HandlersOf<"config">;

function nameOf(call: Call): string {
  const form = readForm(call);
  form.check();
  return form.text("name") ?? "";
}
