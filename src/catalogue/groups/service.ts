import { configItemNames, configItems } from "../config-items.ts";
import { text } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { nameOperations, resource } from "../resource.ts";

const version = resource("/api/version/");

export const versionGroup = {
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
        "The table also shows the service's version and capabilities, which svc reads from version/ under the API's path.",
      ],
      result: "text",
    }),
  },
} as const satisfies GroupDefinition;

/** Unknown names are accepted, because other services have other items. */
const itemName = text("name", "configuration item", {
  required: true,
  positional: true,
  suggestions: configItemNames,
});

const svc = resource("/svc/");

export const configGroup = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "VALUE", path: "value", rank: "text" },
  ],
  kind: { key: ["name"], map: { name: "name", value: "value" } },
  operations: nameOperations({
    "svc.get_config": svc.get("anyone", "Show the value of a configuration item", {
      verb: "get",
      fields: [itemName],
      example: { name: "ntp_servers" },
      result: "text",
      answersAnyText: true,
    }),
    "svc.set_config": svc.post("admin", "Set a configuration item", {
      verb: "set",
      actionConfirms: true,
      notes: ["An empty value clears an item that may be empty."],
      fields: [itemName, text("value", "value; '' for an empty value", { alsoPositional: true })],
      rules: [
        {
          kind: "configItem",
          name: "name",
          value: "value",
          items: configItems,
          message: "invalid value: see 'svc config describe'",
        },
      ],
      example: { name: "default_dns_ttl", value: "30" },
      result: "text",
    }),
  }),
} as const satisfies GroupDefinition;
