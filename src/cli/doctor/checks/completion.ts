import { type CheckSpec, type Finding, ok, skipped, warning } from "../check.ts";
import type { CompletionScript } from "../subject.ts";

/** Whether the user's shell completes svc as it is now. */
export const completionCheck: CheckSpec = {
  name: "completion",
  needs: [],
  examine: async ({ subject }) => judgeScript(await subject.completion()),
};

export function judgeScript(script: CompletionScript | undefined): Finding {
  if (script === undefined) return skipped("SHELL is not a shell that svc has a completion script for");
  const { shell, file, state, next } = script;
  const install = `svc completion install ${shell}`;
  if (state === "missing") return ok(`not installed for ${shell}: ${install}`);
  if (state === "other")
    return warning(`${file} is not the script of this version of svc`, `${install} --force`);
  return next === undefined ? ok(file) : warning(`${file} is not found by ${shell}`, next);
}
