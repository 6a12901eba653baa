import { doctorChecks } from "../doctor/check-names.ts";
import { command } from "../invocation/invocation.ts";

export const doctor = command({
  command: ["doctor"],
  sites: "read",
  summary: "Find out why svc does not work, and how to fix it",
  notes: [
    "Checks svc, its settings, and the connection to the service step by step, and prints what it finds, with the fix below each problem. It changes nothing, neither on this computer nor at the service.",
    `The checks: ${Object.entries(doctorChecks)
      .map(([name, help]) => `${name} (${help})`)
      .join("; ")}.`,
    "A check is ok, warning, failed, or skipped if it does not apply or an earlier one failed. The first failed check decides the exit code; it is 0 if there are only warnings.",
    '-o json prints {"checks": [{"name", "state", "found", "fix"}], "profile", "url", "exit_code"}; fix is present only if there is one. The other formats print a row for each check.',
    "--timeout limits each step (5 s by default). --profile and --url select the service. Secrets are never printed.",
  ],
  refusedGlobals: ["curl", "retries", "show-secrets"],
  reportsSettings: true,
  columns: ["NAME", "STATE", "FOUND", "FIX"],
  example: "svc doctor",
  run: async (invocation) => (await import("./doctor/doctor.ts")).examineConnection(invocation),
});
