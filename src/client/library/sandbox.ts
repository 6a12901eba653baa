import type { Sandbox, SandboxOptions } from "./sandbox-types.ts";

export { SvcError } from "./error.ts";

/**
 * Starts a sandbox in this process on the loopback interface. It is ready when this resolves. End it with `stop`,
 * or declare it with `await using`. Rejects with an `SvcError` for an invalid option, fault or state file.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox: start } = await import("./start-sandbox.ts");
  return await start(options);
}
