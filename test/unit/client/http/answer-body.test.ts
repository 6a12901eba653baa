import { describe, expect, test } from "vitest";
import { createBody } from "../../../../src/client/http/answer-body.ts";

/** A body, and what it asked of its connection. */
function open() {
  const asked: string[] = [];
  const given: string[] = [];
  const source = createBody({
    resume: () => asked.push("resume"),
    abort: () => asked.push("abort"),
    giveBack: (chunk) => given.push(Buffer.from(chunk).toString()),
  });
  return { source, asked, given, reader: source.body[Symbol.asyncIterator]() };
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const read = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = "";
  for await (const chunk of body) text += Buffer.from(chunk).toString();
  return text;
};

describe("the body of an answer", () => {
  test("is read as it came, before and after it was asked for", async () => {
    const { source } = open();
    source.push(bytes("one "));
    source.push(bytes("two "));
    const whole = read(source.body);
    await Promise.resolve();
    source.push(bytes("three"));
    source.end();
    expect(await whole).toBe("one two three");
  });

  test("pauses its connection when much is held, and resumes it when nothing is", async () => {
    const { source, asked, reader } = open();
    expect(source.push(new Uint8Array(40_000))).toBe(true);
    expect(source.push(new Uint8Array(40_000))).toBe(false);
    await reader.next();
    await reader.next();
    expect(asked).toEqual([]);
    const third = reader.next();
    expect(asked).toEqual(["resume"]);
    source.push(bytes("x"));
    expect(Buffer.from((await third).value ?? []).toString()).toBe("x");
  });

  test("breaks its connection where it is left early, and not where it was read to its end", async () => {
    const left = open();
    left.source.push(bytes("one"));
    for await (const _ of left.source.body) break;
    expect(left.asked).toEqual(["abort"]);
    const whole = open();
    whole.source.push(bytes("one"));
    whole.source.end();
    expect(await read(whole.source.body)).toBe("one");
    expect(whole.asked).toEqual([]);
  });

  test("fails for a reader that waits, and drops what was not read", async () => {
    const waiting = open();
    const next = waiting.reader.next();
    waiting.source.fail(new Error("cut"));
    await expect(next).rejects.toThrow("cut");
    const { source } = open();
    source.push(bytes("one"));
    source.fail(new Error("cut"));
    await expect(read(source.body)).rejects.toThrow("cut");
  });

  test("gives memory back when it is lent, and when no chunk in it is left", async () => {
    const { source, given, reader } = open();
    const one = bytes("onetwo");
    source.body.lend();
    for (const chunk of [one.subarray(0, 3), one.subarray(3), bytes("three")]) source.push(chunk);
    source.end();
    await reader.next();
    await reader.next();
    expect(given).toEqual([]);
    await reader.next();
    expect(given).toEqual(["two"]);
    expect((await reader.next()).done).toBe(true);
  });

  test("never gives back what it has not lent", async () => {
    const { source, given, reader } = open();
    for (const text of ["one", "two", "three"]) source.push(bytes(text));
    await reader.next();
    source.body.lend();
    await reader.next();
    expect(given).toEqual([]);
    await reader.next();
    expect(given).toEqual(["two"]);
  });

  test("does not hold much memory for a small chunk that is not lent", async () => {
    const { source, reader } = open();
    const memory = new Uint8Array(100_000);
    source.push(memory.subarray(0, 40_000));
    source.push(memory.subarray(40_000));
    expect((await reader.next()).value?.buffer.byteLength).toBe(40_000);
    expect((await reader.next()).value?.buffer).toBe(memory.buffer);
  });

  test("takes everything where it is discarded", () => {
    const { source, asked } = open();
    source.body.discard();
    expect(asked).toEqual(["resume"]);
    for (let count = 0; count < 9; count += 1) expect(source.push(new Uint8Array(40_000))).toBe(true);
  });
});
