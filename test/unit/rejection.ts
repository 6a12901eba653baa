import { Failure } from "../../src/core/failure.ts";

/** Returns the `Failure` with which `run` fails. Rethrows any other error, and throws if `run` succeeds. */
export async function rejection(run: () => unknown): Promise<Failure> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("no failure was thrown");
}
