import type { FieldValue, Place } from "./item.ts";

/** Machines as a set: so many that are deployed alike. */
export interface Claim {
  readonly name: string;
  readonly place: Place;
  /** How many machines it holds, 0 too. */
  readonly count: number;
  /** What the machines have to be, by field of `machines.allocate`. */
  readonly allocate: ReadonlyMap<string, FieldValue>;
  /** How they are deployed, by field of `machine.deploy`. */
  readonly deploy: ReadonlyMap<string, FieldValue>;
}
