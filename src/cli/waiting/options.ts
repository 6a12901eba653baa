import type { Invocation } from "../invocation/invocation.ts";

/** The options of a wait as typed; an absent time, in milliseconds, is the wait's own default. */
interface WaitOptions {
  readonly isWanted: boolean;
  /** 0 for no limit. */
  readonly timeoutMs: number | undefined;
  readonly pollIntervalMs: number | undefined;
}

export const waitOptions = ({ options }: Pick<Invocation, "options">): WaitOptions => ({
  isWanted: options["wait"] === true,
  timeoutMs: options["wait-timeout"],
  pollIntervalMs: options["poll-interval"],
});
