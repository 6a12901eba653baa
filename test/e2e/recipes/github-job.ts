import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { fieldsOf, type JobEnd, type JobPlace, variablesOf, watched } from "./job.ts";
import { type CancelSignal, runScript, type ScriptEnd } from "./job-script.ts";

const workflowKeys = ["name", "on", "permissions", "env", "jobs"];
const jobKeys = ["runs-on", "timeout-minutes", "defaults", "env", "steps"];
const stepKeys = ["id", "name", "if", "uses", "with", "env", "run", "shell"];

/** Actions that need not run: checkout and Node are already there. */
const doneActions = /^actions\/(checkout|setup-node)@v\d+$/;

/** Command lines of shells by name. Without a name, the runner does not set pipefail. */
const shells: Readonly<Record<string, readonly string[]>> = {
  "": ["-e"],
  bash: ["--noprofile", "--norc", "-eo", "pipefail"],
};

const runnerSignals: readonly CancelSignal[] = [
  { signal: "SIGINT", to: "process", graceMs: 7500 },
  { signal: "SIGTERM", to: "process", graceMs: 2500 },
];

type Contexts = Readonly<Record<string, unknown>>;

interface Step {
  readonly name: string;
  readonly id: string;
  readonly condition: string;
  readonly script: string;
  readonly shell: readonly string[];
  readonly env: unknown;
}

/** Runs the only job of a workflow as a Linux runner does: each step in a new shell. */
export async function runGithubJob(text: string, place: JobPlace): Promise<JobEnd> {
  const workflow = fieldsOf(parse(text), workflowKeys, "the workflow");
  const [[id, found] = ["", {}], ...others] = Object.entries(workflow["jobs"] ?? {});
  if (others.length > 0) throw new Error("a workflow of one job is expected");
  const job = fieldsOf(found, jobKeys, `job ${id}`);
  const { SVC_API_KEY: key = "", ...vars } = place.settings;
  const outputs: Record<string, unknown> = {};
  const contexts: Contexts = {
    ...{ vars, secrets: { SVC_API_KEY: key }, steps: outputs },
    github: { run_id: place.run, run_attempt: 1, job: id },
  };
  const fill = (value: string) => filled(value, contexts);
  const env = { ...variablesOf(workflow["env"], fill), ...variablesOf(job["env"], fill) };
  const isCancelled = watched(place.cancelled);
  const finishedSteps: JobEnd["steps"][number][] = [];
  let status: JobEnd["status"] = "success";
  for (const step of stepsOf(job)) {
    if (isCancelled()) status = "cancelled";
    if (!wants(step.condition, status)) continue;
    const files = mkdtempSync(join(place.env["HOME"] ?? "", "runner-"));
    const end = await runStep(step, place, status, files, { ...env, ...variablesOf(step.env, fill) });
    Object.assign(env, written(join(files, "env")));
    outputs[step.id] = { outputs: written(join(files, "output")) };
    finishedSteps.push({ ...end, name: step.name });
    if (end.code !== 0 && status === "success") status = "failure";
  }
  return { status: isCancelled() ? "cancelled" : status, steps: finishedSteps };
}

function stepsOf(job: Contexts): readonly Step[] {
  const run = fieldsOf(fieldsOf(job["defaults"] ?? {}, ["run"], "defaults")["run"] ?? {}, ["shell"], "run");
  return [job["steps"]].flat().flatMap((each, index) => {
    const step = fieldsOf(each, stepKeys, `step ${index + 1}`);
    const { uses, name = `step ${index + 1}`, id = "", if: condition = "success()", env } = step;
    if (typeof uses === "string") {
      if (!doneActions.test(uses)) throw new Error(`the tests do not have the action ${uses}`);
      return [];
    }
    const shell = shells[String(step["shell"] ?? run["shell"] ?? "")];
    if (shell === undefined || typeof step["run"] !== "string") throw new Error(`${name} cannot be run`);
    return {
      name: String(name),
      id: String(id),
      condition: String(condition),
      script: step["run"],
      shell,
      env,
    };
  });
}

/** The runner signals the process that it started, and finally kills its children. */
function runStep(
  { script, shell }: Step,
  { folder, env, cancelled, signals }: JobPlace,
  status: JobEnd["status"],
  files: string,
  variables: Readonly<Record<string, string>>,
): Promise<ScriptEnd> {
  const at = (name: string, content: string) => {
    writeFileSync(join(files, name), content);
    return join(files, name);
  };
  const github = {
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_ENV: at("env", ""),
    GITHUB_OUTPUT: at("output", ""),
  };
  // Steps that run after cancellation are not cancelled.
  const isOver = cancelled === undefined || status === "cancelled";
  return runScript(
    { words: ["bash", ...shell, at("script.sh", script)], folder, env: { ...env, ...github, ...variables } },
    isOver ? undefined : { when: cancelled, signals: signals ?? runnerSignals },
  );
}

const conditions: Readonly<Record<string, readonly JobEnd["status"][]>> = {
  "success()": ["success"],
  "failure()": ["failure"],
  "cancelled()": ["cancelled"],
  "always()": ["success", "failure", "cancelled"],
};

function wants(condition: string, status: JobEnd["status"]): boolean {
  const statuses = conditions[condition];
  if (statuses === undefined) throw new Error(`the tests do not know the condition ${condition}`);
  return statuses.includes(status);
}

/** Evaluates the expressions in a text, each of which is a path into the contexts. */
function filled(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, path: string) => {
    let value: unknown = contexts;
    for (const name of path.split("."))
      value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
    if (value === undefined) throw new Error(`nothing stands for the expression ${path}`);
    return String(value);
  });
}

/** What a step wrote to one of the runner's files: `name=value`, or `name<<END` with lines up to `END`. */
function written(file: string): Record<string, string> {
  const values: Record<string, string> = {};
  const lines = readFileSync(file, "utf8").split("\n");
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = "", mark = "", value = ""] = /^([\w-]+)(=|<<)(.*)$/.exec(line) ?? [];
    if (name === "" && line !== "") throw new Error(`a runner refuses the line: ${line}`);
    if (mark === "=") values[name] = value;
    else if (mark === "<<")
      values[name] = lines
        .splice(0, lines.indexOf(value) + 1)
        .slice(0, -1)
        .join("\n");
  }
  return values;
}
