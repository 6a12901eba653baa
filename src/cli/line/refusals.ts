import type { Field } from "../../api/operation.ts";
import type { OptionSpec } from "../../api/option-spec.ts";
import {
  followUpOptions,
  isRepeatable,
  kebab,
  type OptionSignature,
} from "../../contract/command-signature.ts";
import { type CommandSpec, globalOptions } from "../../contract/options.ts";
import { Failure } from "../../failure.ts";
import type { TypedOptions } from "./command.ts";
import type { Target } from "./target.ts";

/** Several values for what takes one, or a flag turned on and off: which of them is meant is not clear. */
export function refuseRepeated(
  typed: TypedOptions,
  specs: readonly OptionSpec[],
  fields: readonly OptionSignature[],
): void {
  const adds = new Set([
    ...[...globalOptions, ...specs]
      .filter(({ repeatable }: OptionSpec) => repeatable === true)
      .map(({ name }) => name),
    ...fields.filter(({ source }) => isRepeatable(source)).map(({ flag }) => flag.slice(2)),
  ]);
  for (const [name, value] of Object.entries(typed)) {
    if (Array.isArray(value) && value.length > 1 && !adds.has(name))
      throw new Failure(
        "usage",
        `--${name} is given ${value.length === 2 ? "twice" : `${value.length} times`}`,
        {
          hint: "it takes one value",
        },
      );
  }
  for (const { flag, negation } of fields) {
    if (negation !== undefined && typed[flag.slice(2)] && typed[negation.slice(2)])
      throw new Failure("usage", `${flag} and ${negation} cannot be combined`);
  }
}

/**
 * An option without effect is refused: where the one that it needs is missing, beside one that excludes it, and
 * where the command ignores it. `-o json` is the form of errors too, whatever a command prints.
 */
export function refuseStray(typed: TypedOptions, specs: readonly OptionSpec[], target: Target): void {
  const operation = target.kind === "operation" ? target.entry.operation : undefined;
  const following = operation === undefined ? [] : followUpOptions(operation);
  const needing = [
    ...specs.map(({ name, needs = [] }) => ({ name, needs })),
    ...following
      .flatMap(({ flag, negation }) => (negation === undefined ? [flag] : [flag, negation]))
      .map((flag) => ({ name: flag.slice(2), needs: [operation?.followUp?.option ?? ""] })),
  ];
  const stray = needing.find(
    ({ name, needs }) =>
      typed[name] !== undefined && needs.length > 0 && needs.every((other) => typed[other] === undefined),
  );
  if (stray !== undefined) {
    const others = stray.needs.map((name) => `--${name}`).join(" or ");
    throw new Failure("usage", `--${stray.name} has no effect without ${others}`);
  }
  for (const { name, excludes = [] } of specs) {
    const beside =
      typed[name] === undefined ? undefined : excludes.find((other) => typed[other] !== undefined);
    if (beside !== undefined) throw new Failure("usage", `--${beside} has no effect with --${name}`);
  }
  if (target.kind !== "own") return;
  const { command, ignores = [] }: CommandSpec = target.command.spec;
  const ignored = ignores.find(
    (name) => typed[name] !== undefined && !(name === "output" && isErrorForm(typed)),
  );
  if (ignored !== undefined)
    throw new Failure("usage", `--${ignored} has no effect on 'svc ${command.join(" ")}'`);
}

const isErrorForm = ({ output }: TypedOptions): boolean =>
  Array.isArray(output) && output.every((form) => form === "json" || form === "ndjson");

/**
 * A global option of the same name as a field, typed where the field's option is expected. One that says where
 * the service is counts for every operation of a group with such a field: its key must not reach an address
 * that was meant as a value.
 */
export function refuseAmbiguous(names: readonly string[], target: Target): void {
  if (target.kind !== "operation") return;
  const { group, operation } = target.entry;
  const line = target.path.join(" ");
  for (const name of names) {
    const isMeant = ({ name: field, flag }: Field) => flag !== undefined && kebab(field) === name;
    const own = operation.fields?.find(isMeant);
    const others = Object.values(group.operations).flatMap(({ fields = [] }) => fields.filter(isMeant));
    const field = own ?? (name === "url" ? others[0] : undefined);
    const global = globalOptions.find((option) => option.name === name) as OptionSpec | undefined;
    if (field === undefined || global === undefined) continue;
    const value = global.value === undefined ? "" : ` ${global.value.toUpperCase()}`;
    const meant = own === undefined ? "" : `the field is --${field.flag}; `;
    throw new Failure("usage", `--${name} after '${line}' could mean the field '${field.name}'`, {
      hint: `${meant}the option of svc goes before the group: svc --${name}${value} ${line} ...`,
    });
  }
}
