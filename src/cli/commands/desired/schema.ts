import { groupNames, groups, loadGroup } from "../../../catalogue/index.ts";
import { Failure } from "../../../core/failure.ts";
import { type LoadedKind, loadKinds } from "../../../desired/kinds.ts";
import { documentSchema } from "../../../desired/schema.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { jsonText } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { serviceKinds } from "./site.ts";

export async function writeSchema(invocation: Invocation): Promise<void> {
  const schema = documentSchema(await schemaKinds(invocation), summaryOf);
  await writeWhole(invocation.context.stdout, `${jsonText(schema, 2)}\n`);
}

function summaryOf(kind: string): string | undefined {
  const name = groupNames.find((each) => each === kind);
  return name && groups[name].summary;
}

async function schemaKinds(invocation: Invocation): Promise<ReadonlyMap<string, LoadedKind>> {
  try {
    return await serviceKinds(invocation);
  } catch (error) {
    if (!(error instanceof Failure) || !["usage", "unreachable", "notAuthenticated"].includes(error.kind))
      throw error;
    invocation.messages.note(`the service may lack some of the kinds: ${error.message}`);
    return await loadKinds(loadGroup);
  }
}
