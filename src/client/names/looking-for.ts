import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";

/** Looks for the nodes of an operation. Where that fails, the hint of a change says that nothing was changed. */
export async function lookingFor<T>({ method }: Operation, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (method === "GET" || !(error instanceof Failure) || error.details.hint === undefined) throw error;
    throw error.with({ hint: `${error.details.hint}; nothing was changed` });
  }
}
