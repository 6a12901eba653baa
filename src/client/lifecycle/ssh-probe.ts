import { connect } from "node:net";

const sshPort = 22;
const probeTimeoutMs = 5_000;
/** RFC 4253 allows text before the version, but no server sends more than this. */
const maxPreambleBytes = 8_192;

/** True if the server sends an SSH version line within five seconds (RFC 4253, section 4.2). */
export function probeSsh(address: string, signal?: AbortSignal, port = sshPort): Promise<boolean> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect({ host: address, port });
    const end = (answers: boolean) => {
      ending.removeEventListener("abort", stop);
      socket.destroy();
      resolve(answers);
    };
    const stop = () => end(false);
    // Each probe has its own signal, because Node warns of a leak if many listen to one.
    const ending = AbortSignal.any([AbortSignal.timeout(probeTimeoutMs), ...(signal ? [signal] : [])]);
    ending.addEventListener("abort", stop, { once: true });
    if (ending.aborted) return stop();
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      received += String(chunk);
      if (/^SSH-/m.test(received)) end(true);
      else if (received.length > maxPreambleBytes) end(false);
    });
    socket.on("error", stop);
    socket.on("close", stop);
  });
}
