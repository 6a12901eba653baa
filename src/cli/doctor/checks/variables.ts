import { environmentVariables, globalOptions } from "../../../catalogue/commands/options.ts";
import type { OptionSpec } from "../../../catalogue/option-spec.ts";
import type { Context } from "../../../context.ts";
import type { Failure } from "../../../core/failure.ts";
import { nearest } from "../../../core/text/nearest.ts";
import { shellWord } from "../../../core/text/shell-word.ts";
import { type CheckSpec, type Finding, failed, ok, warning } from "../check.ts";

/** Variables of the environment that do not do what they look like. */
export const variablesCheck: CheckSpec = {
  name: "variables",
  needs: [],
  examine: ({ subject: { context, wrong } }) => judgeVariables(context.env, wrong),
};

/** `svc sandbox` sets these for what it starts. */
const ownVariables = ["SVC_USER_KEY", "SVC_SANDBOX_EXEC", "SVC_SANDBOX_LOG", "SVC_SANDBOX_URL"];

/** Every variable that svc reads. */
export const knownVariables: readonly string[] = [
  ...globalOptions.flatMap(({ env }: OptionSpec) => env ?? []),
  ...environmentVariables.flatMap(({ name }) => name.split(", ")),
  ...ownVariables,
];

/** Of more variables than this, the first ones are named. */
const maxNamed = 5;

/** `wrong` holds what is wrong with the values of variables, by name. */
export function judgeVariables(env: Context["env"], wrong: Readonly<Record<string, Failure>>): Finding {
  const bad = Object.entries(wrong);
  const [first] = bad;
  if (first !== undefined) {
    const found = bad.map(([, { message }]) => message).join("; ");
    return failed(first[1].kind, found, `unset ${bad.map(([name]) => name).join(" ")}`);
  }
  const set = Object.keys(env).filter((name) => (env[name] ?? "") !== "");
  const own = set.filter((name) => name.startsWith("SVC_")).sort();
  const unknown = own.filter((name) => !knownVariables.includes(name));
  if (unknown.length > 0) return unknownFinding(unknown);
  const allProxy = ["all_proxy", "ALL_PROXY"].find((name) => set.includes(name));
  if (allProxy !== undefined && !set.some((name) => /^https?_proxy$/i.test(name))) {
    return warning(
      `${allProxy} is set, which svc does not use`,
      `export HTTPS_PROXY="$${allProxy}", and HTTP_PROXY for addresses with http://`,
    );
  }
  return ok(own.length === 0 ? "none of svc is set" : `${own.join(", ")}`);
}

function unknownFinding(unknown: readonly string[]): Finding {
  const candidates = knownVariables.filter((name) => name.startsWith("SVC_") && !ownVariables.includes(name));
  const named = unknown.slice(0, maxNamed).map((name) => {
    const meant = nearest(name, candidates);
    return { name, meant: meant === undefined || !isNear(name, meant) ? undefined : meant };
  });
  const more = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : "";
  const [first] = named.filter(({ meant }) => meant !== undefined);
  return warning(
    `svc does not read ${named
      .map(({ name, meant }) => (meant === undefined ? name : `${name} (${meant}?)`))
      .join(", ")}${more}`,
    first === undefined
      ? `unset ${named.map(({ name }) => shellWord(name)).join(" ")}`
      : `export ${first.meant}="$${first.name}"; unset ${first.name}`,
  );
}

/** The common beginning of all names says nothing: what follows it has to be alike. */
const isNear = (name: string, meant: string): boolean =>
  nearest(name.slice("SVC_".length), [meant.slice("SVC_".length)]) !== undefined;
