import type { Group } from "../operation.ts";

/** Document 1, "Versioning"; field notes, "Addresses". */
export const group = {
  name: "version",
  identity: "version",
  columns: [{ header: "VERSION", path: "version" }],
  operations: {
    "version.get": {
      verb: "get",
      method: "GET",
      path: "/api/version/",
      summary: "Show the service's API version",
      notes: [
        "Asked at both addresses where deployed services answer it; the first answer that is 2xx counts.",
      ],
      success: 200,
      result: "text",
      anonymous: true,
    },
  },
} as const satisfies Group;
