import { maxRetries } from "./connection.ts";
import {
  aFlag,
  aFunction,
  anObject,
  aSignal,
  aWholeNumber,
  milliseconds,
  type OptionTypes,
} from "./options.ts";
import type { CallOptions, WaitingCallOptions, WaitOptions } from "./types.ts";

/** What bounds a request, of one call or of a whole connection. */
export const requestOptions: OptionTypes<Pick<CallOptions, "signal" | "timeoutMs" | "retries">> = {
  signal: aSignal,
  timeoutMs: milliseconds(1),
  retries: aWholeNumber(0, maxRetries),
};

/** How one call is made. */
export const callOptions: OptionTypes<CallOptions> = { ...requestOptions, check: aFlag, set: anObject };

/** How a wait is made. */
export const waitOptions: OptionTypes<WaitOptions> = {
  signal: aSignal,
  waitTimeoutMs: milliseconds(0),
  pollIntervalMs: milliseconds(10),
  onChange: aFunction,
};

/** How a call of an operation is made that can be waited for. */
export const waitingCallOptions: OptionTypes<WaitingCallOptions> = { ...callOptions, ...waitOptions };
