import type { BuiltinCommandId } from "../../contract/builtin-commands.ts";
import type { Action } from "../invocation/invocation.ts";

type Load = () => Promise<Action>;

/** The action of every command of svc's own, read when it runs. */
export const builtinActions: Readonly<Record<BuiltinCommandId, Load>> = {
  login: async () => (await import("./login.ts")).login,
  logout: async () => (await import("./logout.ts")).logout,
  "profiles.list": async () => (await import("./profiles.ts")).listProfiles,
  "profiles.use": async () => (await import("./profiles.ts")).useProfile,
  "profiles.show": async () => (await import("./profiles.ts")).showProfile,
  "profiles.current": async () => (await import("./profiles.ts")).currentProfile,
  "profiles.env": async () => (await import("./profiles-env.ts")).printEnvironment,
  "profiles.rename": async () => (await import("./profiles.ts")).renameProfile,
  "profiles.remove": async () => (await import("./profiles.ts")).removeProfile,
  "profiles.set": async () => (await import("./profiles-set.ts")).setProfile,
  operations: async () => (await import("./operations.ts")).listOperations,
  describe: async () => (await import("./describe.ts")).describeService,
  completion: async () => (await import("./completion.ts")).printCompletion,
  api: async () => (await import("./api.ts")).sendRequest,
  "machines.wait": async () => (await import("./machines-wait.ts")).waitForMachines,
  "machines.issues": async () => (await import("./machines-issues.ts")).listIssues,
  "machines.why": async () => (await import("./machines-why.ts")).explainFailure,
  "boot-resources.upload": async () => (await import("./upload/boot-resources-upload.ts")).uploadImage,
  "config.list": async () => (await import("./config.ts")).listConfig,
  "config.describe": async () => (await import("./config.ts")).describeConfig,
  export: async () => (await import("./desired/export.ts")).exportState,
  schema: async () => (await import("./desired/schema.ts")).printSchema,
  plan: async () => (await import("./desired/plan.ts")).planChanges,
  apply: async () => (await import("./desired/apply.ts")).applyChanges,
  "claims.list": async () => (await import("./desired/claims-list.ts")).listClaims,
  "claims.show": async () => (await import("./desired/claims-show.ts")).showClaim,
  "claims.release": async () => (await import("./desired/claims-release.ts")).releaseClaim,
  "sandbox.start": async () => (await import("./sandbox/start.ts")).startSandbox,
  "sandbox.status": async () => (await import("./sandbox/status.ts")).showSandbox,
  "sandbox.stop": async () => (await import("./sandbox/stop.ts")).stopSandbox,
  "sandbox.reset": async () => (await import("./sandbox/status.ts")).resetSandbox,
  "sandbox.requests": async () => (await import("./sandbox/requests.ts")).showRequests,
  "sandbox.faults": async () => (await import("./sandbox/faults.ts")).changeFaults,
  "sandbox.exec": async () => (await import("./sandbox/exec.ts")).execInSandbox,
};
