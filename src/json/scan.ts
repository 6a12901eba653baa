/** Bytes that mean something in JSON. All are ASCII, so none is ever part of a longer UTF-8 character. */
export const quote = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const colon = 0x3a;
export const openList = 0x5b;
export const closeList = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;

/** 1 for each byte outside strings that opens, closes or begins a string: every other one is passed over. */
const nesting = new Uint8Array(256);
for (const byte of [quote, openList, closeList, openObject, closeObject]) nesting[byte] = 1;

/** 1 for each byte that a number or a literal ends before. */
const scalarEnds = new Uint8Array(256);
for (const byte of [comma, closeList, closeObject, 0x20, 0x0a, 0x0d, 0x09]) scalarEnds[byte] = 1;

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The index of the first byte from `at` on that is not white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let index = at;
  while (isSpace(bytes[index])) index += 1;
  return index;
}

/** The index after the string whose opening quote stands at `at`; -1 where the bytes end inside it. */
export function skipString(bytes: Uint8Array, at: number): number {
  const length = bytes.length;
  let index = at + 1;
  while (index < length) {
    const byte = bytes[index];
    if (byte === quote) return index + 1;
    index += byte === backslash ? 2 : 1;
  }
  return -1;
}

/** The index after the value that begins at `at`; -1 where the bytes end inside it. What is in it is not checked. */
export function skipValue(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === quote) return skipString(bytes, at);
  const length = bytes.length;
  let index = at;
  if (first !== openObject && first !== openList) {
    while (index < length && scalarEnds[bytes[index] as number] === 0) index += 1;
    return index < length ? index : -1;
  }
  let depth = 0;
  while (index < length) {
    const byte = bytes[index] as number;
    if (nesting[byte] === 0) {
      index += 1;
    } else if (byte === quote) {
      index = skipString(bytes, index);
      if (index === -1) return -1;
    } else {
      index += 1;
      if (byte === openObject || byte === openList) depth += 1;
      else {
        depth -= 1;
        if (depth === 0) return index;
      }
    }
  }
  return -1;
}
