import type { Socket } from "node:net";
import buildConnector from "undici/lib/core/connect.js";
import type { ReadMemory } from "./read-memory.ts";

/** How a service's certificate is checked. */
export interface TlsSettings {
  readonly ca?: string;
  readonly rejectUnauthorized?: boolean;
}

type Connector = ReturnType<typeof buildConnector>;

/** Every socket that is open or being opened. */
export interface Sockets {
  /** With `memory`, connections without TLS read into it. */
  connector(tls: TlsSettings, memory?: ReadMemory): Connector;
  /** undici itself leaves a socket that is still being connected, and the process would wait for it. */
  destroy(): void;
}

export function trackSockets(connectTimeoutMs: number): Sockets {
  const sockets = new Set<Socket>();
  const connectInto =
    (memory: ReadMemory): Connector =>
    (options, callback) => {
      const onread = memory.readInto(() => socket);
      const socket = buildConnector({ timeout: connectTimeoutMs, onread })(options, callback);
      return socket;
    };
  return {
    connector(tls, memory) {
      const connect = buildConnector({ ...tls, timeout: connectTimeoutMs });
      return (options, callback) => {
        const socket =
          memory === undefined || options.protocol !== "http:"
            ? connect(options, callback)
            : connectInto(memory)(options, callback);
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
        return socket;
      };
    },
    destroy() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
