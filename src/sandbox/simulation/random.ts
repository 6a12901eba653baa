export type SeededRandom = ReturnType<typeof seededRandom>;

/** Saved with the state, so that a restored sandbox continues the same sequence. */
interface RandomState {
  value: number;
}

const tokenCharacters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** Precomputed because a large fleet needs half a million hexadecimal bytes. */
const hexByByte = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, "0"));

/** Similar seeds lead to unrelated states. */
export const seedState = (seed: number): RandomState => ({
  value: (Math.imul(Math.trunc(seed) ^ 0x9e3779b9, 0x85ebca6b) ^ Math.trunc(seed / 2 ** 32)) >>> 0,
});

/** The Mulberry32 generator, which must not be used for real secrets. */
export function seededRandom(state: RandomState) {
  const next = (): number => {
    state.value = (state.value + 0x6d2b79f5) >>> 0;
    let bits = state.value;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (minimum: number, maximum: number): number =>
    minimum + Math.floor(next() * (maximum - minimum + 1));
  const pick = <T>(values: readonly T[]): T => {
    const value = values[integer(0, values.length - 1)];
    if (value === undefined) throw new RangeError("nothing to pick from");
    return value;
  };
  // One 32-bit number is enough for five characters of a token, or for eight hexadecimal digits.
  const token = (length: number): string => {
    let text = "";
    while (text.length < length) {
      let bits = Math.floor(next() * tokenCharacters.length ** 5);
      for (let count = 0; count < 5; count += 1) {
        text += tokenCharacters[bits % tokenCharacters.length];
        bits = Math.floor(bits / tokenCharacters.length);
      }
    }
    return text.slice(0, length);
  };
  const hexWord = () => {
    const bits = next() * 2 ** 32;
    const byte = (shift: number) => hexByByte[(bits >>> shift) & 255] ?? "";
    return byte(24) + byte(16) + byte(8) + byte(0);
  };
  const uuid = (): string => {
    const digits = hexWord() + hexWord() + hexWord() + hexWord();
    const variant = "89ab"[Number.parseInt(digits[16] ?? "0", 16) & 3];
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
  };
  return { next, integer, pick, token, uuid };
}
