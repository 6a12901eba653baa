import type { Group, Operation } from "./operation.ts";

/** Every resource group: what it is for, its other spellings, and its file, read when one of its commands runs. */
export const groups = {
  machines: {
    summary: "Enlist, commission, allocate, deploy and release machines",
    aliases: ["machine"],
    load: () => import("./groups/machines.ts"),
  },
  nodes: { summary: "See nodes of every type", aliases: ["node"], load: () => import("./groups/nodes.ts") },
  tokens: { summary: "Manage your API keys", aliases: ["token"], load: () => import("./groups/tokens.ts") },
  events: {
    summary: "Read and follow the event log",
    aliases: ["event"],
    load: () => import("./groups/events.ts"),
  },
  version: {
    summary: "Show the service's API version",
    aliases: [],
    load: () => import("./groups/version.ts"),
  },
} as const satisfies Record<string, GroupEntry>;

export interface GroupEntry {
  readonly summary: string;
  readonly aliases: readonly string[];
  readonly load: () => Promise<{ readonly group: Group }>;
}

export type GroupName = keyof typeof groups;

type Loaded<Name extends GroupName> = Awaited<ReturnType<(typeof groups)[Name]["load"]>>["group"];

/** The ids of one group's operations. */
export type OperationIdOf<Name extends GroupName> = keyof Loaded<Name>["operations"] & string;

/** The id of every operation that the documents list. */
export type OperationId = { [Name in GroupName]: OperationIdOf<Name> }[GroupName];

export const groupNames = Object.keys(groups) as readonly GroupName[];

/** Reads one group's data. */
export async function loadGroup(name: GroupName): Promise<Group> {
  return (await groups[name].load()).group;
}

/** An operation with its id and the group it stands in. */
export interface OperationEntry {
  readonly id: string;
  readonly group: Group;
  readonly operation: Operation;
}

/** Every operation of every group, in the order of the groups. */
export async function loadAllOperations(): Promise<readonly OperationEntry[]> {
  const loaded = await Promise.all(groupNames.map(loadGroup));
  return loaded.flatMap((group) =>
    Object.entries(group.operations).map(([id, operation]) => ({ id, group, operation })),
  );
}
