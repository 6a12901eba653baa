import type { Client } from "../../../src/client/http/call.ts";
import { exportDocuments } from "../../../src/desired/export.ts";
import type { LoadedKind } from "../../../src/desired/kinds.ts";

interface Exporting {
  readonly client: Client;
  readonly kinds: ReadonlyMap<string, LoadedKind>;
}

/** Exports the named kinds, or all, and returns the documents, notes and variable names. */
export async function written({ client, kinds }: Exporting, ...names: readonly string[]) {
  const notes: string[] = [];
  const exportedKinds = names.flatMap((name) => kinds.get(name) ?? []);
  const collecting = { reader: { client, parallel: 4 }, kinds, note: (text: string) => notes.push(text) };
  const pieces = exportDocuments(exportedKinds, collecting);
  let text = "";
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) return { text, notes, variables: next.value };
    text += next.value;
  }
}
