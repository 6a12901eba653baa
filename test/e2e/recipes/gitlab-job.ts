import { parse } from "yaml";
import { fieldsOf, type JobEnd, type JobPlace, variablesOf, watched } from "./job.ts";
import { runScript } from "./job-script.ts";

const jobKeys = ["stage", "image", "timeout", "variables", "before_script", "script", "after_script"];

/** The shell that runs a job's lines: the first failure ends it, and standard input is empty. */
const runner = 'set -eo pipefail; set +o noclobber; : | eval "$1"; exit 0';

/** Runs the only job of a pipeline as a Linux runner does: its scripts in one shell, after_script in another. */
export async function runGitlabJob(text: string, place: JobPlace): Promise<JobEnd> {
  const { stages, ...jobs } = Object(parse(text));
  const [[name, found] = ["", {}], ...others] = Object.entries(jobs);
  if (others.length > 0) throw new Error("a pipeline of one job is expected");
  const job = fieldsOf(found, jobKeys, `job ${name}`);
  if (!stages.includes(job["stage"])) throw new Error(`${name} is in no stage`);
  const predefined = { CI: "true", GITLAB_CI: "true", CI_JOB_ID: String(place.run), CI_JOB_NAME: name };
  const known: Record<string, string> = { ...predefined, ...place.settings };
  const variables = variablesOf(job["variables"], (value) => expanded(value, known));
  const run = async (keys: readonly string[], further: Record<string, string>, isCancellable: boolean) => {
    const lines = keys.flatMap((key) => [job[key] ?? []].flat());
    const end = await runScript(
      {
        words: ["bash", "-c", runner, "bash", lines.map(String).join("\n")],
        folder: place.folder,
        env: { ...place.env, ...known, ...variables, ...further },
      },
      isCancellable && place.cancelled !== undefined
        ? {
            when: place.cancelled,
            signals: place.signals ?? [{ signal: "SIGTERM", to: "group", graceMs: 20_000 }],
          }
        : undefined,
    );
    return { ...end, name: keys.at(-1) ?? "" };
  };
  const isCancelled = watched(place.cancelled);
  const main = await run(["before_script", "script"], {}, true);
  const status = isCancelled() ? "cancelled" : main.code === 0 ? "success" : "failure";
  const jobStatus = { success: "success", failure: "failed", cancelled: "canceled" }[status];
  const after = await run(["after_script"], { CI_JOB_STATUS: jobStatus }, false);
  return { status, steps: [main, after] };
}

/** Expands variables in a variable's value, as GitLab does before the job starts. */
function expanded(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (_, braced?: string, bare?: string) => variables[braced ?? bare ?? ""] ?? "",
  );
}
