import { maxDepth } from "./faults.ts";
import {
  bracketsAt,
  type Follower,
  followedBytes,
  maxMarkDepth,
  outcomes,
  pieceBytes,
  places,
} from "./followed.ts";
import { backslash, closeObject, colon, comma, openObject, quote } from "./scan.ts";
import {
  assemble,
  bytes16,
  type Code,
  compile,
  get,
  give,
  i32,
  i64,
  set,
  types,
  when,
  whileTrue,
} from "./web-assembly.ts";

/** Bytes that are looked at together, a bit of a 64-bit number for each. */
const blockBytes = 64;
const vectorBytes = 16;

/** What is in the memory of the follower: how far it is, a piece, which zeros follow, and the marks found in it. */
const pieceAt = followedBytes;
const marksAt = Math.ceil((pieceAt + pieceBytes + blockBytes) / 4) * 4;
const pages = Math.ceil((marksAt + pieceBytes * 4) / 65_536);

/** Every second bit, from the second one on. */
const oddBits = -0x5555_5555_5555_5556n;
const not = (bits: Code): Code => i64.xor(bits, i64.const(-1n));

/** The function's parameters and variables by number. */
const [length, wantsMarks, at, depth, mark, byte, index] = [0, 1, 2, 3, 4, 5, 6];
const [text, escaped, slashes, taken, found] = [7, 8, 9, 10, 11];
const vectors = [12, 13, 14, 15];

/** The bytes of a block for which a comparison of vectors holds. */
const bitsWhere = (holds: (vector: Code) => Code): Code =>
  vectors
    .map((vector, place) =>
      i64.shiftLeft(
        i64.fromUnsigned(bytes16.bits(holds(get(vector)))),
        i64.const(BigInt(place * vectorBytes)),
      ),
    )
    .reduce((bits, more) => i64.or(bits, more));

const is = (wanted: number) => (vector: Code) => bytes16.equal(vector, bytes16.of(i32.const(wanted)));

/** Sets `taken` to the bytes that stand after an escape, and `escaped` to whether the byte after the block, or the piece, is one. */
const findEscapes = (): readonly Code[] => [
  set(slashes, bitsWhere(is(backslash))),
  set(taken, i64.const(0n)),
  when(i32.isZero(i64.isZero(i64.or(get(slashes), get(escaped)))), [
    // A backslash begins an escape unless it is taken by one: subtraction carries that through each run of them.
    set(found, i64.and(get(slashes), not(get(escaped)))),
    set(
      found,
      i64.xor(
        i64.subtract(i64.or(i64.shiftLeft(get(found), i64.const(1n)), i64.const(oddBits)), get(found)),
        i64.const(oddBits),
      ),
    ),
    set(taken, i64.xor(get(found), i64.or(get(slashes), get(escaped)))),
    set(index, i32.subtract(get(length), get(at))),
    when(
      i32.below(get(index), i32.const(blockBytes)),
      [set(escaped, i64.and(i64.shiftRight(get(taken), i64.fromUnsigned(get(index))), i64.const(1n)))],
      [set(escaped, i64.shiftRight(i64.and(get(found), get(slashes)), i64.const(63n)))],
    ),
  ]),
];

/** Sets `found` to the bytes inside strings, and `text` to whether the block ends inside one: each quote turns it for all that follow. */
const findStrings = (): readonly Code[] => [
  set(found, i64.and(bitsWhere(is(quote)), not(get(taken)))),
  ...[1n, 2n, 4n, 8n, 16n, 32n].map((by) =>
    set(found, i64.xor(get(found), i64.shiftLeft(get(found), i64.const(by)))),
  ),
  set(found, i64.xor(get(found), get(text))),
  set(text, i64.shiftRightSigned(get(found), i64.const(63n))),
];

/** Bit 5 is all that a bracket of a list and one of an object differ in. */
const isBracket = (vector: Code): Code => {
  const either = bytes16.or(vector, bytes16.of(i32.const(0x20)));
  return bytes16.or(is(openObject)(either), is(closeObject)(either));
};
const isMark = (vector: Code): Code => bytes16.or(is(comma)(vector), is(colon)(vector));

/** Sets `found` to what has to be looked at one by one: brackets and escapes outside strings, and marks where they may be wanted. */
const findSigns = (): readonly Code[] => [
  set(taken, not(get(found))),
  set(found, i64.and(bitsWhere(isBracket), get(taken))),
  when(
    i32.and(
      get(wantsMarks),
      i32.or(i32.atMost(get(depth), i32.const(maxMarkDepth)), i32.isZero(i64.isZero(get(found)))),
    ),
    [set(found, i64.or(get(found), i64.and(bitsWhere(isMark), get(taken))))],
  ),
  set(found, i64.or(get(found), i64.and(get(slashes), get(taken)))),
];

const keepMark = (): readonly Code[] => [
  when(i32.atMost(get(depth), i32.const(maxMarkDepth)), [
    i32.store(
      marksAt,
      get(mark),
      i32.or(i32.shiftLeft(get(index), i32.const(1)), i32.equal(get(depth), i32.const(1))),
    ),
    set(mark, i32.add(get(mark), i32.const(4))),
  ]),
];

const open = (): readonly Code[] => [
  when(i32.equal(get(depth), i32.const(maxDepth)), [give(i32.const(outcomes.tooDeep))]),
  set(depth, i32.add(get(depth), i32.const(1))),
  i32.storeByte(bracketsAt, get(depth), get(byte)),
];

const keepCount = (): Code => i32.store(places.marks, i32.const(0), get(mark));

/** A closing bracket differs from its opening one in bits 1 and 2. */
const close = (): readonly Code[] => [
  when(i32.differ(i32.xor(i32.loadByte(bracketsAt, get(depth)), get(byte)), i32.const(6)), [
    give(i32.const(outcomes.notJson)),
  ]),
  set(depth, i32.subtract(get(depth), i32.const(1))),
  when(i32.isZero(get(depth)), [keepCount(), give(i32.add(get(index), i32.const(1)))]),
];

/** Marks have no bit 6, opening brackets bit 1. */
const takeSigns = (): Code =>
  whileTrue(
    i32.isZero(i64.isZero(get(found))),
    set(index, i32.add(get(at), i32.low(i64.zerosBelow(get(found))))),
    set(byte, i32.loadByte(pieceAt, get(index))),
    when(i32.isZero(i32.and(get(byte), i32.const(0x40))), keepMark(), [
      when(i32.equal(get(byte), i32.const(backslash)), [give(i32.const(outcomes.notJson))]),
      when(i32.and(get(byte), i32.const(2)), open(), close()),
    ]),
    set(found, i64.and(get(found), i64.subtract(get(found), i64.const(1n)))),
  );

const program = (): readonly Code[] => [
  set(depth, i32.load(places.depth, i32.const(0))),
  set(text, i64.fromSigned(i32.load(places.text, i32.const(0)))),
  set(escaped, i64.fromUnsigned(i32.load(places.escaped, i32.const(0)))),
  whileTrue(
    i32.below(get(at), get(length)),
    ...vectors.map((vector, place) => set(vector, bytes16.load(pieceAt + place * vectorBytes, get(at)))),
    ...findEscapes(),
    ...findStrings(),
    ...findSigns(),
    takeSigns(),
    set(at, i32.add(get(at), i32.const(blockBytes))),
  ),
  i32.store(places.depth, i32.const(0), get(depth)),
  i32.store(places.text, i32.const(0), i32.low(get(text))),
  i32.store(places.escaped, i32.const(0), i32.low(get(escaped))),
  keepCount(),
  i32.const(outcomes.goesOn),
];

/** The marks of a 32-bit number are read as the processor keeps it; WebAssembly has its lowest byte first. */
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * Sixty-four bytes at once, which takes a seventh of the time: it decides how fast a large answer is passed on and shown. Undefined
 * where the processor has no vectors.
 */
export function compileFollower(): Follower | undefined {
  const { i32: number, i64: bits, v128: vector } = types;
  const code = assemble(
    [number, number],
    [...Array(5).fill(number), ...Array(5).fill(bits), ...Array(4).fill(vector)],
    program(),
    pages,
  );
  const compiled = isLittleEndian ? compile(code) : undefined;
  if (compiled === undefined) return undefined;
  const { memory, run } = compiled;
  const bytes = new Uint8Array(memory.buffer);
  const marks = new Int32Array(memory.buffer, marksAt, pieceBytes);
  const numbers = new DataView(memory.buffer);
  return (followed, piece, wantsMarks) => {
    bytes.set(followed);
    bytes.set(piece, pieceAt);
    bytes.fill(0, pieceAt + piece.length, pieceAt + piece.length + blockBytes);
    const outcome = run(piece.length, wantsMarks ? 1 : 0);
    followed.set(bytes.subarray(0, followedBytes));
    return { outcome, marks, count: numbers.getInt32(places.marks, true) / 4 };
  };
}
