import type { Sandbox, SandboxOptions } from "./sandbox-types.ts";

export { SvcError } from "./error.ts";

/**
 * Starts a sandbox in this process, on the loopback: it answers when this resolves. `stop` it, or let `await using`
 * do so. What it needs is loaded here rather than when the library is imported. Rejects with an `SvcError` where an
 * option, a fault or the state file cannot be used.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox: start } = await import("./start-sandbox.ts");
  return await start(options);
}
