import { connect } from "svc";
import { startSandbox } from "svc/sandbox";

/** A program compiled without the types of Node and without the `esnext.disposable` library. */
export async function deployed(): Promise<string> {
  const sandbox = await startSandbox();
  const svc = await connect(sandbox.profile);
  const machine = await svc.machines.deploy("web-01", { wait: true }, { signal: AbortSignal.timeout(1000) });
  await svc.close();
  await sandbox.stop();
  return machine.status_name;
}
