import type { Sandbox, SandboxOptions } from "./sandbox-types.ts";

export { SvcError } from "./error.ts";

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSandbox: start } = await import("./start-sandbox.ts");
  return await start(options);
}
