import type { OperationEntry } from "../../api/index.ts";
import { kindAt, type NameKind } from "../../api/named.ts";
import type { Client, Values } from "../../http/call.ts";
import { openElements } from "../../json/elements.ts";
import { collectNames, mentionedKinds } from "../../names-cache/collect.ts";
import { namesFolder } from "../../names-cache/folder.ts";
import { keepNames, keptAtMs } from "../../names-cache/store.ts";
import type { AnswerWatch } from "../../output/shape.ts";
import type { Invocation } from "../invocation/invocation.ts";

/** Looks on while a list is printed, and keeps the names in it for completion. */
interface NameWatch {
  readonly watch: AnswerWatch;
  /** To be called when all of the list has been printed. Never rejects. */
  keep(): Promise<void>;
}

/** An answer that is passed on as it is is read for names only up to this size, in bytes: it would be read twice. */
const maxPassedBytes = 512 * 1024;

/** What machines mention is taken down again after this time, in milliseconds: it costs more than their names. */
const mentionsAgeMs = 900_000;

/**
 * What looks on at the answer of an operation; undefined where that is not a list of objects with names. `filters` is
 * all that narrows the list: with none that is set, what it does not show is gone.
 */
export function watchNames(
  { operation }: OperationEntry,
  filters: Values,
  { endpoint }: Client,
  { context }: Pick<Invocation, "context">,
): NameWatch | undefined {
  const kind = operation.method === "GET" && operation.verb === "list" ? kindAt(operation.path) : undefined;
  const folder = kind === undefined ? undefined : namesFolder(context.env, endpoint);
  if (kind === undefined || folder === undefined) return undefined;
  const isWhole = Object.values(filters).every((value) => value === undefined);
  const nowMs = context.clock.now();
  const isOld = (each: NameKind) => Math.abs(nowMs - keptAtMs(folder, each)) > mentionsAgeMs;
  const collector = collectNames(kind, kind === "machines" && mentionedKinds.some(isOld));
  let pieces: Uint8Array[] = [];
  let size = 0;
  return {
    watch: {
      row: collector.add,
      piece: (bytes) => {
        size += bytes.byteLength;
        if (size <= maxPassedBytes) pieces.push(bytes);
        else pieces = [];
      },
    },
    keep: async () => {
      if (size > maxPassedBytes) return;
      if (size > 0 && !(await addPassed(pieces, collector.add))) return;
      const { clock, random } = context;
      for (const [each, seen] of collector.seen(isWhole, clock.now())) keepNames(folder, each, seen, random);
    },
  };
}

/** Reads an answer that has been passed on; false where it is not a list. */
async function addPassed(pieces: readonly Uint8Array[], add: AnswerWatch["row"]): Promise<boolean> {
  try {
    const elements = await openElements(each(pieces), undefined);
    if (!elements.list) return false;
    for await (const element of elements.each) add(element);
    return true;
  } catch {
    return false;
  }
}

async function* each(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
