import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JobEnd, type JobPlace, watched } from "./job.ts";
import { runScript } from "./job-script.ts";

/** Installs svc and runs the target `ci` of a Makefile. Cancelling sends SIGTERM to make only. */
export async function runMakeJob(text: string, place: JobPlace): Promise<JobEnd> {
  writeFileSync(join(place.folder, "Makefile"), text);
  const env = { ...place.env, ...place.settings };
  const script = (target: string) => ({ words: ["make", target] as const, folder: place.folder, env });
  const install = await runScript(script("svc"));
  const isCancelled = watched(place.cancelled);
  const ci = await runScript(
    script("ci"),
    place.cancelled && {
      when: place.cancelled,
      signals: place.signals ?? [{ signal: "SIGTERM", to: "process", graceMs: 20_000 }],
    },
  );
  const status = isCancelled() ? "cancelled" : ci.code === 0 ? "success" : "failure";
  return {
    status,
    steps: [
      { ...install, name: "svc" },
      { ...ci, name: "ci" },
    ],
  };
}
