import { Failure } from "../../core/failure.ts";

/** Lists and objects inside one another; what reads and prints JSON may go down into each. */
export const maxDepth = 1000;

/** Bytes of an answer, or of one element of a list, that are held: a text of Node can hold little more. */
export const maxHeldBytes = 512_000_000;

/** The failure of JSON whose bytes stop before it does. */
export const endedEarly = (): Failure => new Failure("other", "the answer ended early");

/** The failure of what is not JSON. */
export const notJson = (cause?: unknown): Failure =>
  new Failure("other", "the answer is not valid JSON", cause === undefined ? {} : { cause });

/** The failure of text that is not in UTF-8. */
export const notUtf8 = (): Failure => new Failure("other", "the answer is not in UTF-8");

/** The failure of JSON that something else follows. */
export const followed = (): Failure => new Failure("other", "the answer goes on after the end of its JSON");

/** The failure of lists and objects inside one another beyond the bound. */
export const tooDeep = (): Failure => new Failure("other", "the answer is nested too deeply");

/** The failure of an answer that is larger than what may be held. */
export const tooLarge = (): Failure =>
  new Failure("other", "the service's answer is larger than 512 MB", {
    hint: "ask for less in one request",
  });
