import { Failure } from "../../../src/failure.ts";

/** The failure that some work throws; undefined where it throws none. */
export function caughtFrom(work: () => void): Failure | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
