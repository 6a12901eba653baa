import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFlag, isRepeatable, signatureOf } from "../../src/catalogue/commands/command-spec.ts";
import { memberName } from "../../src/catalogue/commands/library-text.ts";
import { undocumentedNodeFilters } from "../../src/catalogue/fields.ts";
import type { OperationEntry } from "../../src/catalogue/index.ts";
import { nodeMembers } from "../../src/catalogue/node-members.ts";
import type { Field } from "../../src/catalogue/operation.ts";
import type { SeededRandom } from "../unit/random.ts";

/** The same call as an svc command line and as arguments of the library's method. */
interface EquivalentCall {
  readonly line: readonly string[];
  readonly methodArguments: readonly unknown[];
}

/** The same field value as words of a command line and as a member of the library's options. */
interface EquivalentValue {
  readonly words: readonly string[];
  readonly member: unknown;
}

const letters = ["a", "Z", "0", "7", "-", "_", ".", "/", "ß", "✓", " ", '"', "&", "%", "+", ";", "😀"];

const furtherNames: ReadonlySet<string> = new Set(undocumentedNodeFilters.map(({ name }) => name));

export const nodeIds = ["abc123", "def456", "ghk789"];

/**
 * Text that the command line always takes literally: it begins with a letter and has neither comma nor `=`.
 */
const randomText = ({ below, pick }: SeededRandom): string =>
  `t${Array.from({ length: below(8) }, () => pick(letters)).join("")}`.trim();

const randomNumber = ({ below, pick }: SeededRandom): number => pick([0, 1, below(4096), below(2 ** 40)]);

/** A call with all required fields and a random selection of the others, in random order. */
export function randomCall(
  { operation, group, id }: OperationEntry,
  chance: SeededRandom,
  folder: string,
): EquivalentCall {
  const { parameters = [], fields = [] } = operation;
  const identifiers = parameters.map(({ type, kind }) => {
    if (kind !== undefined) return chance.pick(nodeIds);
    return type === "integer" ? chance.below(100) : randomText(chance);
  });
  // svc defaults the name to the script's file name; the library has no such default, so the name is always
  // given.
  const isNaming = ({ name }: Field) => id === "scripts.create" && name === "name";
  const usedFields = fields.filter(
    (field) => field.required || field.positional || isNaming(field) || chance.below(3) === 0,
  );
  // svc sends these servers in a second request because services refuse them in the first; the library sends
  // one request.
  const isForwarding = id === "domains.create" || id === "domain.update";
  // svc does not send these undocumented filters but compares the nodes itself, since services may ignore
  // them.
  const compared = (name: string) =>
    operation.verb === "list" &&
    furtherNames.has(name) &&
    nodeMembers[name.replace(/^not_/, "")] !== undefined;
  const sentFields = usedFields.filter(
    ({ name }) => !(isForwarding && name === "forward_dns_servers") && !compared(name),
  );
  const values = sentFields.map((field) => [field, randomValue(field, chance, folder)] as const);
  const flags = new Map(signatureOf({ operation }).options.map(({ field, name }) => [field, name]));
  const lineValues = values.map(([field, { words }]) => ({ flag: flags.get(field), field, words }));
  return {
    line: [
      group.name,
      operation.verb,
      ...lineValues.flatMap(({ flag, field, words }) =>
        flag === undefined ? [] : options(field, flag, words),
      ),
      "--no-check",
      "--yes",
      "--",
      ...identifiers.map(String),
      ...lineValues.flatMap(({ flag, words }) => (flag === undefined ? words : [])),
    ],
    methodArguments: [
      ...identifiers,
      Object.fromEntries(values.map(([field, { member }]) => [memberName(field.name), member])),
      { check: false },
    ],
  };
}

function options(field: Field, flag: string, words: readonly string[]): readonly string[] {
  if (isFlag(field.type)) return [words[0] === "true" ? `--${flag}` : `--no-${flag}`];
  return words.map((word) => `--${flag}=${word}`);
}

function randomValue(field: Field, chance: SeededRandom, folder: string): EquivalentValue {
  const { below, pick } = chance;
  if (isFlag(field.type)) {
    const isOn = pick([true, false]);
    return { words: [String(isOn)], member: isOn };
  }
  if (field.type === "file" || (field.type === "base64" && below(2) === 0)) {
    const path = join(folder, `file-${below(1e9)}`);
    writeFileSync(path, Buffer.from(Array.from({ length: 1 + below(300) }, () => below(256))));
    return { words: [field.type === "file" ? path : `@${path}`], member: { path } };
  }
  if (field.type === "map") return randomMap(chance);
  const items = Array.from({ length: isRepeatable(field) ? 1 + below(3) : 1 }, () =>
    randomItem(field, chance),
  );
  return { words: items.map(String), member: isRepeatable(field) ? items : items[0] };
}

function randomItem(field: Field, chance: SeededRandom): string | number {
  const { type, kind, choices = [], suggestions = [] } = field;
  if (kind !== undefined) return chance.pick(nodeIds);
  if (type === "integer" || type === "size") return randomNumber(chance);
  const words = [...choices, ...suggestions].filter((word) => !/[,=]/.test(word));
  return words.length > 0 && chance.below(2) === 0 ? chance.pick(words) : randomText(chance);
}

function randomMap(chance: SeededRandom): EquivalentValue {
  const names = ["address", "user_name", "port", "é"].slice(chance.below(4));
  const members = names.map(
    (name) => [name, chance.pick([randomText(chance), chance.below(99), true])] as const,
  );
  return { words: members.map(([name, value]) => `${name}=${value}`), member: Object.fromEntries(members) };
}
