import { textId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

const licenseKeyText = {
  name: "license_key",
  type: "string",
  secret: true,
  help: "license key, as @file or @-",
} as const satisfies Field;

const licenseKeys = resource("/license-keys/");
const licenseKey = resource(
  "/license-key/{osystem}/{distro_series}",
  textId("osystem", "operating system"),
  textId("distro_series", "release of the operating system"),
);

/** The collection is `license-keys`, the single resource `license-key`. */
export const group = {
  name: "license-keys",
  identity: "distro_series",
  columns: [
    { header: "OS", path: "osystem" },
    { header: "SERIES", path: "distro_series" },
    { header: "KEY", path: "license_key" },
  ],
  operations: {
    "license-keys.list": licenseKeys.list({
      who: "anyone",
      summary: "List license keys",
      sensitive: ["license_key"],
    }),
    "license-keys.create": licenseKeys.create({
      who: "admin",
      summary: "Add a license key",
      fields: [
        { name: "osystem", type: "string", required: true, help: "operating system" },
        { name: "distro_series", type: "string", required: true, help: "release of the operating system" },
        { ...licenseKeyText, required: true },
      ],
      sensitive: ["license_key"],
      example: { osystem: "windows", distro_series: "win2025", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
    }),
    "license-key.delete": licenseKey.remove({
      who: "admin",
      summary: "Delete a license key",
      example: { osystem: "windows", distro_series: "win2022" },
    }),
    "license-key.read": licenseKey.read({
      who: "anyone",
      summary: "Show a license key",
      example: { osystem: "windows", distro_series: "win2022" },
      sensitive: ["license_key"],
    }),
    "license-key.update": licenseKey.update({
      who: "admin",
      summary: "Change a license key",
      fields: [licenseKeyText],
      example: { osystem: "windows", distro_series: "win2022", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
      sensitive: ["license_key"],
    }),
  },
} as const satisfies Group;
