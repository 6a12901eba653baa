import { textId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";

const parameters = [
  textId("osystem", "operating system"),
  textId("distro_series", "release of the operating system"),
] as const;

const licenseKey = {
  name: "license_key",
  type: "string",
  secret: true,
  help: "license key, as @file or @-",
} as const satisfies Field;

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
    "license-keys.list": {
      verb: "list",
      method: "GET",
      path: "/license-keys/",
      who: "anyone",
      summary: "List license keys",
      success: 200,
      result: "json",
      sensitive: ["license_key"],
    },
    "license-keys.create": {
      verb: "create",
      method: "POST",
      path: "/license-keys/",
      who: "admin",
      summary: "Add a license key",
      fields: [
        { name: "osystem", type: "string", required: true, help: "operating system" },
        {
          name: "distro_series",
          type: "string",
          required: true,
          help: "release of the operating system",
        },
        { ...licenseKey, required: true },
      ],
      success: 200,
      result: "json",
      sensitive: ["license_key"],
      example: { osystem: "windows", distro_series: "win2025", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
    },
    "license-key.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/license-key/{osystem}/{distro_series}",
      who: "admin",
      summary: "Delete a license key",
      parameters,
      confirm: "destroys",
      example: { osystem: "windows", distro_series: "win2022" },
      success: 200,
      errors: [404],
      result: "none",
    },
    "license-key.read": {
      verb: "get",
      method: "GET",
      path: "/license-key/{osystem}/{distro_series}",
      who: "anyone",
      summary: "Show a license key",
      parameters,
      example: { osystem: "windows", distro_series: "win2022" },
      success: 200,
      errors: [404],
      result: "json",
      sensitive: ["license_key"],
    },
    "license-key.update": {
      verb: "update",
      method: "PUT",
      path: "/license-key/{osystem}/{distro_series}",
      who: "admin",
      summary: "Change a license key",
      parameters,
      fields: [licenseKey],
      example: { osystem: "windows", distro_series: "win2022", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
      success: 200,
      errors: [404],
      result: "json",
      sensitive: ["license_key"],
    },
  },
} as const satisfies Group;
