import { group } from "../../catalogue/groups/machines.ts";
import { claimMarks } from "../../catalogue/named.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { listedRows } from "../../client/json/elements.ts";
import { type MachineView, machineView, textOf, viewMembers } from "../../client/lifecycle/machine-view.ts";
import { readCurrentUser } from "../../client/service/facts.ts";
import type { Random } from "../../core/clock.ts";
import { Failure, isNotFound, withFallback } from "../../core/failure.ts";
import { addTo, groupBy } from "../../core/grouping.ts";
import { isRecord } from "../../core/json-record.ts";
import { onceSuccessful } from "../../core/once.ts";
import { chunksOf } from "../../core/parallel.ts";

export interface ClaimedMachine {
  readonly view: MachineView;
  readonly fqdn: string | undefined;
  /** Undefined if the service does not show agent names. */
  readonly agentName: string | undefined;
  readonly annotations: Readonly<Record<string, unknown>> | undefined;
}

const claimMembers = [...viewMembers, "fqdn", "ip_addresses", "agent_name", "workload_annotations"];

export function claimedMachine(row: unknown): ClaimedMachine | undefined {
  const view = machineView(row);
  if (view === undefined || !isRecord(row)) return undefined;
  const { agent_name: agentName, workload_annotations: annotations } = row;
  return {
    view,
    fqdn: textOf(row["fqdn"]),
    agentName: typeof agentName === "string" ? agentName : undefined,
    annotations: isRecord(annotations) ? annotations : undefined,
  };
}

export function isNamed({ view, fqdn }: ClaimedMachine, names: ReadonlySet<string>): boolean {
  return [view.systemId, view.hostname, fqdn].some(
    (name) => name !== undefined && names.has(name.toLowerCase()),
  );
}

/** The time in the annotation. Its format sorts correctly as text. */
export const claimedSince = ({ annotations }: ClaimedMachine): string | undefined =>
  textOf(annotations?.[annotationKeys.since]);

export const annotationKeys = { claim: claimMarks.annotation, since: "svc.since" } as const;

export const markOf = (claim: string): string => `${claimMarks.agentName}${claim}`;

export interface Finder {
  readonly client: Client;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

const list = group.operations["machines.list"];

/**
 * Machines of all users that have the claim's mark or were adopted by it, sorted by system id. Throws a `Failure` if
 * the list cannot be read, or if the service neither shows agent names nor filters by them.
 */
export async function findClaimed(
  finder: Finder,
  claim: string,
  adoptedIds: () => Promise<AdoptedIds> = () => readAdoptedIds(finder),
): Promise<readonly ClaimedMachine[]> {
  const mark = markOf(claim);
  const machines = await readList(finder, { agent_name: [mark] });
  const showsAgentNames = machines.every(({ agentName }) => agentName !== undefined);
  if (!showsAgentNames) await requireFilter(finder, mark);
  const marked = machines.filter(({ agentName }) => agentName === undefined || agentName === mark);
  const bySystemId = new Map(marked.map((machine) => [machine.view.systemId, machine]));
  const ids = ((await adoptedIds()).get(claim) ?? []).filter((id) => !bySystemId.has(id));
  for (const chunk of chunksOf(ids, idsPerRequest))
    for (const machine of await readList(finder, { id: chunk }))
      if (claimOf(machine) === claim) bySystemId.set(machine.view.systemId, machine);
  return [...bySystemId.values()].sort((a, b) => (a.view.systemId < b.view.systemId ? -1 : 1));
}

const idsPerRequest = 100;

type AdoptedIds = ReadonlyMap<string, readonly string[]>;

/** Streams the whole list, because the service has no filter for annotations. */
async function readAdoptedIds(finder: Finder): Promise<AdoptedIds> {
  const adopted = groupBy(await readList(finder, {}, isAdopted), (machine) => claimOf(machine) ?? "");
  return new Map([...adopted].map(([claim, machines]) => [claim, machines.map(({ view }) => view.systemId)]));
}

const isAdopted = (machine: ClaimedMachine): boolean =>
  claimOf(machine) !== undefined && machine.agentName !== markOf(claimOf(machine) ?? "");

/** Filters by a mark that no machine has: any machine in the answer proves that the service ignores the filter. */
async function requireFilter(finder: Finder, mark: string): Promise<void> {
  const others = await readList(finder, { agent_name: [`${mark}/${finder.random.hex(8)}`] });
  if (others.length === 0) return;
  throw new Failure(
    "other",
    "the service cannot tell which machines a claim has: its list ignores the filter agent_name",
    { hint: "claims cannot be used with this service" },
  );
}

/**
 * Machines by claim, from the whole list. If the service does not show marks, machines that a killed apply left
 * without annotations are found by the marks of `knownClaims`.
 */
export async function findAllClaimed(
  finder: Finder,
  knownClaims: readonly string[],
): Promise<ReadonlyMap<string, readonly ClaimedMachine[]>> {
  const claims = new Map<string, ClaimedMachine[]>();
  let showsMarks = true;
  const annotatedMachines = await readList(finder, {}, (each) => {
    showsMarks &&= each.agentName !== undefined;
    return claimOf(each) !== undefined;
  });
  for (const machine of annotatedMachines) addTo(claims, claimOf(machine) ?? "", machine);
  const annotated = new Set(annotatedMachines.map(({ view }) => view.systemId));
  const isNew = ({ view }: ClaimedMachine) => !annotated.has(view.systemId);
  const names = showsMarks ? [] : [...new Set([...knownClaims, ...claims.keys()])];
  const marked = names.length === 0 ? [] : await readList(finder, { agent_name: names.map(markOf) }, isNew);
  if (marked.length > 0)
    for (const name of names) addTo(claims, name, ...(await findClaimed(finder, name)).filter(isNew));
  return new Map([...claims].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The claim that the mark names, or else the annotation. Adopted machines have only the annotation. */
export function claimOf({ agentName, annotations }: ClaimedMachine): string | undefined {
  const prefix = claimMarks.agentName;
  if (agentName?.startsWith(prefix)) return agentName.slice(prefix.length) || undefined;
  return textOf(annotations?.[annotationKeys.claim]);
}

export async function readList(
  { client, signal }: Finder,
  filters: Values,
  isIncluded: (machine: ClaimedMachine) => boolean = () => true,
): Promise<readonly ClaimedMachine[]> {
  const answer = await client.call(list, filters, { signal });
  const problem = "the service's answer is not a list of machines (GET /machines/)";
  const machines: ClaimedMachine[] = [];
  for await (const row of listedRows(answer, claimMembers, problem)) {
    const machine = claimedMachine(row);
    if (machine === undefined) throw new Failure("other", problem);
    if (isIncluded(machine)) machines.push(machine);
  }
  return machines;
}

export async function readMachine(
  { client, signal }: Finder,
  systemId: string,
): Promise<ClaimedMachine | undefined> {
  const read = async () => {
    const answer = await client.call(group.operations["machine.read"], { system_id: systemId }, { signal });
    return claimedMachine(await answer.value());
  };
  const machine = await withFallback(undefined, read, isNotFound);
  return machine?.view.systemId === systemId ? machine : undefined;
}

export async function readCurrentUserName({ client, signal }: Finder): Promise<string | undefined> {
  return textOf((await readCurrentUser(client, { signal }))?.["username"]);
}

export type ClaimReader = ReturnType<typeof claimReader>;

/** Reads the adopted machines and the user's name at most once for all claims. */
export function claimReader(finder: Finder) {
  const readUserName = onceSuccessful(() => readCurrentUserName(finder));
  const adoptedIds = onceSuccessful(() => readAdoptedIds(finder));
  return {
    readUserName,
    async find(claim: string) {
      const machines = await findClaimed(finder, claim, adoptedIds);
      return divideByOwner(claim, machines, machines.length > 0 ? await readUserName() : undefined);
    },
  };
}

/**
 * Separates the user's machines from others, which administrators see too. Throws a conflict `Failure` if the user is
 * unknown and there are several owners.
 */
export function divideByOwner(
  claim: string,
  machines: readonly ClaimedMachine[],
  userName: string | undefined,
): Record<"ownMachines" | "foreignMachines", readonly ClaimedMachine[]> {
  const owners = [...new Set(machines.flatMap(({ view }) => view.owner ?? []))];
  if (userName === undefined && owners.length > 1)
    throw new Failure("conflict", `the machines of claim ${claim} belong to ${owners.sort().join(" and ")}`, {
      hint: "svc cannot tell which are yours: give the claim another name",
    });
  const isForeign = ({ view }: ClaimedMachine) =>
    userName !== undefined && view.owner !== undefined && view.owner !== userName;
  return {
    ownMachines: machines.filter((each) => !isForeign(each)),
    foreignMachines: machines.filter(isForeign),
  };
}
