import type { GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const version = resource("/api/version/");

export const group = {
  identity: "version",
  columns: [
    { header: "API", path: "api_version" },
    { header: "VERSION", path: "version", rank: "key" },
    { header: "SUBVERSION", path: "subversion" },
    { header: "CAPABILITIES", path: "capabilities", as: "names" },
  ],
  operations: {
    "version.get": version.read("anonymous", "Show the versions of the API and of the service", {
      notes: [
        "A table also shows the service's own version and capabilities, from version/ under the API's path.",
      ],
      result: "text",
    }),
  },
} as const satisfies GroupDefinition;
