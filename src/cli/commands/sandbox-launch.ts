import { Failure } from "../../failure.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { Invocation } from "../action.ts";
import { readSandboxOptions } from "./sandbox-options.ts";

/** Starts a sandbox from the command's options; a `Failure` where a fault cannot be read or the address cannot be had. */
export async function launchSandbox(invocation: Invocation): Promise<Sandbox> {
  const options = readSandboxOptions(invocation);
  const [{ startSandbox }, { FaultError }] = await Promise.all([
    import("../../sandbox/sandbox.ts"),
    import("../../sandbox/faults.ts"),
  ]);
  try {
    return await startSandbox(options);
  } catch (error) {
    if (error instanceof FaultError) throw new Failure("usage", error.message);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const where = `${options.host ?? "127.0.0.1"}:${options.port ?? 0}`;
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: "another program listens there",
      EACCES: "the system does not permit it",
      EADDRNOTAVAIL: "this computer has no such address",
      ENOTFOUND: "this computer has no such address",
    };
    if (!Object.hasOwn(reasons, code)) throw error;
    throw new Failure("other", `the sandbox cannot listen on ${where}: ${reasons[code]}`, {
      hint: "leave --port out to take a free one",
      cause: error,
    });
  }
}
