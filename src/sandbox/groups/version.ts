import type { OperationIdOf } from "../../api/index.ts";
import { type Handler, json } from "../handler.ts";

/** What the service says it can do, in the form that deployed services answer with. */
const version = {
  capabilities: [
    "networks-management",
    "static-ipaddresses",
    "devices-management",
    "storage-deployment-ubuntu",
    "network-deployment-ubuntu",
    "bridging-interface-ubuntu",
    "bridging-automatic-ubuntu",
    "authenticate-api",
  ],
  version: "2.0.0",
  subversion: "sandbox",
};

export const handlers = {
  "version.get": () => json(version),
} satisfies Record<OperationIdOf<"version">, Handler>;
