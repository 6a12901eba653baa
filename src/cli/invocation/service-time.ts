import type { Client } from "../../client/http/call.ts";
import type { Clock } from "../../core/clock.ts";

/** The service's time, by which ages are counted; milliseconds since the epoch. */
export const serviceTime = (client: Client, clock: Clock): number =>
  clock.now() + client.endpoint.clockOffsetMs + (client.clockSkewMs() ?? 0);
