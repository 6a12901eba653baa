import { configValue, isSecretItem, setConfigValue } from "../model/settings/config.ts";
import { forbidden } from "../state/domain-error.ts";
import { text } from "../wire/answers.ts";
import type { HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Document 3, "Server configuration". Administrators set; everybody reads what is no secret. */
export const handlers = {
  // As text: a text item as it is, any other as its JSON scalar, `null` where none was ever set.
  "svc.get_config": (call) => {
    const { user } = call;
    const form = readForm(call.query);
    const name = form.required("name");
    form.check();
    const value = configValue(call.world, name);
    if (isSecretItem(name) && !user.isAdministrator) throw forbidden();
    return text(String(value));
  },

  "svc.set_config": (call) => {
    const form = readForm(call.form);
    const name = form.required("name");
    form.check();
    setConfigValue(call.world, name, call.form.get("value") ?? "");
    return text("OK");
  },
} satisfies HandlersOf<"config">;
