import { Failure } from "../../src/failure.ts";

/** The `Failure` that `run` throws or rejects with; any other error goes on, and none is one. */
export async function caught(run: () => unknown): Promise<Failure> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("no failure was thrown");
}
