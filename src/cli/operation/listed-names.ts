import type { OperationEntry } from "../../catalogue/index.ts";
import { kindAt } from "../../catalogue/named.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { openElements } from "../../client/json/elements.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { collectNames } from "../names-cache/collect.ts";
import { namesFolder, shouldStore } from "../names-cache/freshness.ts";
import { storeNames } from "../names-cache/names.ts";
import type { AnswerWatch } from "../output/columns.ts";

/** Larger answers that are printed unparsed are not parsed just to collect their names. */
const maxCollectedBytes = 512 * 1024;

/** Undefined if the list has no names, or if its stored names are recent. `filters` are all parameters that narrow the list. */
export function openNameCollector(
  { operation }: OperationEntry,
  filters: Values,
  { endpoint }: Client,
  { context: { env, clock, random } }: Pick<Invocation, "context">,
) {
  const kind = operation.method === "GET" && operation.verb === "list" ? kindAt(operation.path) : undefined;
  const folder = kind === undefined ? undefined : namesFolder(env, endpoint);
  if (kind === undefined || folder === undefined) return undefined;
  const isComplete = Object.values(filters).every((value) => value === undefined);
  if (!shouldStore(folder, kind, isComplete, clock.now())) return undefined;
  const collector = collectNames(kind);
  let pieces: Uint8Array[] = [];
  let size = 0;
  return {
    watch: {
      row: collector.add,
      piece: (bytes: Uint8Array) => {
        size += bytes.byteLength;
        if (size <= maxCollectedBytes) pieces.push(Buffer.from(bytes));
        else pieces = [];
      },
    },
    store: async () => {
      if (size > maxCollectedBytes) return;
      if (size > 0 && !(await addRows(pieces, collector.add))) return;
      for (const [nameKind, names] of collector.names())
        storeNames(folder, nameKind, { names, isComplete, nowMs: clock.now() }, random);
    },
  };
}

async function addRows(pieces: readonly Uint8Array[], add: AnswerWatch["row"]): Promise<boolean> {
  try {
    const chunks = (async function* () {
      yield* pieces;
    })();
    const elements = await openElements(chunks, undefined);
    if (!elements.isList) return false;
    for await (const element of elements.rows) add(element);
    return true;
  } catch {
    return false;
  }
}
