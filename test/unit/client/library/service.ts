import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

const part = "a".repeat(18);

/** A well-formed API key. */
export const anyKey = `${part}:${part}:${part}`;

/**
 * Starts a server. Returns the options to connect to it, and a function that closes it with all connections.
 */
export async function serviceOf(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    options: { url: `http://127.0.0.1:${port}/SVC`, key: anyKey, env: {} },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
