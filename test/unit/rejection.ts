import { Failure } from "../../src/core/failure.ts";

/** Returns the `Failure` with which `run` fails, or undefined if it succeeds. Rethrows any other error. */
export async function failureOf(run: () => unknown): Promise<Failure | undefined> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return undefined;
}

/** Returns the `Failure` with which `run` fails. Throws if it succeeds. */
export async function rejection(run: () => unknown): Promise<Failure> {
  const failure = await failureOf(run);
  if (failure === undefined) throw new Error("no failure was thrown");
  return failure;
}
