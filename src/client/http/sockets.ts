import type { Socket } from "node:net";
import buildConnector from "undici/lib/core/connect.js";
import { compileParser, patchParser } from "./undici-patches.ts";

/** How a service's certificate is checked. */
export interface TlsSettings {
  readonly ca?: string;
  readonly rejectUnauthorized?: boolean;
}

/** Every socket that is open or being opened. */
export interface Sockets {
  connector(tls: TlsSettings): ReturnType<typeof buildConnector>;
  /** undici itself leaves a socket that is still being connected, and the process would wait for it. */
  destroy(): void;
}

export function trackSockets(connectTimeoutMs: number): Sockets {
  const sockets = new Set<Socket>();
  return {
    connector(tls) {
      const connect = buildConnector({ ...tls, timeout: connectTimeoutMs });
      return (options, callback) => {
        const socket = connect(options, (...result) => {
          compileParser(() => callback(...result));
          patchParser(socket);
        });
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
