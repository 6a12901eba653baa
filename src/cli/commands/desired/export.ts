import { defaults } from "../../../catalogue/defaults.ts";
import { Failure } from "../../../core/failure.ts";
import { meantHint } from "../../../core/text/choices.ts";
import { exportDocuments } from "../../../desired/export/export.ts";
import { type LoadedKind, topLevel } from "../../../desired/kinds.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { writeWhole } from "../../output/sink.ts";
import { serviceKinds } from "./site.ts";

export async function exportKinds(words: readonly string[], invocation: Invocation): Promise<void> {
  const { context, messages } = invocation;
  const client = await invocation.connect();
  const kinds = await serviceKinds(invocation);
  const wanted = words.map((word) => kindNamed(word, kinds));
  const reader = { client, parallel: defaults.parallel };
  const pieces = exportDocuments([...new Set(wanted)], { reader, kinds, note: messages.note });
  for (;;) {
    const next = await pieces.next();
    if (next.done !== true) {
      await writeWhole(context.stdout, next.value);
      continue;
    }
    const count = next.value.length;
    if (count > 0)
      messages.note(
        `${count === 1 ? "1 secret is" : `${count} secrets are`} written as !env: set the variables to apply them`,
      );
    return;
  }
}

/** Throws a usage failure for a kind that cannot be exported by itself. */
function kindNamed(word: string, kinds: ReadonlyMap<string, LoadedKind>): LoadedKind {
  const kind = kinds.get(word);
  if (kind !== undefined && kind.kind.parent === undefined) return kind;
  if (kind?.kind.parent !== undefined)
    throw new Failure("usage", `${word} are exported with the objects that contain them`, {
      hint: `svc export ${kind.kind.parent.kind}`,
    });
  const names = topLevel(kinds).map(({ name }) => name);
  throw new Failure("usage", `unknown kind '${word}'`, {
    hint: meantHint(word.toLowerCase(), names, `kinds: ${names.join(", ")}`),
  });
}
