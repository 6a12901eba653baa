import { group } from "../../../catalogue/groups/machines.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import { type StatusValue, statuses, statusValues } from "../../../catalogue/statuses.ts";
import { valueOfStatus } from "../../../client/lifecycle/machine-view.ts";
import { machinesAtRisk } from "../../operation/confirmation.ts";
import type { TopMachine } from "./machines.ts";

export interface TopAction {
  readonly key: string;
  readonly label: string;
  readonly operation: Operation;
  allows(machine: TopMachine): boolean;
  /** Needs no confirmation unless machines are at risk. */
  readonly isHarmless?: true;
  readonly input?: { readonly field: string; readonly label: string };
}

const operations = group.operations;

const statusesOfKind = (...kinds: readonly string[]): readonly StatusValue[] =>
  statusValues.filter((value) => kinds.includes(statuses[value].kind));

const inStatus =
  (...allowedStatuses: readonly StatusValue[]) =>
  ({ status, locked }: TopMachine): boolean => {
    const value = valueOfStatus(status);
    return !locked && value !== undefined && allowedStatuses.includes(value);
  };

const commentInput = { field: "comment", label: "comment" } as const;

export const actions: readonly TopAction[] = [
  {
    key: "d",
    label: "deploy",
    operation: operations["machine.deploy"],
    allows: inStatus("ready", "allocated"),
    input: { field: "distro_series", label: "release, such as jammy; empty for the default" },
  },
  {
    key: "r",
    label: "release",
    operation: operations["machine.release"],
    allows: inStatus(
      ...(["reserved", "allocated", "deploying", "deployed", "broken"] as const),
      ...(["failed_deployment", "failed_releasing", "failed_disk_erasing"] as const),
    ),
  },
  {
    key: "p",
    label: "power on",
    operation: operations["machine.power_on"],
    allows: (machine) => !machine.locked && machine.owner !== undefined && machine.powerState !== "on",
  },
  {
    key: "o",
    label: "power off",
    operation: operations["machine.power_off"],
    allows: ({ locked, powerState }) => !locked && powerState !== "off",
  },
  {
    key: "t",
    label: "test",
    operation: operations["machine.test"],
    allows: inStatus("ready", "allocated", "deployed", ...statusesOfKind("unhealthy", "failure")),
  },
  {
    key: "c",
    label: "commission",
    operation: operations["machine.commission"],
    allows: inStatus("new", "ready", "broken", "failed_commissioning", "failed_testing"),
  },
  {
    key: "a",
    label: "abort",
    operation: operations["machine.abort"],
    allows: inStatus("commissioning", "deploying", "disk_erasing", "testing"),
  },
  {
    key: "l",
    label: "lock",
    operation: operations["machine.lock"],
    allows: inStatus("deployed", "deploying"),
    isHarmless: true,
    input: commentInput,
  },
  {
    key: "u",
    label: "unlock",
    operation: operations["machine.unlock"],
    allows: ({ locked }) => locked,
    isHarmless: true,
  },
  {
    key: "b",
    label: "mark broken",
    operation: operations["machine.mark_broken"],
    // Live services refuse to mark machines that nobody owns.
    allows: ({ locked, owner, status }) =>
      !locked && owner !== undefined && valueOfStatus(status) !== "broken",
    input: commentInput,
  },
  {
    key: "f",
    label: "mark fixed",
    operation: operations["machine.mark_fixed"],
    allows: inStatus("broken"),
    isHarmless: true,
  },
  {
    key: "v",
    label: "override failed testing",
    operation: operations["machine.override_failed_testing"],
    allows: inStatus("failed_testing"),
    isHarmless: true,
  },
  {
    key: "m",
    label: "rescue mode",
    operation: operations["machine.rescue_mode"],
    allows: inStatus("ready", "allocated", "deployed", "broken", ...statusesOfKind("failure")),
  },
  {
    key: "e",
    label: "exit rescue mode",
    operation: operations["machine.exit_rescue_mode"],
    allows: inStatus("rescue_mode", "failed_entering_rescue_mode", "failed_exiting_rescue_mode"),
  },
];

export type Confirmation = "none" | "key" | "count";

/** Follows the rules of `svc machines`: machines at risk need a key; if several are deployed, their number. */
export function confirmationFor(action: TopAction, machines: readonly TopMachine[]): Confirmation {
  const { operation } = action;
  const atRisk = operation.confirm === undefined ? [] : machinesAtRisk(operation, {}, machines);
  const deployed = machines.filter(({ status }) => valueOfStatus(status) === "deployed");
  if (atRisk.length > 0 && deployed.length > 1) return "count";
  return atRisk.length > 0 || action.isHarmless !== true ? "key" : "none";
}
