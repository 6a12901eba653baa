import type { Change } from "./change.ts";
import type { Entry } from "./directory.ts";
import type { Place } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";

export type Action = "create" | "update" | "replace" | "delete";

/** One thing to do. */
export interface Step {
  readonly action: Action;
  readonly kind: LoadedKind;
  readonly name: string;
  readonly entry: Entry;
  /** Of an item; what is deleted stands nowhere. */
  readonly place: Place | undefined;
  readonly changes: readonly Change[];
  /** A second step for the same object, after what refers to it. */
  readonly isLater?: true;
}

/** A step among others. */
export interface Placed {
  readonly step: Step;
  /** Steps without which this one cannot be done, by their index. */
  readonly needs: readonly number[];
  /** Steps that have to be over before, whatever became of them; the numbers of rooms follow those of the steps. */
  readonly follows: readonly number[];
}

/** Steps in an order in which they can be done. */
export interface Ordered {
  readonly steps: readonly Placed[];
  /** Sets of steps, by their index, that others wait for as a whole: a line for each pair would be too many. */
  readonly rooms: readonly (readonly number[])[];
  /** Kinds of which new objects come before others go, as what stays refers to both. */
  readonly crowded: readonly string[];
}

/** What is to be done. */
export interface Plan extends Ordered {
  /** One line each. */
  readonly warnings: readonly string[];
}

/** How many steps there are of each action. */
export function countActions(steps: readonly Placed[]): Readonly<Record<Action, number>> {
  const counts = { create: 0, update: 0, replace: 0, delete: 0 };
  for (const { step } of steps) counts[step.action] += 1;
  return counts;
}
