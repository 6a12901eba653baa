import type { Command } from "../invocation/invocation.ts";
import * as aliases from "./aliases.ts";
import * as completion from "./completion.ts";
import * as desired from "./desired.ts";
import { status, top } from "./fleet.ts";
import { history } from "./history.ts";
import * as machines from "./machines.ts";
import * as profiles from "./profiles.ts";
import * as sandbox from "./sandbox.ts";
import * as runningSandbox from "./sandbox-running.ts";
import * as service from "./service.ts";
import * as ssh from "./ssh.ts";

/** In the order in which help lists them. */
export const builtinCommands: readonly Command[] = [
  profiles.login,
  profiles.logout,
  profiles.listProfiles,
  profiles.useProfile,
  profiles.showProfile,
  profiles.currentProfile,
  profiles.printEnvironment,
  profiles.renameProfile,
  profiles.removeProfile,
  profiles.setProfile,
  aliases.listAliases,
  aliases.setAlias,
  aliases.removeAliases,
  service.doctor,
  history,
  service.operations,
  service.describeService,
  ...completion.scriptCommands,
  completion.installCompletion,
  completion.uninstallCompletion,
  service.api,
  machines.waitForMachines,
  machines.powerCycleMachines,
  machines.openMachineConsole,
  machines.listIssues,
  machines.explainFailure,
  machines.listScriptResults,
  machines.showLogs,
  service.uploadImage,
  service.listConfig,
  service.describeConfig,
  desired.exportState,
  desired.printSchema,
  desired.planChanges,
  desired.applyChanges,
  desired.listClaims,
  desired.showClaim,
  desired.adoptClaim,
  desired.releaseClaim,
  machines.describeMachines,
  machines.describeDevices,
  machines.describeNodes,
  ssh.logInToMachines,
  ssh.inventory,
  ssh.sshConfig,
  status,
  top,
  sandbox.startSandbox,
  sandbox.execInSandbox,
  runningSandbox.sandboxStatus,
  runningSandbox.stopSandbox,
  runningSandbox.resetSandbox,
  runningSandbox.savePoint,
  runningSandbox.restorePoint,
  runningSandbox.savedPoints,
  sandbox.printSeedSchema,
  runningSandbox.sandboxRequests,
  runningSandbox.sandboxChanges,
  runningSandbox.sandboxClock,
  runningSandbox.sandboxFaults,
];
