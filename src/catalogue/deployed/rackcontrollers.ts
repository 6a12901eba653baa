import { text } from "../field.ts";
import { comment } from "../fields.ts";
import {
  enableSsh,
  scriptParameters,
  stopMode,
  testingScripts,
  userData,
} from "../groups/machines-fields.ts";
import { queryPowerState, secretPowerParameters } from "../groups/node-operations.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed, nameOperations } from "../resource.ts";
import { controllerColumns, controllerOperations, controllerResource } from "./controllers.ts";

const rack = { path: "rackcontrollers", word: "rack controller", example: "rack-01" } as const;

const all = deployed("/rackcontrollers/");
const one = controllerResource(rack.path, rack.example);

export const group = {
  identity: "system_id",
  columns: [...controllerColumns, { header: "SERVICES", path: "service_set", as: "services", rank: "text" }],
  operations: nameOperations({
    ...controllerOperations("rack-controller", rack, [text("domain", "domain")]),
    "rack-controllers.describe_power_types": all.get("anyone", "List power types and their parameters", {
      identity: "name",
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "PARAMETERS", path: "fields.name" },
        { header: "QUERYABLE", path: "queryable", as: "boolean" },
        { header: "MISSING", path: "missing_packages" },
        { header: "DESCRIPTION", path: "description", wide: true },
      ],
    }),
    "rack-controllers.import_boot_images": all.post("admin", "Let all rack controllers import boot images", {
      verb: "import-boot-images-many",
      result: "text",
    }),
    "rack-controllers.power_parameters": all.get("admin", "Show the power parameters of many controllers", {
      verb: "power-parameters-many",
      fields: [
        text("id", "rack controller: system_id or name; all when omitted", {
          kind: "node",
          repeatable: true,
          isSplittable: true,
          alsoPositional: true,
        }),
      ],
      emptyAnswer: "object",
      sensitive: secretPowerParameters,
      example: { id: "rack-01" },
    }),
    "rack-controller.abort": one.post("admin", "Abort what a rack controller is doing", {
      examplePreparation: "svc rackcontrollers test rack-01 --yes",
      fields: [comment],
    }),
    "rack-controller.import_boot_images": one.post("admin", "Make a rack controller import boot images", {
      result: "text",
    }),
    "rack-controller.list_boot_images": one.get("admin", "List the boot images of a rack controller", {
      identity: "status",
      columns: [
        { header: "STATUS", path: "status", rank: "key" },
        { header: "CONNECTED", path: "connected", as: "boolean" },
        { header: "IMAGES", path: "images.name" },
      ],
    }),
    "rack-controller.override_failed_testing": one.post("admin", "Ignore the tests that failed", {
      fields: [comment],
    }),
    "rack-controller.power_off": one.post("admin", "Turn a rack controller off", {
      fields: [comment, stopMode],
      confirm: "interrupts",
    }),
    "rack-controller.power_on": one.post("admin", "Turn a rack controller on", {
      fields: [comment, userData],
      confirm: "interrupts",
      notes: ["Some power types cycle a node that is already on."],
    }),
    "rack-controller.query_power_state": queryPowerState(one),
    "rack-controller.test": one.post("admin", "Test a rack controller's hardware", {
      fields: [enableSsh, scriptParameters, testingScripts],
      confirm: "interrupts",
    }),
  }),
} as const satisfies GroupDefinition;
