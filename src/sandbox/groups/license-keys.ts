import { addLicenseKey, findLicenseKey, removeLicenseKey } from "../model/settings/license-keys.ts";
import { serializeLicenseKey } from "../serialize/settings.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Document 2, "License keys". Administrators change them. */
export const handlers = {
  "license-keys.list": (call) =>
    json(call.world.state.settings.licenseKeys.map((key) => serializeLicenseKey(call.world, key))),

  "license-keys.create": (call) => {
    const form = readForm(call.form);
    const key = {
      osystem: form.required("osystem"),
      distroSeries: form.required("distro_series"),
      licenseKey: form.required("license_key"),
    };
    for (const [field, value] of [
      ["osystem", key.osystem],
      ["distro_series", key.distroSeries],
    ] as const) {
      if (value !== "" && !/^[\w.-]+$/.test(value)) form.fail(field, `'${value}' is not a valid name.`);
    }
    form.check();
    return json(serializeLicenseKey(call.world, addLicenseKey(call.world, key)));
  },

  "license-key.read": (call) => json(serializeLicenseKey(call.world, find(call))),

  "license-key.update": (call) => {
    const key = find(call);
    const form = readForm(call.form);
    if (form.has("license_key")) {
      const licenseKey = form.required("license_key");
      form.check();
      key.licenseKey = licenseKey;
    }
    return json(serializeLicenseKey(call.world, key));
  },

  "license-key.delete": (call) => {
    removeLicenseKey(call.world, find(call));
    return empty(200);
  },
} satisfies HandlersOf<"license-keys">;

const find = ({ world, path }: Call) => findLicenseKey(world, path.osystem, path.distro_series);
