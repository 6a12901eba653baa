import { group as machines } from "../../catalogue/groups/machines.ts";
import { Failure, isSignal } from "../../core/failure.ts";
import type { Client } from "../http/call.ts";
import type { WaitOutcome, WatchTarget } from "./progress-event.ts";

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

/**
 * True where watching the machines can clear a doubt up: no signal ended the request, and the first of them can be
 * read.
 */
export const canClearUp = async (
  doubt: Failure,
  first: WatchTarget | undefined,
  client: Client,
  signal?: AbortSignal,
): Promise<boolean> =>
  !isSignal(doubt) && first !== undefined && (await canBeWatched(client, first.systemId, signal));

/** A signal that came before watching cleared the doubt up has its own exit code. */
export const stoppedInDoubt = (stopped: Failure, doubt: Failure): Failure =>
  new Failure(stopped.kind, `${doubt.message}; ${stopped.message}`, {
    ...(stopped.details.machines && { machines: stopped.details.machines }),
    ...doubt.details,
  });

/** True where what was seen of the machines shows that the operation was carried out. */
export const clearsDoubt = (outcomes: readonly WaitOutcome[]): boolean =>
  outcomes.some(({ hasMoved, result }) => hasMoved || result === "failed");
