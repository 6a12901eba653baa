import type { ConfigItem } from "../../catalogue/config-items.ts";
import { configValue, findItem, setConfigValue } from "../model/settings/config.ts";
import { answersAsDeployed } from "../state/answer-style.ts";
import { forbidden } from "../state/domain-error.ts";
import { json, plainJson, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Parts of the API that clients may look for. */
const capabilities = [
  "networks-management",
  "static-ipaddresses",
  "ipv6-deployment-ubuntu",
  "devices-management",
  "storage-deployment-ubuntu",
  "network-deployment-ubuntu",
  "bridging-interface-ubuntu",
  "bridging-automatic-ubuntu",
  "authenticate-api",
];

/** The service itself: its version, and its configuration, which everybody reads but for the secrets. */
export const handlers = {
  // The number of the API version, as plain text; below that number the service's own, as recorded.
  "version.get": (call) =>
    call.path.version === undefined
      ? text("2.0")
      : json({ capabilities, version: "3.4.10-sandbox", subversion: "" }),
  // A text item as it is, any other as its JSON scalar; `null` for one that was never set.
  "svc.get_config"(call) {
    const item = itemOf(call);
    const value = configValue(call.world, item.name);
    if (item.secret && !call.user.isAdministrator) throw forbidden();
    return answersAsDeployed(call.world, "config-values") ? plainJson(value) : text(String(value));
  },
  "svc.set_config"(call) {
    setConfigValue(call.world, itemOf(call), call.form.get("value") ?? "");
    return text("OK");
  },
} satisfies HandlersOf<"version"> & HandlersOf<"config">;

function itemOf(call: Call): ConfigItem {
  const form = readForm(call);
  form.check();
  return findItem(call.world, form.text("name") ?? "");
}
