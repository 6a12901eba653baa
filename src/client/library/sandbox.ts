import type { Sandbox, SandboxOptions } from "./sandbox-types.ts";

export { SvcError } from "./error.ts";

/**
 * Starts a sandbox in this process on loopback; ready when this resolves. `stop` it, or use `await using`. Loads what
 * it needs on call. Rejects with an `SvcError` for an invalid option, fault or state file.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox: start } = await import("./start-sandbox.ts");
  return await start(options);
}
