import { doctorChecks } from "../doctor/check-names.ts";
import { command } from "../invocation/invocation.ts";

export const doctor = command({
  command: ["doctor"],
  summary: "Find out why svc does not work, and how to mend it",
  notes: [
    "Looks at svc, its settings, and the way to the service step by step, and says of each what was found; where something is wrong, a line with the mend follows. Nothing is changed, here or at the service.",
    `The checks: ${Object.entries(doctorChecks)
      .map(([name, help]) => `${name} (${help})`)
      .join("; ")}.`,
    "A check is ok, warning, failed, or skipped where it does not apply or an earlier one has failed. The exit code is that of the first one that failed, as for any other command; warnings count as 0.",
    '-o json prints {"checks": [{"name", "state", "found", "fix"}], "profile", "url", "exit_code"}; fix only where there is one. The other forms print a row for each check.',
    "--timeout limits each step, 5 s when left out. --profile and --url choose the service; nothing that is secret is printed.",
  ],
  ignores: ["curl", "retries", "show-secrets"],
  reportsSettings: true,
  columns: ["NAME", "STATE", "FOUND", "FIX"],
  example: "svc doctor",
  run: async (invocation) => (await import("./doctor/doctor.ts")).examineConnection(invocation),
});
