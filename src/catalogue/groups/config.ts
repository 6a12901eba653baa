import { configItemNames, configItems } from "../config-items.ts";
import { text } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";

/** Unknown names are accepted, because other deployments have other items. */
const itemName = text("name", "configuration item", {
  required: true,
  positional: true,
  suggestions: configItemNames,
});

const svc = resource("/svc/");

export const group = {
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
      notes: ["An empty value clears an item that allows it."],
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
