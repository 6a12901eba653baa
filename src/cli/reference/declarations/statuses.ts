import { waitTargets } from "../../../catalogue/commands/builtin-commands.ts";
import { statuses, statusValues } from "../../../catalogue/statuses.ts";

/** The types of statuses and of conditions to wait for. */
export function statusDeclarations(): string {
  const union = (words: readonly string[]) => words.map((word) => `\n  | ${JSON.stringify(word)}`).join("");
  return `/** A status of a machine, as filters and conditions name it. */
export type Status =${statusValues.map((value) => `\n  /** ${statuses[value].id}: ${statuses[value].name}. */\n  | ${JSON.stringify(value)}`).join("")};

/** What may be waited for: a status, a power state, that the machine is gone, or that an SSH server answers. */
export type WaitCondition =
  | Status${union(waitTargets)};
`;
}
