import type { Group } from "../operation.ts";

export const group = {
  name: "version",
  identity: "version",
  columns: [
    { header: "API", path: "api_version" },
    { header: "VERSION", path: "version" },
    { header: "SUBVERSION", path: "subversion" },
    { header: "CAPABILITIES", path: "capabilities" },
  ],
  operations: {
    "version.get": {
      verb: "get",
      method: "GET",
      path: "/api/version/",
      who: "anonymous",
      summary: "Show the versions of the API and of the service",
      notes: [
        "A table also has what the service answers at version/ under the API's path: its own version and capabilities.",
      ],
      success: 200,
      result: "text",
    },
  },
} as const satisfies Group;
