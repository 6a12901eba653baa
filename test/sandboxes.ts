import { afterAll, onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../src/sandbox/sandbox.ts";

/** A sandbox that is stopped after the current test. Not for concurrent tests. */
export async function sandboxOfTest(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

/** A sandbox that is stopped after all tests of the file or suite that calls this while it is loaded. */
export async function sandboxOfFile(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  afterAll(() => sandbox.stop());
  return sandbox;
}
