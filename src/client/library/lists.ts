import { Failure } from "../../core/failure.ts";
import type { Answer } from "../http/call.ts";
import { openElements, readElement } from "../json/elements.ts";
import { asSvcError, type Mask, withSvcErrors } from "./error.ts";
import type { List } from "./types.ts";

export interface OpenAnswer {
  readonly answer: Answer;
  release(): void;
}

/** Calls `open`, which sends the request, once for all awaits, and once for each iteration. */
export function lazyRead(
  open: () => Promise<OpenAnswer>,
  rows: string | undefined,
  mask: Mask,
): List<unknown, unknown> {
  return lazyList(
    () => readToEnd(open, mask),
    () => elementsOf(open, rows, mask),
  );
}

/** Returns a promise that begins to read when it is awaited, and that can be iterated as a list. */
export function lazyList<Value>(
  read: () => Promise<Value>,
  iterate: () => AsyncIterator<unknown>,
): List<unknown, Value> {
  let value: Promise<Value> | undefined;
  const readAll = (): Promise<Value> => {
    value ??= read();
    return value;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: the request starts only when the list is awaited
    then: (done, failed) => readAll().then(done, failed),
    catch: (failed) => readAll().catch(failed),
    finally: (onEnd) => readAll().finally(onEnd),
    [Symbol.toStringTag]: "List",
    [Symbol.asyncIterator]: iterate,
  };
}

const readToEnd = (open: () => Promise<OpenAnswer>, mask: Mask): Promise<unknown> =>
  withSvcErrors(mask, async () => {
    const { answer, release } = await open();
    return await answer.value().finally(release);
  });

async function* elementsOf(
  open: () => Promise<OpenAnswer>,
  rows: string | undefined,
  mask: Mask,
): AsyncGenerator<unknown, void, undefined> {
  let opened: OpenAnswer | undefined;
  try {
    opened = await open();
    const elements = await openElements(opened.answer.bytes({ readerChecksBrackets: true }), rows);
    if (!elements.list) throw new Failure("other", "the service's answer is not a list");
    for await (const element of elements.each) yield readElement(element);
  } catch (error) {
    throw asSvcError(error, mask);
  } finally {
    opened?.release();
  }
}
