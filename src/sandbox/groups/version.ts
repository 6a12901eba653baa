import { json, text } from "../wire/answers.ts";
import type { HandlersOf } from "../wire/call.ts";

/** Parts of the API that clients may look for. */
const capabilities = [
  "networks-management",
  "static-ipaddresses",
  "ipv6-deployment-ubuntu",
  "devices-management",
  "storage-deployment-ubuntu",
  "network-deployment-ubuntu",
  "bridging-interface-ubuntu",
  "bridging-automatic-ubuntu",
  "authenticate-api",
];

/** The number of the API version, as plain text; below that number the service's own, as recorded. */
export const handlers = {
  "version.get": (call) =>
    call.path.version === undefined
      ? text("2.0")
      : json({ capabilities, version: "3.4.10-sandbox", subversion: "" }),
} satisfies HandlersOf<"version">;
