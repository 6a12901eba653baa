import { serviceLimitsMs, statusesOfKind, statusValues } from "../../../catalogue/statuses.ts";
import type { Client } from "../../../client/http/call.ts";
import { readHistories } from "../../../client/lifecycle/history.ts";
import { type MachineView, machineView } from "../../../client/lifecycle/machine-view.ts";
import {
  type Issue,
  isExplained,
  judgeIssue,
  mayHaveFailedScripts,
  possibleIssue,
} from "../../../client/lifecycle/reasons.ts";
import { withFallback } from "../../../core/failure.ts";
import { inParallel } from "../../../core/parallel.ts";
import { compareTexts } from "../../../core/text/order.ts";
import { formatAge } from "../../../core/text/units.ts";
import { type Invocation, serviceTime } from "../../invocation/invocation.ts";
import { collectGroups, groupShape } from "../../output/groups.ts";
import { type NodeFilters, noFilters } from "../../parsing/node-filters.ts";
import { listMachines } from "../../values/filters.ts";
import { type FleetMachine, fleetMachine, fleetMembers } from "../status/attention.ts";
import { readFailedScriptsByMachine } from "./script-results.ts";

const requestsAtOnce = 4;

/** Returns the oldest issue first. */
export async function findIssues(invocation: Invocation<{ readonly "no-power"?: boolean }>) {
  const { where: filters = noFilters, "no-power": ignoresPower = false } = invocation.options;
  const client = await invocation.connect();
  const suspects =
    ignoresPower && filters.parameters["status"] === undefined
      ? await readSuspectsByStatus(client, filters)
      : await readSuspects(client, filters);
  const machines = ignoresPower ? suspects.filter((view) => possibleIssue(view) !== "power") : suspects;
  const byId = new Map(machines.map((view) => [view.systemId, view]));
  const { issues, now, warnIfIncomplete } = await readIssues(client, [...byId.values()], invocation);
  const rows = issues.map(({ view, issue }) => rowOf(view, issue, now));
  rows.sort((a, b) => (b.age_seconds ?? -1) - (a.age_seconds ?? -1) || compareTexts(a.hostname, b.hostname));
  return { rows, warnIfIncomplete };
}

async function readIssues<View extends MachineView>(
  client: Client,
  machines: readonly View[],
  { context, messages }: Invocation,
) {
  const suspects = machines.filter((view) => possibleIssue(view) !== undefined);
  const idsToReadScripts = suspects.filter(mayHaveFailedScripts).map(({ systemId }) => systemId);
  const [histories, scripts] = await Promise.all([
    readHistories(client, suspects, isExplained),
    readFailedScriptsByMachine(client, idsToReadScripts),
  ]);
  const now = serviceTime(client, context.clock);
  const issues = suspects.flatMap((view) => {
    const history = histories.byId.get(view.systemId) ?? [];
    const issue = judgeIssue(view, history, now, scripts.byId.get(view.systemId));
    return issue === undefined ? [] : [{ view, issue }];
  });
  const incompleteCount = new Set([...histories.incompleteIds, ...scripts.unreadIds]).size;
  const warnIfIncomplete = () => {
    if (incompleteCount > 0)
      messages.warn(
        `not all events and script results of ${incompleteCount} ${incompleteCount === 1 ? "machine" : "machines"} could be read: ` +
          "stuck machines, ages or reasons may be missing; 'svc machines why NAME' reads all of one machine",
      );
  };
  return { issues, now, warnIfIncomplete };
}

export async function printReasons(
  client: Client,
  machines: AsyncIterable<unknown>,
  invocation: Invocation,
): Promise<void> {
  const views: MachineView[] = [];
  for await (const machine of machines) {
    const view = machineView(machine);
    if (view !== undefined) views.push(view);
  }
  const { issues, warnIfIncomplete } = await readIssues(client, views, invocation);
  const reasons = new Map(issues.map(({ view, issue }) => [view.systemId, issue.reason]));
  const groups = collectGroups("reason");
  for (const { systemId, hostname } of views) groups.add(reasons.get(systemId) ?? "", hostname);
  await invocation.print(groups.rows(), groupShape("reason"));
  warnIfIncomplete();
}

function rowOf(view: FleetMachine, { kind, since, reason }: Issue, now: number) {
  const ageMs = since === undefined ? undefined : Math.max(0, now - since);
  return {
    system_id: view.systemId,
    hostname: view.hostname,
    issue: kind,
    status: view.status,
    status_name: view.statusName,
    power_state: view.powerState ?? null,
    owner: view.owner ?? null,
    pool: view.pool ?? null,
    zone: view.zone ?? null,
    since: since === undefined ? null : new Date(since).toISOString(),
    age: ageMs === undefined ? null : formatAge(ageMs),
    age_seconds: ageMs === undefined ? null : Math.round(ageMs / 1000),
    reason: reason ?? null,
  };
}

/** Statuses that are an issue, or become one after some time. The service's filter takes one status per request. */
const suspectStatuses = statusValues.filter(
  (value) => statusesOfKind("failure", "unhealthy").includes(value) || serviceLimitsMs[value] !== undefined,
);

async function readSuspectsByStatus(client: Client, filters: NodeFilters): Promise<readonly FleetMachine[]> {
  const suspects = await inParallel(suspectStatuses, requestsAtOnce, (status) =>
    withFallback(
      [],
      () => readSuspects(client, { ...filters, parameters: { ...filters.parameters, status } }),
      // If the service does not know the status, no machine has it.
      ({ kind }) => kind === "invalid",
    ),
  );
  return suspects.flatMap((views) => views ?? []);
}

async function readSuspects(client: Client, filters: NodeFilters): Promise<readonly FleetMachine[]> {
  const suspects: FleetMachine[] = [];
  for await (const element of listMachines(client, filters, fleetMembers)) {
    const machine = fleetMachine(element);
    if (machine !== undefined && possibleIssue(machine) !== undefined) suspects.push(machine);
  }
  return suspects;
}
