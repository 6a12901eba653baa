import { text, textId } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const licenseKeyText = text("license_key", "license key, as @file or @-", { secret: true });
const all = resource("/license-keys/", [], { answersWith: "distro_series", sensitive: ["license_key"] });
const one = resource(
  "/license-key/{osystem}/{distro_series}",
  [textId("osystem", "operating system"), textId("distro_series", "release of the operating system")],
  { answersWith: "distro_series", example: { osystem: "windows", distro_series: "win2022" } },
);

export const group = {
  identity: "distro_series",
  columns: [
    { header: "OS", path: "osystem", rank: "key" },
    { header: "SERIES", path: "distro_series", rank: "key" },
    { header: "KEY", path: "license_key", min: 25 },
  ],
  kind: { key: ["osystem", "distro_series"] },
  operations: {
    "license-keys.list": all.list("admin", "List license keys"),
    "license-keys.create": all.create("admin", "Add a license key", {
      fields: [
        text("osystem", "operating system", { required: true }),
        text("distro_series", "release of the operating system", { required: true }),
        { ...licenseKeyText, required: true },
      ],
      example: { osystem: "windows", distro_series: "win2025", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
    }),
    "license-key.delete": one.remove("admin", "Delete a license key"),
    "license-key.read": one.read("admin", "Show a license key", { sensitive: ["license_key"] }),
    "license-key.update": one.update("admin", "Change a license key", {
      fields: [licenseKeyText],
      example: { osystem: "windows", distro_series: "win2022", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
      sensitive: ["license_key"],
    }),
  },
} as const satisfies GroupDefinition;
