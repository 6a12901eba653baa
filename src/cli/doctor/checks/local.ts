import { existsSync, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import {
  environmentVariables,
  type GlobalOptionName,
  globalOptions,
  variableOf,
} from "../../../catalogue/commands/options.ts";
import type { OptionSpec } from "../../../catalogue/option-spec.ts";
import type { Context } from "../../../context.ts";
import { attempt } from "../../../core/failure.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { nearest } from "../../../core/text/word-lists.ts";
import { version } from "../../../core/version.ts";
import { type CheckResult, type Checks, failed, ok, skipped, warning } from "../check.ts";
import type { CompletionScript, DoctorInputs } from "../facts.ts";

export const localChecks = {
  svc: {
    examine({ inputs }) {
      const node = process.versions.node;
      const [program = "node"] = inputs.context.program.command;
      const text = `svc ${version} on Node ${node} (${program})`;
      return isSupported(node)
        ? ok(text)
        : warning(`${text}, on which svc is not tested`, "install Node 20.19, 22.3 or newer");
    },
  },
  path: {
    examine({ inputs: { context, programsOnPath } }) {
      const runningFiles = new Set(context.program.command.map(realPath));
      return judgePrograms(
        programsOnPath.map((path) => ({
          path,
          isRunning: runningFiles.has(realPath(path)),
          file: realPath(path),
        })),
      );
    },
  },
  completion: { examine: async ({ inputs }) => judgeScript(await inputs.completion()) },
  manual: {
    examine({ inputs: { context } }) {
      const page = manualFolders(context.env)
        .flatMap((folder) => ["svc.1", "svc.1.gz"].map((name) => join(folder, "man1", name)))
        .find((path) => existsSync(path));
      return ok(page ?? "'man svc' finds no manual page; 'svc help COMMAND' shows the same text");
    },
  },
  variables: {
    examine: ({ inputs: { context, invalidSettings } }) => judgeVariables(context.env, invalidSettings),
  },
} satisfies Checks;

export function isSupported(node: string): boolean {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 3) || major > 22;
}

export function judgePrograms(
  programs: readonly { readonly path: string; readonly file: string; readonly isRunning: boolean }[],
): CheckResult {
  const [first] = programs;
  if (first === undefined) return ok("svc is not on PATH: it was started by its path");
  const others = programs.filter(({ file }) => file !== first.file).map(({ path }) => path);
  if (!first.isRunning)
    return warning(
      `shells run ${first.path}, which is not the svc that is running now`,
      `'type -a svc' lists them; remove ${first.path}, or put the folder of the right svc before it on PATH`,
    );
  if (others.length === 0) return ok(first.path);
  return warning(
    `${first.path}; later on PATH there is another svc: ${others.join(", ")}`,
    `remove ${others.join(" and ")} if it is an older svc`,
  );
}

const realPath = (path: string): string => attempt(() => realpathSync(path)) ?? path;

export function judgeScript(script: CompletionScript | undefined): CheckResult {
  if (script === undefined) return skipped("svc has no completion script for the shell in SHELL");
  const { shell, file, state, next } = script;
  const install = `svc completion install ${shell}`;
  if (state === "missing") return ok(`not installed for ${shell}: ${install}`);
  if (state === "other")
    return warning(`${file} is not the script of this version of svc`, `${install} --force`);
  return next === undefined ? ok(file) : warning(`${shell} does not load ${file}`, next);
}

/** Folders that man searches: those in MANPATH, and those beside the folders in PATH. */
export function manualFolders({ MANPATH = "", PATH = "" }: Context["env"]): readonly string[] {
  const foldersBesidePath = PATH.split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => [join(folder, "../share/man"), join(folder, "../man")]);
  const manualPath = MANPATH.split(delimiter);
  // An empty entry means man's default folders.
  return manualPath.includes("")
    ? [...manualPath.filter(isAbsolute), ...foldersBesidePath]
    : manualPath.filter(isAbsolute);
}

/** Set by `svc sandbox` for its child process. */
const internalVariables = ["SVC_USER_KEY", "SVC_SANDBOX_EXEC", "SVC_SANDBOX_LOG", "SVC_SANDBOX_URL"];

export const knownVariables: readonly string[] = [
  ...globalOptions.flatMap(({ env }: OptionSpec) => env ?? []),
  ...environmentVariables.flatMap(({ name }) => name.split(", ")),
  ...internalVariables,
];

const maxNames = 5;

export function judgeVariables(
  env: Context["env"],
  invalidSettings: DoctorInputs["invalidSettings"],
): CheckResult {
  const failures = Object.values(invalidSettings);
  if (failures[0] !== undefined) {
    const names = (Object.keys(invalidSettings) as GlobalOptionName[]).map(variableOf).join(" ");
    return failed(failures[0].kind, failures.map(({ message }) => message).join("; "), `unset ${names}`);
  }
  const setVariables = Object.keys(env).filter((name) => (env[name] ?? "") !== "");
  const svcVariables = setVariables.filter((name) => name.startsWith("SVC_")).sort();
  const unknownNames = svcVariables.filter((name) => !knownVariables.includes(name));
  if (unknownNames.length > 0) return unknownVariablesResult(unknownNames);
  const allProxy = ["all_proxy", "ALL_PROXY"].find((name) => setVariables.includes(name));
  if (allProxy !== undefined && !setVariables.some((name) => /^https?_proxy$/i.test(name))) {
    return warning(
      `${allProxy} is set, which svc does not use`,
      `export HTTPS_PROXY="$${allProxy}", and HTTP_PROXY for addresses with http://`,
    );
  }
  return ok(svcVariables.length === 0 ? "no SVC_* variable is set" : `${svcVariables.join(", ")}`);
}

function unknownVariablesResult(names: readonly string[]): CheckResult {
  const candidates = knownVariables.filter(
    (name) => name.startsWith("SVC_") && !internalVariables.includes(name),
  );
  const suggestions = names.slice(0, maxNames).map((name) => {
    const candidate = nearest(name, candidates);
    return { name, suggestion: candidate === undefined || !isNear(name, candidate) ? undefined : candidate };
  });
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  const [first] = suggestions.filter(({ suggestion }) => suggestion !== undefined);
  return warning(
    `svc does not read ${suggestions
      .map(({ name, suggestion }) => (suggestion === undefined ? name : `${name} (${suggestion}?)`))
      .join(", ")}${more}`,
    first === undefined
      ? `unset ${suggestions.map(({ name }) => shellWord(name)).join(" ")}`
      : `export ${first.suggestion}="$${first.name}"; unset ${first.name}`,
  );
}

const isNear = (name: string, candidate: string): boolean =>
  nearest(name.slice("SVC_".length), [candidate.slice("SVC_".length)]) !== undefined;
