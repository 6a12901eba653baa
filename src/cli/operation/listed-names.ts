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

interface NameWatch {
  readonly watch: AnswerWatch;
  keep(): Promise<void>;
}

/** Larger answers are passed on without collecting names, as they would be parsed twice; bytes. */
const maxPassedBytes = 512 * 1024;

/** Undefined if the answer has no names or need not be stored. `filters`: all that narrow the list. */
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

/** `isWhole`: the list holds every object. */
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
