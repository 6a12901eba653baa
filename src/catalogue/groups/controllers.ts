import { boolean, text } from "../field.ts";
import { comment, nodeId, nodeListFilters } from "../fields.ts";
import type { GroupDefinition } from "../group.ts";
import type { Column, Field, Operation } from "../operation.ts";
import { liveOnly, nameOperations, type OperationWithOptions } from "../resource.ts";
import {
  enableSsh,
  powerParameters,
  powerType,
  scriptParameters,
  stopMode,
  testingScripts,
  userData,
} from "./machines-fields.ts";
import {
  isRegistered,
  queryPowerState,
  secretPowerParameters,
  setZone,
  showDetails,
  showPowerParameters,
} from "./node-operations.ts";

const controllerColumns = [
  { header: "NAME", path: "fqdn", rank: "key" },
  { header: "TYPE", path: "node_type_name" },
  { header: "VERSION", path: "version" },
  { header: "ZONE", path: "zone.name", rank: "minor" },
  { header: "IP", path: "ip_addresses", min: 15 },
  { header: "ID", path: "system_id", wide: true },
  { header: "POWER", path: "power_state", as: "power", wide: true },
  { header: "ARCH", path: "architecture", wide: true },
  { header: "TAGS", path: "tag_names", wide: true },
  { header: "DESCRIPTION", path: "description", wide: true, rank: "text" },
] as const satisfies readonly Column[];

const controllerResource = (plural: string, example: string) =>
  liveOnly(`/${plural}/{system_id}/`, [nodeId], { example: { system_id: example } });

type SharedId<Single extends string> =
  | `${Single}s.${"list" | "is_registered" | "set_zone"}`
  | `${Single}.${"read" | "update" | "delete" | "details" | "power_parameters"}`;

/** `word` is the noun in the singular, `single` the beginning of the ids, and `example` a host name. */
function controllerOperations<const Single extends string>(
  single: Single,
  { path, word, example }: { readonly path: string; readonly word: string; readonly example: string },
  extraFields: readonly Field[] = [],
) {
  const all = liveOnly(`/${path}/`, [], { answersWith: "system_id" });
  const one = controllerResource(path, example);
  const operations: Readonly<Record<string, Operation>> = {
    [`${single}s.list`]: all.list("anyone", `List ${word}s`, { fields: nodeListFilters }),
    [`${single}s.is_registered`]: isRegistered(all),
    [`${single}s.set_zone`]: all.post("admin", `Move ${word}s to a physical zone`, {
      ...setZone("node"),
      example: { nodes: example, zone: "north" },
    }),
    [`${single}.read`]: one.read("anyone", `Show a ${word} and its services`),
    [`${single}.update`]: one.update("admin", `Change a ${word}`, {
      fields: [
        text("description", "free text"),
        { ...powerParameters, undocumented: true },
        boolean("power_parameters_skip_check", "do not check the power parameters", { default: "false" }),
        powerType,
        text("zone", "physical zone"),
        ...extraFields,
      ],
      example: { system_id: example, description: "rack 7, unit 1" },
    }),
    [`${single}.delete`]: one.remove("admin", `Delete a ${word}`, {
      fields: [boolean("force", "delete it even if other objects depend on it")],
    }),
    [`${single}.details`]: showDetails(one),
    [`${single}.power_parameters`]: showPowerParameters(one),
  };
  return nameOperations(operations) as Readonly<Record<SharedId<Single>, OperationWithOptions>>;
}

const rack = { path: "rackcontrollers", word: "rack controller", example: "rack-01" } as const;

const allRacks = liveOnly("/rackcontrollers/");
const oneRack = controllerResource(rack.path, rack.example);

export const rackControllerGroup = {
  identity: "system_id",
  columns: [...controllerColumns, { header: "SERVICES", path: "service_set", as: "services", rank: "text" }],
  operations: nameOperations({
    ...controllerOperations("rack-controller", rack, [text("domain", "domain")]),
    "rack-controllers.describe_power_types": allRacks.get("anyone", "List power types and their parameters", {
      identity: "name",
      columns: [
        { header: "NAME", path: "name", rank: "key" },
        { header: "PARAMETERS", path: "fields.name" },
        { header: "QUERYABLE", path: "queryable", as: "boolean" },
        { header: "MISSING", path: "missing_packages" },
        { header: "DESCRIPTION", path: "description", wide: true },
      ],
    }),
    "rack-controllers.import_boot_images": allRacks.post(
      "admin",
      "Make all rack controllers import boot images",
      { verb: "import-boot-images-many", result: "text" },
    ),
    "rack-controllers.power_parameters": allRacks.get(
      "admin",
      "Show the power parameters of many controllers",
      {
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
      },
    ),
    "rack-controller.abort": oneRack.post("admin", "Abort what a rack controller is doing", {
      examplePreparation: "svc rackcontrollers test rack-01 --yes",
      fields: [comment],
    }),
    "rack-controller.import_boot_images": oneRack.post("admin", "Make a rack controller import boot images", {
      result: "text",
    }),
    "rack-controller.list_boot_images": oneRack.get("admin", "List the boot images of a rack controller", {
      identity: "status",
      columns: [
        { header: "STATUS", path: "status", rank: "key" },
        { header: "CONNECTED", path: "connected", as: "boolean" },
        { header: "IMAGES", path: "images.name" },
      ],
    }),
    "rack-controller.override_failed_testing": oneRack.post(
      "admin",
      "Ignore the failed tests of a rack controller",
      {
        fields: [comment],
      },
    ),
    "rack-controller.power_off": oneRack.post("admin", "Turn a rack controller off", {
      fields: [comment, stopMode],
      confirm: "interrupts",
    }),
    "rack-controller.power_on": oneRack.post("admin", "Turn a rack controller on", {
      fields: [comment, userData],
      confirm: "interrupts",
      notes: ["Some power types power-cycle a node that is already on."],
    }),
    "rack-controller.query_power_state": queryPowerState(oneRack),
    "rack-controller.test": oneRack.post("admin", "Test a rack controller's hardware", {
      fields: [enableSsh, scriptParameters, testingScripts],
      confirm: "interrupts",
    }),
  }),
} as const satisfies GroupDefinition;

export const regionControllerGroup = {
  identity: "system_id",
  columns: controllerColumns,
  operations: controllerOperations("region-controller", {
    path: "regioncontrollers",
    word: "region controller",
    example: "rack-01",
  }),
} as const satisfies GroupDefinition;
