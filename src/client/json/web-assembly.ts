/**
 * Instructions of WebAssembly, each after its operands. What a function is made of is written as nested calls, such as
 * `i32.add(get(0), i32.const(1))`, and assembled where it is used for the first time.
 */
export type Code = readonly number[];

const op =
  (...bytes: readonly number[]) =>
  (...operands: readonly Code[]): Code => [...operands.flat(), ...bytes];

/** Signed LEB128. */
function signed(value: bigint): readonly number[] {
  const rest = value >> 7n;
  const low = Number(value & 0x7fn);
  const isLast = (rest === 0n && low < 0x40) || (rest === -1n && low >= 0x40);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}

/** Unsigned LEB128. */
const unsigned = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];

/** A load or store at the address that the first operand is, plus `offset`. */
const access =
  (...bytes: readonly number[]) =>
  (offset: number, ...operands: readonly Code[]): Code => [
    ...operands.flat(),
    ...bytes,
    ...[0, ...unsigned(offset)],
  ];

export const types = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const;

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(BigInt(value))],
  load: access(0x28),
  loadByte: access(0x2d),
  store: access(0x36),
  storeByte: access(0x3a),
  isZero: op(0x45),
  equal: op(0x46),
  differ: op(0x47),
  below: op(0x49),
  atMost: op(0x4d),
  add: op(0x6a),
  subtract: op(0x6b),
  and: op(0x71),
  or: op(0x72),
  xor: op(0x73),
  shiftLeft: op(0x74),
  low: op(0xa7),
} as const;

export const i64 = {
  const: (value: bigint): Code => [0x42, ...signed(value)],
  isZero: op(0x50),
  zerosBelow: op(0x7a),
  subtract: op(0x7d),
  and: op(0x83),
  or: op(0x84),
  xor: op(0x85),
  shiftLeft: op(0x86),
  shiftRightSigned: op(0x87),
  shiftRight: op(0x88),
  fromSigned: op(0xac),
  fromUnsigned: op(0xad),
} as const;

/** Sixteen bytes at once; a comparison sets all bits of each byte where it holds, `bits` takes one of each. */
export const bytes16 = {
  load: access(0xfd, 0x00),
  of: op(0xfd, 0x0f),
  equal: op(0xfd, 0x23),
  or: op(0xfd, 0x50),
  bits: op(0xfd, 0x64),
} as const;

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const give = op(0x0f);

const block = (opening: number, code: readonly Code[]): Code => [opening, 0x40, ...code.flat(), 0x0b];

/** Repeated while the condition holds. */
export const whileTrue = (condition: Code, ...code: readonly Code[]): Code => {
  const leaveUnless = [...i32.isZero(condition), 0x0d, 1];
  return block(0x02, [block(0x03, [leaveUnless, ...code, [0x0c, 0]])]);
};

export const when = (condition: Code, then: readonly Code[], otherwise: readonly Code[] = []): Code => [
  ...condition,
  0x04,
  0x40,
  ...then.flat(),
  ...(otherwise.length === 0 ? [] : [0x05, ...otherwise.flat()]),
  0x0b,
];

const section = (id: number, ...content: readonly Code[]): Code => {
  const body = content.flat();
  return [id, ...unsigned(body.length), ...body];
};
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const name = (text: string): Code => list([...Buffer.from(text)].map((byte) => [byte]));

/** A module of one function, exported as `run`, and its memory of so many pages of 64 KiB, exported as `memory`. */
export function assemble(
  parameters: readonly number[],
  locals: readonly number[],
  code: readonly Code[],
  pages: number,
): Uint8Array {
  const declared = list(locals.map((type) => [1, type]));
  const body = [...declared, ...code.flat(), 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list([[0x60, ...list(parameters.map((type) => [type])), ...list([[types.i32]])]])),
    ...section(3, list([[0]])),
    ...section(5, list([[0x00, ...unsigned(pages)]])),
    ...section(
      7,
      list([
        [...name("run"), 0x00, 0],
        [...name("memory"), 0x02, 0],
      ]),
    ),
    ...section(10, list([[...unsigned(body.length), ...body]])),
  ]);
}

/** What `assemble` exports. */
interface Exports {
  readonly run: (...parameters: readonly number[]) => number;
  readonly memory: { readonly buffer: ArrayBuffer };
}

/** Of the engine's own object, which the types of Node leave out. */
interface Engine {
  validate(code: Uint8Array): boolean;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** Undefined where this processor, or the way in which Node was started, does not allow for it. */
export function compile(code: Uint8Array): Exports | undefined {
  const { WebAssembly } = globalThis as { readonly WebAssembly?: Engine };
  if (WebAssembly?.validate(code) !== true) return undefined;
  return new WebAssembly.Instance(new WebAssembly.Module(code)).exports as Exports;
}
