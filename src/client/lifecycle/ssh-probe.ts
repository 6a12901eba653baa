import { connect } from "node:net";

const sshPort = 22;
const probeTimeoutMs = 5_000;
/** RFC 4253 lets a server send text before its version; a server that sends more than this does not speak SSH. */
const maxPreambleBytes = 8_192;

/**
 * True when an SSH server answers at the address with its version line within five seconds (RFC 4253, section
 * 4.2); false for everything else, also when the signal ends it.
 */
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
    // A signal of its own: Node warns of a leak where many probes listen to the one of the wait.
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
