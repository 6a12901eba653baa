import { connect, type Socket } from "node:net";

/** A socket that is connected. Rejects with the error of the system, or the signal's reason. */
export function openSocket(
  address: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...address });
    const end = () => {
      socket.destroy();
      reject(signal.reason);
    };
    socket.once("connect", () => {
      signal.removeEventListener("abort", end);
      socket.removeAllListeners("error");
      socket.on("error", () => undefined);
      resolve(socket);
    });
    socket.once("error", (error) => {
      signal.removeEventListener("abort", end);
      socket.destroy();
      reject(error);
    });
    if (signal.aborted) return end();
    signal.addEventListener("abort", end, { once: true });
  });
}
