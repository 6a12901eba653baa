import { group } from "../../../catalogue/groups/machines.ts";
import { type StatusValue, statusesOfKind, statusValue } from "../../../catalogue/statuses.ts";
import { machinesAtRisk } from "../../operation/confirmation.ts";
import { editLine, type Key } from "../../terminal/keys.ts";
import type { TopMachine } from "./machines.ts";
import {
  type Confirmation,
  type OverlayOf,
  type State,
  type TopAction,
  withEffect,
  withNote,
} from "./state.ts";

const operations = group.operations;

const inStatus =
  (...allowedStatuses: readonly StatusValue[]) =>
  ({ status, locked }: TopMachine): boolean => {
    const value = statusValue(status);
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
      "reserved",
      "allocated",
      "deploying",
      "deployed",
      "broken",
      "failed_deployment",
      "failed_releasing",
      "failed_disk_erasing",
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
    allows: ({ locked, owner, status }) => !locked && owner !== undefined && statusValue(status) !== "broken",
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

/** Like `svc machines`: a risky action needs `y`, or the number of all its machines if several are deployed. */
function confirmationFor(action: TopAction, machines: readonly TopMachine[]): Confirmation {
  const { operation } = action;
  const atRisk = operation.confirm === undefined ? [] : machinesAtRisk(operation, {}, machines);
  const deployed = machines.filter(({ status }) => statusValue(status) === "deployed");
  if (atRisk.length > 0 && deployed.length > 1) return "count";
  return atRisk.length > 0 || action.isHarmless !== true ? "key" : "none";
}

export function allowedActions(state: State, ids: readonly string[]) {
  const machines = machinesOf(state, ids);
  return actions.flatMap((action) => {
    const allowedIds = machines.filter((machine) => action.allows(machine)).map(({ id }) => id);
    return allowedIds.length === 0 ? [] : [{ action, ids: allowedIds }];
  });
}

export function machinesOf({ machines }: State, ids: readonly string[]): readonly TopMachine[] {
  const requestedIds = new Set(ids);
  return machines.filter(({ id }) => requestedIds.has(id));
}

const menuOffsets: Readonly<Record<string, number>> = {
  up: -1,
  left: -1,
  backtab: -1,
  down: 1,
  right: 1,
  tab: 1,
};

export function handleMenuKey(state: State, overlay: OverlayOf<"menu">, key: Key): State {
  const menuActions = allowedActions(state, overlay.ids);
  if (key === "escape" || key === "q" || menuActions.length === 0) return { ...state, overlay: undefined };
  const offset = menuOffsets[key];
  if (offset !== undefined) {
    const from = overlay.at ?? (offset > 0 ? -1 : 0);
    const at = (from + offset + menuActions.length) % menuActions.length;
    return { ...state, overlay: { ...overlay, at } };
  }
  const pickedAction =
    key === "enter" ? menuActions[overlay.at ?? -1] : menuActions.find(({ action }) => action.key === key);
  return pickedAction === undefined ? state : openDialog(state, pickedAction);
}

function openDialog(state: State, { action, ids }: ReturnType<typeof allowedActions>[number]): State {
  const confirmation = confirmationFor(action, machinesOf(state, ids));
  if (action.input === undefined && confirmation === "none") return withAction(state, action, ids, "");
  const stage = action.input === undefined ? "question" : "input";
  return { ...state, overlay: { kind: "dialog", action, ids, stage, input: "", confirmation, draft: "" } };
}

export function handleDialogKey(state: State, overlay: OverlayOf<"dialog">, key: Key): State {
  const { action, ids, stage, confirmation, draft } = overlay;
  if (key === "escape") return decline(state, action);
  if (stage === "question" && confirmation === "key") {
    if (key === "y" || key === "Y") return withAction(state, action, ids, overlay.input);
    return key === "n" || key === "N" || key === "q" ? decline(state, action) : state;
  }
  if (key !== "enter") return { ...state, overlay: { ...overlay, draft: editLine(draft, key) ?? draft } };
  if (stage === "input") {
    const input = draft.trim();
    if (confirmation === "none") return withAction(state, action, ids, input);
    return { ...state, overlay: { ...overlay, stage: "question", input, draft: "" } };
  }
  return draft.trim() === String(ids.length)
    ? withAction(state, action, ids, overlay.input)
    : decline(state, action, `: you did not type ${ids.length}`);
}

const decline = (state: State, { label }: TopAction, reason = ""): State =>
  withNote({ ...state, overlay: undefined }, `${label}: not sent${reason}`);

function withAction(state: State, action: TopAction, ids: readonly string[], input: string): State {
  const machines = machinesOf(state, ids).filter(
    (machine) => action.allows(machine) && !state.busy.has(machine.id),
  );
  const closedState: State = { ...state, overlay: undefined };
  if (machines.length === 0)
    return withNote(closedState, `${action.label}: no longer possible: the status has changed`);
  const busy = new Map([...state.busy, ...machines.map(({ id }) => [id, action.label] as const)]);
  return withEffect(
    { ...closedState, busy, marked: new Set(), message: undefined },
    { kind: "act", action, machines, input },
  );
}
