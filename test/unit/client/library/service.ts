import { createServer, type RequestListener } from "node:http";
import { closeServer, listen } from "../../../wire/raw-server.ts";

const part = "a".repeat(18);

/** A well-formed API key. */
export const anyKey = `${part}:${part}:${part}`;

/**
 * Starts a server. Returns the options to connect to it, and a function that closes it with all connections.
 */
export async function serviceOf(answer: RequestListener) {
  const server = createServer(answer);
  const port = await listen(server);
  return {
    options: { url: `http://127.0.0.1:${port}/SVC`, key: anyKey, env: {} },
    close: () => closeServer(server),
  };
}
