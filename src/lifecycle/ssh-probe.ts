import { connect } from "node:net";

const sshPort = 22;
const probeTimeoutMs = 5_000;
/** RFC 4253 lets a server say something before its version; more than this is no SSH server. */
const longestPreamble = 8_192;

/**
 * True when an SSH server answers at the address with its version line within five seconds (RFC 4253, section
 * 4.2); false for everything else, also when the signal ends it.
 */
export function probeSsh(address: string, signal?: AbortSignal, port = sshPort): Promise<boolean> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect({ host: address, port });
    const end = (answers: boolean) => {
      timeUp.removeEventListener("abort", stop);
      signal?.removeEventListener("abort", stop);
      socket.destroy();
      resolve(answers);
    };
    const stop = () => end(false);
    const timeUp = AbortSignal.timeout(probeTimeoutMs);
    timeUp.addEventListener("abort", stop, { once: true });
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) return stop();
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      received += String(chunk);
      if (/^SSH-/m.test(received)) end(true);
      else if (received.length > longestPreamble) end(false);
    });
    socket.on("error", stop);
    socket.on("close", stop);
  });
}
