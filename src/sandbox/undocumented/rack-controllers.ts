import { list, text } from "../../catalogue/field.ts";
import { nodeId, nodeListFilters } from "../../catalogue/fields.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const all = resource("/rackcontrollers/");
const one = resource("/rackcontrollers/{system_id}/", [nodeId]);

/** Rack controllers, which the sandbox only shows. */
export const group = {
  name: "rack-controllers",
  identity: "system_id",
  columns: [],
  operations: {
    "rack-controllers.list": all.list("anyone", "List the rack controllers", { fields: nodeListFilters }),
    "rack-controllers.describe_power_types": all.get(
      "describe_power_types",
      "anyone",
      "List the types of power controllers and their parameters",
    ),
    "rack-controllers.is_registered": all.get(
      "is_registered",
      "anyone",
      "Check whether a MAC address is known",
      { fields: [text("mac_address", "MAC address to look for", { required: true })] },
    ),
    "rack-controllers.power_parameters": all.get(
      "power_parameters",
      "admin",
      "Show the power parameters of rack controllers",
      { fields: [list("id", "system ids of the rack controllers")] },
    ),
    "rack-controller.read": one.read("anyone", "Show a rack controller"),
    "rack-controller.details": one.get(
      "details",
      "anyone",
      "Show the hardware details of a rack controller",
      {
        result: "bson",
      },
    ),
    "rack-controller.power_parameters": one.get(
      "power_parameters",
      "admin",
      "Show the power parameters of a rack controller",
    ),
    "rack-controller.query_power_state": one.get(
      "query_power_state",
      "anyone",
      "Ask the power controller of a rack controller for its state",
    ),
    "rack-controller.list_boot_images": one.get(
      "list_boot_images",
      "admin",
      "List the boot images that a rack controller has",
    ),
  },
} as const satisfies Group;
