import { isRepeatable, kebab } from "../../catalogue/commands/command-spec.ts";
import { sourceOfParameter } from "../../catalogue/commands/name-source.ts";
import { groupNames, type OperationEntry } from "../../catalogue/index.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import type { Values } from "../../client/http/call.ts";
import { Failure } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";

export function withWordHint(
  error: unknown,
  { group, operation }: OperationEntry,
  words: readonly string[],
  argv: readonly string[],
): unknown {
  if (!(error instanceof Failure) || error.details.hint !== undefined) return error;
  const [, missingName] = /^missing argument <([^>]+)>$/.exec(error.message) ?? [];
  const kind = missingName === undefined ? undefined : sourceOfParameter(operation, missingName)?.source;
  const listGroup = groupNames.find((each) => each === kind);
  if (listGroup !== undefined) return error.with({ hint: `svc ${listGroup} list shows all ${listGroup}` });
  const last = words.at(-1) ?? "";
  if (missingName?.endsWith("=value") === true && words.length > 1)
    return error.with({ hint: "name and value are one word: NAME=VALUE" });
  const { parameters = [] } = operation;
  const parentParameters = parameters.slice(0, -1);
  if (
    missingName !== undefined &&
    missingName === parameters.at(-1)?.name &&
    words.length === parentParameters.length
  ) {
    const list = Object.values<Operation>(group.operations).find(({ verb }) => verb === "list");
    const line = ["svc", group.name, "list", ...words.map(shellWord)].join(" ");
    return parentParameters.length === 0 || list?.parameters?.length !== parentParameters.length
      ? error
      : error.with({ hint: `'${last}' is the ${parentParameters.at(-1)?.name}; ${line} lists what it has` });
  }
  const [, extraWord = ""] = /^unexpected argument '([^']+)'$/.exec(error.message) ?? [];
  if (extraWord === "") return error;
  const listOption = listFor(extraWord, argv, operation);
  if (listOption !== undefined) return error.with({ hint: `several values: --${listOption},${extraWord}` });
  const isPiped = extraWord === "-";
  const isCandidate = isPiped ? isNodeList : isNameField;
  const field = parameters.length > 0 ? undefined : operation.fields?.find((field) => isCandidate(field));
  if (field !== undefined)
    return error.with({ hint: `did you mean --${kebab(field.name)} ${shellWord(extraWord)}?` });
  if (isPiped && operation.verb === "create")
    return error.with({ hint: "svc apply - creates what standard input describes" });
  if (isPiped)
    return error.with({ hint: "only commands for several machines, devices or nodes read names from -" });
  return error.with(typeof operation.deprecated === "string" ? { hint: operation.deprecated } : {});
}

const isNodeList = (field: Field): boolean => field.kind !== undefined && isRepeatable(field);

const isNameField = (field: Field): boolean =>
  field.secret !== true &&
  field.positional !== true &&
  (["name", "hostname", "username"].includes(field.name) ||
    (field.name === "cidr" && field.required === true) ||
    (field.kind !== undefined && (field.required === true || isNodeList(field))));

/** No object is called `-`: the names were meant to come from standard input. */
export function refusePipedName({ group, operation }: OperationEntry, values: Values): void {
  const { parameters = [], verb, confirm } = operation;
  if (!parameters.some(({ name }) => values[name] === "-")) return;
  const words = parameters.map(({ name }) => String(values[name]));
  const parents = words.filter((word) => word !== "-").map(shellWord);
  const yes = confirm === undefined ? [] : ["--yes"];
  throw new Failure("usage", `${group.name} ${verb} does not read names from standard input`, {
    hint: `one command for each name: xargs -n 1 ${["svc", group.name, verb, ...yes, ...parents].join(" ")}`,
  });
}

/** For a word after `--tags ssd`, returns `tags ssd` if that option takes several values. */
export function listFor(word: string, argv: readonly string[], operation: Operation): string | undefined {
  const [option = "", value = ""] = argv.slice(0, Math.max(0, argv.indexOf(word))).slice(-2);
  if (!option.startsWith("--") || value.startsWith("-")) return undefined;
  const { fields = [], options = [] } = operation;
  const lists = [
    ...fields.filter((each) => isRepeatable(each) && each.type !== "map" && each.secret !== true),
    ...options.filter(({ repeatable }) => repeatable),
  ];
  return lists.some(({ name }) => `--${kebab(name)}` === option) ? `${option.slice(2)} ${value}` : undefined;
}
