import { connect, type Socket } from "node:net";

/** A connection to which a test writes raw bytes. */
interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far, as latin1. */
  received(): string;
  /** Resolves with everything received when the connection is closed. */
  readonly closed: Promise<string>;
  /** Resolves when `count` answers have been received. */
  answers(count: number): Promise<string>;
}

export function openConnection(port: number): RawConnection {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  const waiting = new Set<() => void>();
  socket.setNoDelay(true);
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    for (const each of waiting) each();
  });
  // A reset counts as the end of the connection; what was received before it is kept.
  socket.on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(text)));
  return {
    socket,
    received: () => text,
    closed,
    answers: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (statusesOf(text).length < count) return;
          waiting.delete(look);
          resolve(text);
        };
        waiting.add(look);
        look();
        void closed.then(() => reject(new Error(`the connection ended: ${text}`)));
      }),
  };
}

export const statusesOf = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]));

/** Sends all pieces and resolves with the statuses of all answers when the sandbox has closed the connection. */
export async function exchange(port: number, ...pieces: readonly (string | Uint8Array)[]): Promise<number[]> {
  const connection = openConnection(port);
  for (const piece of pieces) connection.socket.write(piece);
  return statusesOf(await connection.closed);
}
