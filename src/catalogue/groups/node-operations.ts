import { list, map, text } from "../field.ts";
import type { Effect, IdentifierKind, Operation } from "../operation.ts";

/** Parts of operations that machines, devices and nodes share. */

/** Some power drivers have a client key of this name. */
export const secretPowerParameters = ["key"] as const;

export const isRegistered = {
  fields: [text("mac_address", "MAC address to look for", { required: true, form: "MAC" })],
  result: "text",
  example: { mac_address: "52:54:00:00:00:01" },
} as const satisfies Partial<Operation>;

/** Undocumented; deployed services offer it only to requests without an API key. */
export const isActionInProgress = {
  source: "deployed",
  unsigned: true,
  ...isRegistered,
} as const satisfies Partial<Operation>;

/** Names and patterns select only nodes of this kind. */
export const setZone = (kind: IdentifierKind) =>
  ({
    fields: [
      list("nodes", `${kind}s to move`, { kind, required: true, alsoPositional: true, isSplittable: true }),
      text("zone", "name of the physical zone", { required: true, alsoPositional: true }),
    ],
    success: 204,
    result: "none",
  }) as const satisfies Partial<Operation>;

export const showPowerParameters = {
  documentedAdminOnly: true,
  emptyAnswer: "object",
  sensitive: secretPowerParameters,
} as const satisfies Partial<Operation>;

export const deletionEffects: readonly Effect[] = [
  { template: "the VM host will delete {them} with all disks", onlyVirtual: true },
];

export const setOwnerData = {
  deprecated: "use set-workload-annotations",
  fields: [
    map("key", "owner data; an empty value removes the key", {
      prefix: "",
      positional: true,
      undocumented: true,
    }),
  ],
  success: 204,
  result: "none",
} as const satisfies Partial<Operation>;

export const setWorkloadAnnotations = {
  fields: [
    map("key", "annotation; an empty value removes the key", {
      prefix: "",
      required: true,
      positional: true,
    }),
  ],
  success: 204,
  result: "none",
} as const satisfies Partial<Operation>;
