import type { SeededRandom } from "./world.ts";

/** The generator's whole state, saved with the world so that a loaded one goes on where it was. */
export interface RandomState {
  value: number;
}

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** A 32-bit state from any seed; neighbouring seeds give unrelated fleets. */
export const seedState = (seed: number): RandomState => ({
  value: (Math.imul(Math.trunc(seed) ^ 0x9e3779b9, 0x85ebca6b) ^ Math.trunc(seed / 2 ** 32)) >>> 0,
});

/** Values that follow from the state alone (the generator is Mulberry32). Not for secrets of a real service. */
export function seededRandom(state: RandomState): SeededRandom {
  const next = (): number => {
    state.value = (state.value + 0x6d2b79f5) >>> 0;
    let mixed = state.value;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (minimum: number, maximum: number): number =>
    minimum + Math.floor(next() * (maximum - minimum + 1));
  const pick = <T>(values: readonly T[]): T => {
    const value = values[integer(0, values.length - 1)];
    if (value === undefined) throw new RangeError("nothing to pick from");
    return value;
  };
  const token = (length: number): string =>
    Array.from({ length }, () => letters[integer(0, letters.length - 1)]).join("");
  const hex = (length: number): string => Array.from({ length }, () => integer(0, 15).toString(16)).join("");
  const uuid = (): string =>
    `${hex(8)}-${hex(4)}-4${hex(3)}-${(8 + integer(0, 3)).toString(16)}${hex(3)}-${hex(12)}`;
  return { next, integer, pick, token, uuid };
}
