import type { Group } from "../operation.ts";

/** Document 1, "Versioning"; field notes, "Addresses". */
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
      summary: "Show the versions of the API and of the service",
      notes: [
        "A service that tells its own version and capabilities, at version/ under the API's path, is asked for them too.",
      ],
      success: 200,
      result: "text",
      anonymous: true,
    },
  },
} as const satisfies Group;
