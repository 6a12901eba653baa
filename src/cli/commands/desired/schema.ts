import { type GroupName, groupNames, groups, loadGroup } from "../../../catalogue/index.ts";
import { Failure } from "../../../core/failure.ts";
import { type LoadedKind, loadKinds } from "../../../desired/kinds.ts";
import { documentSchema } from "../../../desired/schema.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { jsonText } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { serviceKinds } from "./site.ts";

export async function writeSchema(invocation: Invocation): Promise<void> {
  const kinds = await knownKinds(invocation);
  const schema = documentSchema(kinds, (name) =>
    isDocumented(name) ? groups[name].summary : kinds.get(name)?.group.summary,
  );
  await writeWhole(invocation.context.stdout, `${jsonText(schema, 2)}\n`);
}

const isDocumented = (name: string): name is GroupName => (groupNames as readonly string[]).includes(name);

/** The service's kinds, or the documented ones without a reachable service. */
async function knownKinds(invocation: Invocation): Promise<ReadonlyMap<string, LoadedKind>> {
  try {
    return await serviceKinds(invocation);
  } catch (error) {
    if (!(error instanceof Failure) || !["usage", "unreachable", "notAuthenticated"].includes(error.kind))
      throw error;
    invocation.messages.note(`only the documented kinds: ${error.message}`);
    return await loadKinds(async (name) => (isDocumented(name) ? await loadGroup(name) : undefined));
  }
}
