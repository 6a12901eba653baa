import { connect } from "node:net";

const sshPort = 22;
const probeTimeoutMs = 5_000;
/** RFC 4253 allows text before the version; a server that sends more than this does not speak SSH. */
const maxPreambleBytes = 8_192;

/** True for an SSH version line within five seconds (RFC 4253, section 4.2); false for everything else. */
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
    // A separate signal: Node warns of a leak if many probes listen to the same one.
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
