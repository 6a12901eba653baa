import { group as machines } from "../api/groups/machines.ts";
import { Failure } from "../failure.ts";
import type { Client } from "../http/call.ts";
import type { WaitOutcome } from "./progress-event.ts";

/** True where the machine can be read, so that watching it can show what became of the operation. */
export async function canBeWatched(client: Client, systemId: string, signal?: AbortSignal): Promise<boolean> {
  try {
    const options = signal === undefined ? {} : { signal };
    const answer = await client.call(machines.operations["machine.read"], { system_id: systemId }, options);
    await answer.value();
    return true;
  } catch (error) {
    return error instanceof Failure && error.kind === "notFound";
  }
}

/** True where what was seen of the machines shows that the operation was carried out. */
export const clearsDoubt = (outcomes: readonly WaitOutcome[]): boolean =>
  outcomes.some(({ hasMoved, result }) => hasMoved || result === "failed");
