import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";

const version = resource("/api/version/");

export const group = {
  name: "version",
  identity: "version",
  columns: [
    { header: "API", path: "api_version" },
    { header: "VERSION", path: "version", rank: "key" },
    { header: "SUBVERSION", path: "subversion" },
    { header: "CAPABILITIES", path: "capabilities" },
  ],
  operations: {
    "version.get": version.read("anonymous", "Show the versions of the API and of the service", {
      notes: [
        "A table also has what the service answers at version/ under the API's path: its own version and capabilities.",
      ],
      result: "text",
    }),
  },
} as const satisfies Group;
