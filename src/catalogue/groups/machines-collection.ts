import { boolean, exclusive, flag, integer, joinWithAnd, list, needs, text, words } from "../field.ts";
import { comment, deviceConstraint, nodeFilterOptions } from "../fields.ts";
import {
  fromFileNotes,
  nodeListNotes,
  nodeListOptions,
  powerAndSystemOptions,
} from "../node-list-options.ts";
import type { Field, Rule } from "../operation.ts";
import { fromFile } from "../option-spec.ts";
import { nameOperations, resource } from "../resource.ts";
import {
  agentName,
  bridgeFields,
  commissioningEffect,
  commissioningScripts,
  enableSsh,
  minHweKernel,
  powerParameters,
  powerType,
  releaseConfirmation,
  releaseEffects,
  skipBmcConfig,
  skipNetworking,
  skipStorage,
  testingScripts,
} from "./machines-fields.ts";
import { machineLifecycle } from "./machines-lifecycle.ts";
import { isActionInProgress, isRegistered, secretPowerParameters, setZone } from "./node-operations.ts";

const interfacePattern =
  "(?:(?:id|fabric|fabric_class|ip|name|hostname|subnet|space|subnet_cidr|vlan|vid|tag|link_speed)=[^,;]+" +
  "|mode=unconfigured|type=(?:physical|vlan|bond|bridge|unknown))";

const labelledInterfacePattern = `[^:;,=]+:${interfacePattern}(?:,${interfacePattern})*`;
const diskPattern = "\\s*(?:[A-Za-z0-9_.-]+:)?\\d+(?:\\.\\d+)?(?:\\([^()]*\\))?\\s*";
const vidPattern = "(?:[0-9]|[1-9][0-9]{1,2}|[1-3][0-9]{3}|40[0-8][0-9]|409[0-4])";

/** A subnet may be identified by its CIDR, which contains colons. */
const ipv6SubnetPattern = "(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F.]*/\\d{1,3}";

const allocationFields: readonly Field[] = [
  agentName,
  text("arch", "architecture; repeat to allow several", { repeatable: true }),
  ...bridgeFields,
  comment,
  integer("cpu_count", "minimum number of CPUs", { min: 0 }),
  integer("mem", "minimum RAM in MiB, or with a unit: 64GB", { min: 0, unit: "MiB" }),
  { ...deviceConstraint, help: "hardware device it must have" },
  boolean("dry_run", "show the match without allocating it", { default: "false" }),
  text("fabric_classes", "fabric class; repeat to allow several", { repeatable: true }),
  text("fabrics", "fabric; repeat to allow several", { repeatable: true }),
  text("not_fabric_classes", "fabric class to exclude", { repeatable: true }),
  text("not_fabrics", "fabric to exclude", { repeatable: true }),
  text("not_in_pool", "resource pool to exclude", { repeatable: true }),
  text("not_in_zone", "physical zone to exclude", { repeatable: true }),
  text("not_subnets", "subnet to exclude", { repeatable: true }),
  text("not_tags", "tag it must not have", { repeatable: true }),
  text("interfaces", "labelled interface, such as up:type=physical,space=prod", {
    form: "label:key=value[,key2=value2]",
    pattern: `(?:${labelledInterfacePattern}(?:;${labelledInterfacePattern})*)?`,
  }),
  text("name", "host name or FQDN", { alsoRepeatable: true, form: "host|FQDN" }),
  text("pod", "pod it must belong to", { alsoRepeatable: true }),
  text("pod_type", "type of pod it must belong to", { alsoRepeatable: true }),
  text("not_pod", "pod to exclude", { alsoRepeatable: true }),
  text("not_pod_type", "type of pod to exclude", { alsoRepeatable: true }),
  text("pool", "resource pool", { alsoRepeatable: true }),
  text("storage", "disks it must have, in GB, such as root:100(ssd),data:500", {
    form: "label:size(tag[,tag])[,label:...]",
    pattern: `(?:${diskPattern}(?:,${diskPattern})*)?`,
  }),
  text("subnets", "subnet it must be on (vid:0 for untagged); repeat for several", {
    repeatable: true,
    form: "id|fabric:|ip:|name:|space:|vid:|vlan:",
    pattern: `[^:]*|(?:fabric|ip|name|space|vlan):.+|vid:${vidPattern}|${ipv6SubnetPattern}`,
  }),
  text("system_id", "a machine that may be allocated; repeatable", {
    alsoRepeatable: true,
    kind: "machine",
  }),
  text("tags", "tag it must have; repeat to require several", { repeatable: true }),
  boolean("verbose", "show more detail in constraints_by_type", { flag: "verbose-constraints" }),
  text("zone", "physical zone", { alsoRepeatable: true }),
];

const typesWithLogin = ["recs_box", "sm15k", "vmmgr", "mscm", "ocs", "ucsm", "hmcz"] as const;

const onlyFor = (field: string, ...types: readonly string[]): Rule => ({
  kind: "onlyWhen",
  fields: [field],
  when: "chassis_type",
  is: types,
  message: `${flag(field)} is for chassis ${types.length > 1 ? "types" : "type"} ${joinWithAnd(types)} only`,
});

/** Unknown types are accepted, because other services have other chassis types. */
const addChassisFields: readonly Field[] = [
  text("chassis_type", "type of chassis", {
    required: true,
    suggestions: words("hmcz mscm ocs powerkvm vmplatform recs_box sm15k ucsm virsh vmmgr"),
  }),
  text("hostname", "address of the chassis", { required: true, form: "URL|host|IP" }),
  boolean("accept_all", "commission every machine that is enlisted"),
  text("domain", "domain of the new machines"),
  text("password", "password for the chassis, as @file or @-", { secret: true }),
  text("username", "user name for the chassis"),
  integer("port", "port; recs_box, vmmgr and ocs only", { min: 1, max: 65_535 }),
  text("power_control", "power control method; sm15k only", {
    choices: ["ipmi", "restapi", "restapi2"],
    default: "ipmi",
  }),
  text("prefix_filter", "only machines with this name prefix; some chassis types only"),
  text("protocol", "protocol; vmmgr only", { default: "https" }),
  text("rack_controller", "rack controller to use", { kind: "node" }),
  text("token_name", "token used with --token-secret instead of a password"),
  text("token_secret", "secret of the token, as @file or @-", { secret: true }),
  boolean("verify_ssl", "verify the certificate of the chassis"),
];

const addChassisRules: readonly Rule[] = [
  {
    kind: "needs",
    field: "chassis_type",
    is: typesWithLogin,
    needs: ["username", "password"],
    unless: ["token_name", "token_secret"],
    message: `chassis types ${typesWithLogin.join(", ")} need --username and --password, or a token`,
  },
  onlyFor("port", "recs_box", "vmmgr", "ocs"),
  onlyFor("power_control", "sm15k"),
  onlyFor("prefix_filter", "virsh", "vmmgr", "powerkvm", "vmplatform", "hmcz"),
  onlyFor("protocol", "vmmgr"),
  needs("token_name", "token_secret"),
  needs("token_secret", "token_name"),
  exclusive("password", "token_secret"),
];

const all = resource("/machines/", [], { answersWith: "system_id", theme: "Inspection" });

export const machineCollection = nameOperations({
  "machines.list": all.list("anyone", "List machines", {
    notes: nodeListNotes("Patterns, --os and --limit", "--owner, --tags and --power"),
    options: [...nodeListOptions("machines"), ...powerAndSystemOptions("machines")],
    fields: nodeFilterOptions,
    commonFields: ["status", "zone", "pool", "hostname", "cpu_count", "mem", "arch"],
    example: { status: "ready", zone: "north" },
  }),
  "machines.create": all.create("anonymous", "Create a machine (or enlist it, without admin rights)", {
    theme: "Life cycle",
    notes: [
      "A machine that is created without administrator rights stays New until it is accepted.",
      "A machine created with --deployed is Deployed and never commissioned.",
      ...fromFileNotes,
    ],
    effects: [
      {
        template:
          "the service will commission the machine if you are an administrator (--no-commission prevents it)",
        unless: { commission: "false", deployed: "true" },
      },
    ],
    fields: [
      text("architecture", "architecture, such as amd64/generic", { required: true }),
      text("mac_addresses", "MAC address of an interface; repeat for several", {
        required: true,
        repeatable: true,
      }),
      text("subarchitecture", "subarchitecture, if the architecture has none"),
      boolean("commission", "commission it right away"),
      commissioningScripts,
      boolean("deployed", "create it as Deployed, without commissioning"),
      text("description", "free text"),
      text("domain", "domain; the default domain when omitted"),
      enableSsh,
      text("hostname", "host name; generated when omitted"),
      boolean("is_dpu", "the machine is a DPU", { default: "false" }),
      minHweKernel,
      powerType,
      powerParameters,
      skipBmcConfig,
      skipNetworking,
      skipStorage,
      testingScripts,
    ],
    options: fromFile,
    waiter: "create",
    commonFields: ["hostname", "power_type", "power_parameters", "commission", "domain", "description"],
    example: { architecture: "amd64/generic", mac_addresses: "52:54:00:aa:bb:01", hostname: "rack7-new" },
  }),
  "machines.accept": all.post("admin", "Accept enlisted machines so that they can be commissioned", {
    theme: "Life cycle",
    notes: [
      "Accepts all of the machines or none. Machines that were accepted before are ignored; an allocated or broken one is an error.",
    ],
    effects: [{ template: commissioningEffect, statuses: ["new"] }],
    fields: [list("machines", "machines to accept; may be empty", { kind: "machine" })],
    allowedStatuses: ["new"],
    waiter: "accept",
    documentedAdminOnly: true,
    example: { machines: "power-01" },
  }),
  "machines.accept_all": all.post("admin", "Accept every enlisted machine", {
    theme: "Life cycle",
    notes: ["Accepts machines with the status New."],
    effects: [{ template: "the service will commission every machine that is New" }],
    waiter: "accept",
    documentedAdminOnly: true,
  }),
  "machines.add_chassis": all.post("admin", "Enlist the machines of a chassis", {
    theme: "Life cycle",
    fields: addChassisFields,
    rules: addChassisRules,
    effects: [
      { template: "the service will commission every machine of the chassis", when: { accept_all: "true" } },
    ],
    result: "text",
    example: { chassis_type: "virsh", hostname: "qemu+ssh://rack1.example/system" },
  }),
  "machines.allocate": all.post("anyone", "Allocate a machine that matches all constraints", {
    meanings: { 409: { hint: "free machines: svc machines list --where status=ready" } },
    sites: "first",
    theme: "Life cycle",
    answersWith: "system_id",
    notes: [
      "Only machines with the status Ready are considered, and all constraints must match.",
      "With --dry-run, the service shows which machine matches and allocates nothing.",
      "If the service refuses to deploy the machine, svc releases it again.",
    ],
    fields: allocationFields,
    dryRunField: "dry_run",
    followUp: { option: "deploy", operation: machineLifecycle["machine.deploy"] },
    commonFields: words(
      "name tags arch cpu_count mem pool zone storage subnets interfaces fabrics not_tags system_id agent_name comment",
    ),
    example: { tags: "ssd", cpu_count: "4" },
  }),
  "machines.clone": all.post("owner", "Copy a machine's interfaces or storage to others", {
    theme: "Network and storage",
    notes: [
      "Copying storage requires destinations with at least as many physical disks of at least the same size.",
      "Copying interfaces requires destinations with interfaces of the same names; more are allowed.",
    ],
    fields: [
      text("source", "machine to copy from", { kind: "machine", required: true }),
      list("destinations", "machines to copy to", { kind: "machine", required: true }),
      boolean("interfaces", "copy the interfaces", { required: true, default: "false" }),
      boolean("storage", "copy the storage", { required: true, default: "false" }),
    ],
    success: 204,
    result: "none",
    confirm: "interrupts",
    example: { source: "web-01", destinations: "web-02", storage: "true" },
  }),
  "machines.is_registered": isRegistered(all, "machine"),
  "machines.is_action_in_progress": isActionInProgress(all, "machine"),
  "machines.list_allocated": all.get("anyone", "List the machines allocated to you"),
  "machines.power_parameters": all.get("admin", "Show the power parameters of many machines in one request", {
    theme: "Settings",
    verb: "power-parameters-many",
    fields: [
      text("id", "machine: system_id, hostname, FQDN or MAC address", {
        kind: "machine",
        required: true,
        repeatable: true,
        isSplittable: true,
        positional: true,
      }),
    ],
    documentedAdminOnly: true,
    sensitive: secretPowerParameters,
    example: { id: "web-01" },
  }),
  "machines.release": all.post("owner", "Release several machines, all or none", {
    theme: "Life cycle",
    verb: "release-many",
    notes: ["If the status of one machine does not allow a release, the whole request fails with 409."],
    fields: [
      list("machines", "machines to release; may be empty", { kind: "machine", required: true }),
      comment,
    ],
    allowedStatuses: machineLifecycle["machine.release"].allowedStatuses ?? [],
    waiter: "release",
    confirm: "destroys",
    confirmWhen: releaseConfirmation,
    effects: releaseEffects.filter(({ when }) => when === undefined),
    example: { machines: "app-02", comment: "end of the test" },
  }),
  "machines.set_zone": all.post("admin", "Move machines to a physical zone", {
    theme: "Settings",
    ...setZone("machine"),
    ignoresLock: true,
    example: { nodes: "web-01", zone: "north" },
  }),
});
