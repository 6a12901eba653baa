import { kebab } from "../../catalogue/commands/command-signature.ts";
import type { CommandOption } from "../../catalogue/commands/command-spec.ts";
import { globalOptions } from "../../catalogue/commands/options.ts";
import type { Field } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import type { TypedOptions } from "./command.ts";
import type { ScannedLine } from "./scan.ts";

/** Several values for what takes one, or a flag turned on and off: which of them is meant is not clear. */
export function refuseRepeated(typed: TypedOptions, options: readonly CommandOption[]): void {
  const all: readonly CommandOption[] = [...globalOptions, ...options];
  const adds = new Set(all.filter(({ repeatable }) => repeatable === true).map(({ name }) => name));
  for (const [name, value] of Object.entries(typed)) {
    if (!Array.isArray(value) || value.length < 2 || adds.has(name)) continue;
    const times = value.length === 2 ? "twice" : `${value.length} times`;
    throw new Failure("usage", `--${name} is given ${times}`, { hint: "it takes one value" });
  }
  for (const { name, negatable } of options) {
    if (negatable && typed[name] && typed[`no-${name}`])
      throw new Failure("usage", `--${name} and --no-${name} cannot be combined`);
  }
}

/**
 * An option without effect is refused: where the one that it needs is missing, beside one that excludes it, and
 * where the command ignores it. `-o json` is the form of errors too, whatever a command prints.
 */
export function refuseStray(typed: TypedOptions, { target, options }: ScannedLine): void {
  const isTyped = (name: string): boolean => typed[name] !== undefined;
  for (const { name, negatable, needs = [] } of options) {
    const stray = [name, ...(negatable ? [`no-${name}`] : [])].find(isTyped);
    if (stray === undefined || needs.length === 0 || needs.some(isTyped)) continue;
    const others = needs.map((other) => `--${other}`).join(" or ");
    throw new Failure("usage", `--${stray} has no effect without ${others}`);
  }
  for (const { name, excludes = [] } of options) {
    const beside = isTyped(name) ? excludes.find(isTyped) : undefined;
    if (beside !== undefined) throw new Failure("usage", `--${beside} has no effect with --${name}`);
  }
  if (target.kind !== "builtin") return;
  const { command, ignores = [] } = target.spec();
  const ignored = ignores.find((name) => isTyped(name) && !(name === "output" && isErrorForm(typed)));
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
export function refuseAmbiguous(names: readonly string[], { target, path }: ScannedLine): void {
  if (target.kind !== "operation") return;
  const { group, operation } = target.entry;
  const line = path.join(" ");
  for (const name of names) {
    const isMeant = ({ name: field, flag }: Field) => flag !== undefined && kebab(field) === name;
    const own = operation.fields?.find(isMeant);
    const others = Object.values(group.operations).flatMap(({ fields = [] }) => fields.filter(isMeant));
    const field = own ?? (name === "url" ? others[0] : undefined);
    const global: CommandOption | undefined = globalOptions.find((option) => option.name === name);
    if (field === undefined || global === undefined) continue;
    const value = global.value === undefined ? "" : ` ${global.value.toUpperCase()}`;
    const meant = own === undefined ? "" : `the field is --${field.flag}; `;
    throw new Failure("usage", `--${name} after '${line}' could mean the field '${field.name}'`, {
      hint: `${meant}the option of svc goes before the group: svc --${name}${value} ${line} ...`,
    });
  }
}
