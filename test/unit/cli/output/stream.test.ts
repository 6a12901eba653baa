import { PassThrough, Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { outputFormats } from "../../../../src/catalogue/commands/options.ts";
import { printBytes, printRaw, printValue } from "../../../../src/cli/output/print.ts";
import { ClosedPipe, openSink } from "../../../../src/cli/output/sink.ts";
import type { TextOutput } from "../../../../src/context.ts";
import { createRandom } from "../../random.ts";
import { inPieces, settings, shape } from "./printed.ts";

describe("a raw body", () => {
  async function raw(chunks: readonly (string | Uint8Array)[], isTTY: boolean): Promise<string> {
    const out = Object.assign(new PassThrough(), { isTTY });
    const printed = printRaw(inPieces(chunks), out).finally(() => out.end());
    const pieces: Buffer[] = [];
    for await (const piece of out) pieces.push(piece);
    await printed;
    return Buffer.concat(pieces).toString("latin1");
  }

  test("is passed on byte by byte to a pipe", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect(await raw([bytes], false)).toBe(bytes.toString("latin1"));
  });

  test("is escaped on a terminal, whatever its length", async () => {
    const title = "\u001b]0;x\u0007\u009b2J";
    expect(await raw([title], true)).toBe("\\x1b]0;x\\x07\\x9b2J\n");
    const long = await raw(["x".repeat(100_000), title, title], true);
    expect(long).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(await raw(["a\n"], true)).toBe("a\n");
  });

  test("is refused on a terminal if it is binary", async () => {
    for (const bytes of [[0], [0x1f, 0x8b, 8], [0xff, 0xfe]]) {
      await expect(raw([Buffer.from(bytes)], true)).rejects.toMatchObject({ kind: "other" });
    }
  });
});

describe("an output stream", () => {
  const long = JSON.stringify(
    Array.from({ length: 4000 }, (_, index) => ({ fqdn: `node-${index}.example`, status_name: "Ready" })),
  );

  test("is written completely at the pace of a slow reader", async () => {
    const reader = new PassThrough({ highWaterMark: 1024 });
    const printed = printBytes(inPieces([long]), shape, { ...settings, format: "json" }, reader).then(() =>
      reader.end(),
    );
    let text = "";
    for await (const chunk of reader) {
      text += String(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await printed;
    expect(text).toBe(`${long}\n`);
  });

  test("is not filled ahead while its reader waits", async () => {
    let writeCount = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      for (; writeCount < 100; writeCount += 1)
        yield Buffer.from(`${writeCount === 0 ? "[" : ","}"${"x".repeat(70_000)}"`);
    }
    let waiting: (() => void) | undefined;
    const reader = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        waiting = done;
      },
    });
    const printed = printBytes(source(), shape, { ...settings, format: "json" }, reader);
    await new Promise((resolve) => setImmediate(resolve));
    expect(writeCount).toBeLessThan(3);
    reader.destroy();
    await expect(printed).rejects.toBeInstanceOf(ClosedPipe);
    expect(waiting).toBeDefined();
  });

  function failing(code: string): TextOutput {
    return new Writable({
      write(_chunk, _encoding, done) {
        setImmediate(() => done(Object.assign(new Error(`write ${code}`), { code })));
      },
    });
  }

  test.each(outputFormats)("that is closed ends %s as a closed pipe", async (format) => {
    const printed = printBytes(
      inPieces([long]),
      { ...shape, identity: "fqdn" },
      { ...settings, format },
      failing("EPIPE"),
    );
    await expect(printed).rejects.toBeInstanceOf(ClosedPipe);
    await new Promise((resolve) => setImmediate(resolve));
  });

  test("that cannot be written is a failure with the reason", async () => {
    const printed = printValue([{ fqdn: "a" }], shape, settings, failing("ENOSPC"));
    await expect(printed).rejects.toMatchObject({
      kind: "other",
      message: "cannot write the output: write ENOSPC",
    });
  });

  test("keeps no listeners of svc", async () => {
    const out = new PassThrough();
    out.resume();
    const before = out.eventNames().map((name) => out.listenerCount(name));
    await printBytes(inPieces([long]), shape, settings, out);
    expect(out.eventNames().map((name) => out.listenerCount(name))).toEqual(before);
  });
});

/** A stream that buffers one piece and writes slowly. */
function slowStream() {
  const pieces: string[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      pieces.push(String(chunk));
      setImmediate(done);
    },
  });
  return { stream, pieces };
}

test.each([1, 2, 3, 8])("%i concurrent writers all finish, each in its own order", async (count) => {
  const { stream, pieces } = slowStream();
  const sink = openSink(stream);
  const random = createRandom(count);
  const written: string[] = [];
  const write = async (writer: number) => {
    for (let index = 0; index < 50; index += 1) {
      const line = `${writer}:${index}\n`;
      written.push(line);
      if (random.below(2) === 0) await sink.bytes(Buffer.from(line));
      else await sink.text(line);
      if (random.below(5) === 0) await new Promise((resume) => setImmediate(resume));
    }
  };
  await Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  await sink.end();
  sink.release();
  const lines = pieces.join("").trimEnd().split("\n");
  expect(lines).toHaveLength(written.length);
  for (let writer = 0; writer < count; writer += 1) {
    const ownLines = lines.filter((line) => line.startsWith(`${writer}:`));
    expect(ownLines).toEqual(Array.from({ length: 50 }, (_, index) => `${writer}:${index}`));
  }
  expect(["error", "close", "drain"].map((event) => stream.listenerCount(event))).toEqual([0, 0, 0]);
});

test("a reader that goes away ends every waiting writer", async () => {
  const stream = new Writable({ highWaterMark: 1, write: () => undefined });
  const sink = openSink(stream);
  const caught = (error: unknown) => error;
  const waiting = [1, 2, 3].map((each) => sink.bytes(Buffer.from(`${each}`))?.catch(caught));
  const ending = sink.end().catch(caught);
  await new Promise((resume) => setImmediate(resume));
  stream.destroy();
  for (const error of await Promise.all([...waiting, ending])) expect(error).toBeInstanceOf(ClosedPipe);
  sink.release();
});
