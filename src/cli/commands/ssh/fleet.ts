import { group } from "../../../catalogue/groups/machines.ts";
import type { Answer, Client, Values } from "../../../client/http/call.ts";
import { type NodeMatch, nodeMatch } from "../../../client/names/find-nodes.ts";
import { Failure } from "../../../core/failure.ts";
import {
  comparedMembers,
  meetsAll,
  type NodeCondition,
  type NodeFilters,
} from "../../parsing/node-filters.ts";
import { refuseIgnored, requireFilters } from "../../selection/filters.ts";
import { askList, machinesIn } from "../../selection/node-tests.ts";
import { type AddressPreference, checkPreference } from "../../ssh/addresses.ts";
import { loginStatuses, type ReachableMachine, reachableMachine, reachMembers } from "../../ssh/machine.ts";
import type { LoginOptions } from "./options.ts";

const list = group.operations["machines.list"];

/** Keeps only the needed members, because a machine is 3 to 30 kB of JSON. */
export async function readMachines(
  client: Client,
  { parameters, conditions }: NodeFilters,
  loginsOnly: boolean,
): Promise<readonly ReachableMachine[]> {
  await requireFilters(client, list, parameters);
  const answer = await callList(
    client,
    parameters,
    conditions,
    loginsOnly && parameters["status"] === undefined,
  );
  const machines = new Map<string, ReachableMachine>();
  for await (const item of machinesIn(answer, [...reachMembers, ...comparedMembers(conditions)])) {
    if (!meetsAll(item, conditions)) continue;
    const machine = reachableMachine(item);
    const match: NodeMatch | undefined = nodeMatch(item);
    if (machine === undefined || match === undefined) continue;
    refuseIgnored([match], parameters);
    machines.set(machine.view.systemId, machine);
  }
  return [...machines.values()];
}

/** Falls back to all machines if the service does not know one of the statuses. */
async function callList(
  client: Client,
  where: Values,
  conditions: readonly NodeCondition[],
  loginsOnly: boolean,
): Promise<Answer> {
  if (!loginsOnly) return await askList(client, list, where, conditions);
  try {
    return await askList(client, list, { ...where, status: [...loginStatuses] }, conditions);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid") throw error;
    return await askList(client, list, where, conditions);
  }
}

export interface LoginPreferences extends AddressPreference {
  readonly user?: string | undefined;
}

export function readPreferences(options: LoginOptions): LoginPreferences {
  const user = options["login-name"];
  if (user !== undefined && !/^[^\s\p{Cc}-][^\p{Cc}]*$/u.test(user))
    throw new Failure("usage", "--login-name takes the name of a user");
  const preferences = { user, family: options.family, place: options.address };
  checkPreference(preferences);
  return preferences;
}
