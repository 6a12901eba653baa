import { addLicenseKey, findLicenseKey, removeLicenseKey } from "../model/settings/stored.ts";
import { serializeLicenseKey } from "../serialize/settings.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

export const handlers = {
  "license-keys.list": ({ world }) =>
    json(world.state.settings.licenseKeys.map((key) => serializeLicenseKey(world, key))),
  "license-keys.create"(call) {
    const form = readForm(call);
    const [osystem = "", distroSeries = ""] = ["osystem", "distro_series"].map((field) => {
      const value = form.text(field) ?? "";
      if (value !== "" && !/^[\w.-]+$/.test(value)) form.fail(field, `'${value}' is not a valid name.`);
      return value;
    });
    form.check();
    const licenseKey = form.text("license_key") ?? "";
    return json(
      serializeLicenseKey(call.world, addLicenseKey(call.world, { osystem, distroSeries, licenseKey })),
    );
  },
  "license-key.read": (call) => json(serializeLicenseKey(call.world, keyOf(call))),
  "license-key.update"(call) {
    const key = keyOf(call);
    const form = readForm(call);
    const licenseKey = form.has("license_key") ? form.required("license_key") : key.licenseKey;
    form.check();
    return json(serializeLicenseKey(call.world, Object.assign(key, { licenseKey })));
  },
  "license-key.delete"(call) {
    removeLicenseKey(call.world, keyOf(call));
    return empty(200);
  },
} satisfies HandlersOf<"license-keys">;

const keyOf = ({ world, path }: Call) => findLicenseKey(world, path.osystem, path.distro_series);
