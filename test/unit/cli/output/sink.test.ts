import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { ClosedPipe, openSink } from "../../../../src/cli/output/sink.ts";
import { createRandom } from "../../random.ts";

/** A stream that has room for one piece, and takes its time with each. */
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

test.each([1, 2, 3, 8])("%i writers at once all get their turn, each in its order", async (count) => {
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
    const own = lines.filter((line) => line.startsWith(`${writer}:`));
    expect(own).toEqual(Array.from({ length: 50 }, (_, index) => `${writer}:${index}`));
  }
  expect(["error", "close", "drain"].map((event) => stream.listenerCount(event))).toEqual([0, 0, 0]);
});

test("a reader that goes away ends every writer that waits", async () => {
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
