import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFlag, isRepeatable, signatureOf } from "../../src/catalogue/commands/command-signature.ts";
import { memberName } from "../../src/catalogue/commands/library-text.ts";
import { furtherNodeFilters } from "../../src/catalogue/fields.ts";
import type { OperationEntry } from "../../src/catalogue/index.ts";
import { nodeMembers } from "../../src/catalogue/node-members.ts";
import type { Field } from "../../src/catalogue/operation.ts";
import type { SeededRandom } from "../unit/random.ts";

/** One call as it is typed on a line of svc, and as the library is given it. */
interface TwofoldCall {
  readonly line: readonly string[];
  readonly given: readonly unknown[];
}

/** A value of a field: the words that are typed for it, and what the library takes. */
interface TwofoldValue {
  readonly words: readonly string[];
  readonly member: unknown;
}

const letters = ["a", "Z", "0", "7", "-", "_", ".", "/", "ß", "✓", " ", '"', "&", "%", "+", ";", "😀"];

const furtherNames: ReadonlySet<string> = new Set(furtherNodeFilters.map(({ name }) => name));

/** The nodes that the service of the test has. */
export const nodeIds = ["abc123", "def456", "ghk789"];

/** Text that no form of writing takes for something else: it begins with a letter and holds neither comma nor `=`. */
const randomText = ({ below, pick }: SeededRandom): string =>
  `t${Array.from({ length: below(8) }, () => pick(letters)).join("")}`.trim();

const randomNumber = ({ below, pick }: SeededRandom): number => pick([0, 1, below(4096), below(2 ** 40)]);

/** A call of the operation with some of its fields, and what is required, in an order of its own. */
export function randomCall(
  { operation, group, id }: OperationEntry,
  chance: SeededRandom,
  folder: string,
): TwofoldCall {
  const { parameters = [], fields = [] } = operation;
  const identifiers = parameters.map(({ type, kind }) => {
    if (kind !== undefined) return chance.pick(nodeIds);
    return type === "integer" ? chance.below(100) : randomText(chance);
  });
  // Without a name, svc sends the script's file name, which the library leaves to its caller.
  const isNaming = ({ name }: Field) => id === "scripts.create" && name === "name";
  const chosen = fields.filter(
    (field) => field.required || field.positional || isNaming(field) || chance.below(3) === 0,
  );
  // What svc sends in two requests, since services refuse it in one, is one request of the library.
  const isForwarding = id === "domains.create" || id === "domain.update";
  // Services may ignore filters of nodes beyond the documents: svc compares the nodes itself.
  const compared = (name: string) =>
    operation.verb === "list" &&
    furtherNames.has(name) &&
    nodeMembers[name.replace(/^not_/, "")] !== undefined;
  const taken = chosen.filter(
    ({ name }) => !(isForwarding && name === "forward_dns_servers") && !compared(name),
  );
  const values = taken.map((field) => [field, randomValue(field, chance, folder)] as const);
  const flags = new Map(signatureOf({ operation }).options.map(({ field, name }) => [field, name]));
  const typed = values.map(([field, { words }]) => ({ flag: flags.get(field), field, words }));
  return {
    line: [
      group.name,
      operation.verb,
      ...typed.flatMap(({ flag, field, words }) => (flag === undefined ? [] : options(field, flag, words))),
      "--no-check",
      "--yes",
      "--",
      ...identifiers.map(String),
      ...typed.flatMap(({ flag, words }) => (flag === undefined ? words : [])),
    ],
    given: [
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

function randomValue(field: Field, chance: SeededRandom, folder: string): TwofoldValue {
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

function randomMap(chance: SeededRandom): TwofoldValue {
  const names = ["address", "user_name", "port", "é"].slice(chance.below(4));
  const members = names.map(
    (name) => [name, chance.pick([randomText(chance), chance.below(99), true])] as const,
  );
  return { words: members.map(([name, value]) => `${name}=${value}`), member: Object.fromEntries(members) };
}
