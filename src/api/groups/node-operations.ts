import type { Operation } from "../operation.ts";

/** What the operations of machines, devices and nodes that have the same name have in common. */
type SharedFacts = Partial<Operation> & Pick<Operation, "who">;

/** The client key of a driver is called so. */
export const secretPowerParameters = ["key"] as const;

export const isRegistered = {
  who: "anyone",
  fields: [
    { name: "mac_address", type: "string", required: true, form: "MAC", help: "MAC address to look for" },
  ],
  errors: [400],
  result: "text",
  example: { mac_address: "52:54:00:00:00:01" },
} as const satisfies SharedFacts;

export const setZone = {
  who: "admin",
  fields: [
    {
      name: "nodes",
      type: "list",
      kind: "node",
      required: true,
      alsoPositional: true,
      help: "nodes to move",
    },
    { name: "zone", type: "string", required: true, alsoPositional: true, help: "name of the physical zone" },
  ],
  success: 204,
  errors: [400, 403],
  result: "none",
} as const satisfies SharedFacts;

export const details = {
  who: "anyone",
  summary: "Show hardware details as XML by kind (lshw, lldp)",
  result: "bson",
} as const satisfies SharedFacts;

export const showPowerParameters = {
  who: "admin",
  summary: "Show power parameters, secrets included",
  documentedAdminOnly: true,
  sensitive: secretPowerParameters,
} as const satisfies SharedFacts;

export const restoreConfiguration = { who: "owner", confirm: "interrupts" } as const satisfies SharedFacts;

/** Its fields are not documented. */
export const setOwnerData = {
  who: "owner",
  summary: "Set key=value data of the owner",
  deprecated: "use set-workload-annotations",
  fields: [
    {
      name: "key",
      type: "map",
      prefix: "",
      positional: true,
      undocumented: true,
      help: "data of the owner; an empty value removes the key",
    },
  ],
  success: 204,
  result: "none",
} as const satisfies SharedFacts;

export const setWorkloadAnnotations = {
  who: "owner",
  summary: "Add, change or remove annotations",
  fields: [
    {
      name: "key",
      type: "map",
      prefix: "",
      required: true,
      positional: true,
      help: "annotation; an empty value removes the key",
    },
  ],
  success: 204,
  result: "none",
} as const satisfies SharedFacts;
