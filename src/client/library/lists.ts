import type { Answer } from "../http/call.ts";
import { elementsOf, readElement } from "../json/elements.ts";
import { asSvcError, type Mask, withSvcErrors } from "./error.ts";
import type { List } from "./types.ts";

export interface OpenAnswer {
  readonly answer: Answer;
  release(): void;
}

export function lazyRead(
  open: () => Promise<OpenAnswer>,
  rows: string | undefined,
  mask: Mask,
): List<unknown, unknown> {
  return lazyList(
    () => readToEnd(open, mask),
    () => streamedValues(open, rows, mask),
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

async function* streamedValues(
  open: () => Promise<OpenAnswer>,
  rows: string | undefined,
  mask: Mask,
): AsyncGenerator<unknown, void, undefined> {
  let opened: OpenAnswer | undefined;
  try {
    opened = await open();
    for await (const element of elementsOf(opened.answer, rows)) yield readElement(element);
  } catch (error) {
    throw asSvcError(error, mask);
  } finally {
    opened?.release();
  }
}
