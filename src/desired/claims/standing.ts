import { type StatusValue, statusValue } from "../../catalogue/statuses.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";

/**
 * What a machine with the mark of a claim is to it. `taken`: allocated, to be deployed. `coming`: deploying. `held`:
 * deployed. `failed`: its deployment failed, or it is broken. `leaving`: on its way out. `stuck`: its release failed.
 * `busy`: what somebody does with it is left alone, and it keeps its place. `free`: the mark is a leftover.
 */
export type Standing = "taken" | "coming" | "held" | "failed" | "leaving" | "stuck" | "busy" | "free";

const standings: Readonly<Record<StatusValue, Standing>> = {
  new: "free",
  commissioning: "free",
  failed_commissioning: "free",
  missing: "busy",
  ready: "free",
  reserved: "busy",
  deployed: "held",
  retired: "busy",
  broken: "failed",
  deploying: "coming",
  allocated: "taken",
  failed_deployment: "failed",
  releasing: "leaving",
  failed_releasing: "stuck",
  disk_erasing: "leaving",
  failed_disk_erasing: "stuck",
  rescue_mode: "busy",
  entering_rescue_mode: "busy",
  failed_entering_rescue_mode: "busy",
  exiting_rescue_mode: "busy",
  failed_exiting_rescue_mode: "busy",
  testing: "busy",
  failed_testing: "busy",
};

/** The standing of a machine of the asker's. A locked machine can be neither deployed nor released. */
export function standingOf({ status, locked, owner }: MachineView): Standing {
  const value = statusValue(status);
  const standing = value === undefined ? "busy" : standings[value];
  if (owner === undefined && (standing === "failed" || standing === "busy")) return "free";
  const isHindered = locked && ["taken", "failed", "stuck"].includes(standing);
  return isHindered ? "busy" : standing;
}
