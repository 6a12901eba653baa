import type { OperationEntry } from "../../catalogue/index.ts";
import { kindAt, type NameKind } from "../../catalogue/named.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { openElements } from "../../client/json/elements.ts";
import type { Context } from "../../context.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { collectNames } from "../names-cache/collect.ts";
import { isDue, namesFolder } from "../names-cache/freshness.ts";
import { keepNames } from "../names-cache/store.ts";
import type { AnswerWatch } from "../output/columns.ts";

/** Looks on while a list is printed, and keeps the names in it for completion. */
interface NameWatch {
  readonly watch: AnswerWatch;
  /** To be called when all of the list has been printed. Never rejects. */
  keep(): Promise<void>;
}

/** An answer that is passed on as it is is read for names only up to this size, in bytes: it would be read twice. */
const maxPassedBytes = 512 * 1024;

/**
 * What looks on at the answer of an operation; undefined where that is not a list of objects with names, and
 * where it need not be kept. `filters` is all that narrows the list.
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
  if (!isDue(folder, kind, isWhole, context.clock.now())) return undefined;
  return openNameWatch({ folder, kind, isWhole }, context);
}

/** What looks on at a list and keeps its names; `isWhole`: it holds every object. */
function openNameWatch(
  { folder, kind, isWhole }: { readonly folder: string; readonly kind: NameKind; readonly isWhole: boolean },
  { clock, random }: Pick<Context, "clock" | "random">,
): NameWatch {
  const collector = collectNames(kind);
  let pieces: Uint8Array[] = [];
  let size = 0;
  return {
    watch: {
      row: collector.add,
      piece: (bytes) => {
        size += bytes.byteLength;
        if (size <= maxPassedBytes) pieces.push(Buffer.from(bytes));
        else pieces = [];
      },
    },
    keep: async () => {
      if (size > maxPassedBytes) return;
      if (size > 0 && !(await addPassed(pieces, collector.add))) return;
      for (const [each, names] of collector.names())
        keepNames(folder, each, { names, isWhole, nowMs: clock.now() }, random);
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
