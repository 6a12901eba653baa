import { list, map, text } from "../field.ts";
import type { Effect, Field, IdentifierKind, Operation } from "../operation.ts";
import type { Attributes, Resource } from "../resource.ts";

/** Some power drivers have a client key called `key`. */
export const secretPowerParameters = ["key"] as const;

const macQuery = {
  fields: [text("mac_address", "MAC address to look for", { required: true, form: "MAC" })],
  result: "text",
  example: { mac_address: "52:54:00:00:00:01" },
} as const satisfies Attributes;

export const isRegistered = (all: Resource, noun = "node", attributes: Attributes = {}) =>
  all.get("anyone", `Check whether a ${noun} with this MAC address is registered`, {
    ...macQuery,
    ...attributes,
  });

/** Undocumented; live services offer it only to requests without an API key. */
export const isActionInProgress = (all: Resource, noun: string) =>
  all.get("anonymous", `Check whether the ${noun} with this MAC address is busy`, {
    ...macQuery,
    source: "deployed",
    unsigned: true,
  });

export const setZone = (kind: IdentifierKind) =>
  ({
    fields: [
      list("nodes", `${kind}s to move`, { kind, required: true, alsoPositional: true, isSplittable: true }),
      text("zone", "name of the physical zone", { required: true, alsoPositional: true }),
    ],
    success: 204,
    result: "none",
  }) as const satisfies Partial<Operation>;

export const showDetails = (one: Resource, attributes: Attributes = {}) =>
  one.get("anyone", "Show hardware details (XML from lshw and lldp)", { result: "bson", ...attributes });

export const showPowerParameters = (one: Resource, attributes: Attributes = {}) =>
  one.get("admin", "Show power parameters, including secrets", {
    emptyAnswer: "object",
    sensitive: secretPowerParameters,
    ...attributes,
  });

export const queryPowerState = (one: Resource, attributes: Attributes = {}) =>
  one.get("anyone", "Ask the power controller for the power state", {
    notes: ["May take 30 seconds or more."],
    columns: [{ header: "POWER", path: "state", as: "power" }],
    identity: "state",
    timeoutMs: 90_000,
    meanings: { 503: { hint: "this node has no power control: see its power_type" } },
    ...attributes,
  });

export const deletionEffects: readonly Effect[] = [
  { template: "the VM host will delete {them} with all disks", onlyVirtual: true },
];

const ownerData = (help: string, attributes: Partial<Field>) =>
  ({
    fields: [
      map("key", `${help}; an empty value removes the key`, { prefix: "", positional: true, ...attributes }),
    ],
    success: 204,
    result: "none",
  }) as const satisfies Partial<Operation>;

export const setOwnerData = {
  deprecated: "use set-workload-annotations",
  ...ownerData("owner data", { undocumented: true }),
} as const;

export const setWorkloadAnnotations = ownerData("annotation", { required: true });
