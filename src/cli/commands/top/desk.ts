import type { Client } from "../../../client/http/call.ts";
import type { Context } from "../../../context.ts";
import type { Scope } from "../status/read-status.ts";
import type { State, TopEvent } from "./state.ts";

/** What works beside the screen: it reads the state, sends events, and stops when the screen is left. */
export interface Desk {
  readonly client: Client;
  readonly clock: Context["clock"];
  readonly scope: Scope;
  state(): State;
  dispatch(event: TopEvent): void;
  /** Ends the screen with this reason. */
  finish(reason: unknown): void;
  /** Aborted when the screen is left. */
  readonly signal: AbortSignal;
}
