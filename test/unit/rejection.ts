import { Failure } from "../../src/core/failure.ts";

/** The `Failure` that `run` throws or rejects with; any other error is passed on, and success is an error. */
export async function rejection(run: () => unknown): Promise<Failure> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("no failure was thrown");
}
