import type { Command } from "../invocation/invocation.ts";
import { listAliases, removeAliases, setAlias } from "./aliases.ts";
import { uploadImage } from "./boot-resources.ts";
import { installCompletion, printCompletion, uninstallCompletion } from "./completion.ts";
import { describeConfig, listConfig } from "./config.ts";
import {
  adoptClaim,
  applyChanges,
  exportState,
  listClaims,
  planChanges,
  printSchema,
  releaseClaim,
  showClaim,
} from "./desired.ts";
import { doctor } from "./doctor.ts";
import { status, top } from "./fleet.ts";
import { history } from "./history.ts";
import {
  describeDevices,
  describeMachines,
  describeNodes,
  explainFailure,
  listIssues,
  listScriptResults,
  showLogs,
  waitForMachines,
} from "./machines.ts";
import { openMachineConsole, powerCycleMachines } from "./power.ts";
import {
  currentProfile,
  listProfiles,
  login,
  logout,
  printEnvironment,
  removeProfile,
  renameProfile,
  setProfile,
  showProfile,
  useProfile,
} from "./profiles.ts";
import {
  execInSandbox,
  printSeedSchema,
  resetSandbox,
  sandboxClock,
  sandboxFaults,
  sandboxRequests,
  sandboxStatus,
  startSandbox,
  stopSandbox,
} from "./sandbox.ts";
import { sandboxChanges } from "./sandbox-changes.ts";
import { restorePoint, savedPoints, savePoint } from "./sandbox-points.ts";
import { api, describeService, operations } from "./service.ts";
import { inventory, logInToMachines, sshConfig } from "./ssh.ts";

/** In the order of help. */
export const builtinCommands: readonly Command[] = [
  login,
  logout,
  listProfiles,
  useProfile,
  showProfile,
  currentProfile,
  printEnvironment,
  renameProfile,
  removeProfile,
  setProfile,
  listAliases,
  setAlias,
  removeAliases,
  doctor,
  history,
  operations,
  describeService,
  ...printCompletion,
  installCompletion,
  uninstallCompletion,
  api,
  waitForMachines,
  powerCycleMachines,
  openMachineConsole,
  listIssues,
  explainFailure,
  listScriptResults,
  showLogs,
  uploadImage,
  listConfig,
  describeConfig,
  exportState,
  printSchema,
  planChanges,
  applyChanges,
  listClaims,
  showClaim,
  adoptClaim,
  releaseClaim,
  describeMachines,
  describeDevices,
  describeNodes,
  logInToMachines,
  inventory,
  sshConfig,
  status,
  top,
  startSandbox,
  execInSandbox,
  sandboxStatus,
  stopSandbox,
  resetSandbox,
  savePoint,
  restorePoint,
  savedPoints,
  printSeedSchema,
  sandboxRequests,
  sandboxChanges,
  sandboxClock,
  sandboxFaults,
];
