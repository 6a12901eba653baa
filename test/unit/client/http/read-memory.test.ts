import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createReadMemory, type ReadMemory } from "../../../../src/client/http/read-memory.ts";

/** The pieces that a socket reads of what a server sends; each is shown to `look` before the next one is read. */
async function readAll(
  memory: ReadMemory,
  send: (socket: Socket) => void,
  look: (piece: Buffer) => void,
): Promise<void> {
  const server = createServer(send);
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const onread = memory.readInto(() => socket);
  const socket: Socket = connect({ host: "127.0.0.1", port, onread });
  socket.on("data", look);
  await once(socket, "end");
}

const sent = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => `${index},`).join(""));

test("a large text is read whole, in memory that is given back", async () => {
  const memory = createReadMemory();
  const rooms = new Set<ArrayBufferLike>();
  const read: Buffer[] = [];
  let last: Buffer | undefined;
  let large = 0;
  await readAll(
    memory,
    (socket) => socket.end(sent),
    (piece) => {
      if (last !== undefined && last.buffer !== piece.buffer) memory.giveBack(last);
      last = piece;
      if (piece.buffer.byteLength > 500_000) {
        rooms.add(piece.buffer);
        large += 1;
      }
      read.push(Buffer.from(piece));
    },
  );
  expect(sent.equals(Buffer.concat(read))).toBe(true);
  expect(rooms.size).toBeLessThanOrEqual(Math.min(large, 4));
});

test("what is not given back stays as it was read", async () => {
  const read: Buffer[] = [];
  await readAll(
    createReadMemory(),
    (socket) => socket.end(sent),
    (piece) => read.push(piece),
  );
  expect(sent.equals(Buffer.concat(read))).toBe(true);
});

test("small pieces stay as they were read, whatever is given back", async () => {
  const memory = createReadMemory();
  const read: Buffer[] = [];
  await readAll(
    memory,
    (socket) => {
      let count = 0;
      const more = () => {
        count += 1;
        if (count > 5) socket.end();
        else socket.write(`piece ${count} `, () => setTimeout(more, 10));
      };
      more();
    },
    (piece) => {
      memory.giveBack(piece);
      read.push(piece);
    },
  );
  expect(Buffer.concat(read).toString()).toBe("piece 1 piece 2 piece 3 piece 4 piece 5 ");
});

test("only memory of its own is taken back", async () => {
  const memory = createReadMemory();
  const rooms = new Set<ArrayBufferLike>();
  const read: Buffer[] = [];
  await readAll(
    memory,
    (socket) => socket.end(sent),
    (piece) => {
      read.push(Buffer.from(piece));
      rooms.add(piece.buffer);
      memory.giveBack(Buffer.alloc(piece.buffer.byteLength));
    },
  );
  expect(sent.equals(Buffer.concat(read))).toBe(true);
  // Whatever was read lies in memory of its own, since none came back.
  expect(rooms.size).toBeGreaterThan(sent.length / 600_000);
});
