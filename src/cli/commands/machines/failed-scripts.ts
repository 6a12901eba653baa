import { installationResultGroup } from "../../../catalogue/groups/scripts.ts";
import type { CallOptions, Client } from "../../../client/http/call.ts";
import { createMemberReader, openElements } from "../../../client/json/elements.ts";
import type { FailedScript } from "../../../client/lifecycle/issue.ts";
import { integerOf, textOf } from "../../../client/lifecycle/machine-view.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { chunksOf, inParallel } from "../../../core/parallel.ts";

export interface ScriptResult extends FailedScript {
  readonly updated: string | undefined;
  /** Base64; undefined if not requested. */
  readonly data: string | undefined;
}

/** The members that commands print as JSON. */
export const scriptSummary = ({ name, exitStatus, resultType, updated }: Omit<ScriptResult, "data">) => ({
  name,
  script_result: exitStatus,
  result_type: resultType ?? null,
  updated: updated ?? null,
});

const machinesPerRequest = 20;
const requestsAtOnce = 4;
const maxRequests = 50;

const members = ["name", "script_result", "result_type", "updated", "node"];

export async function readFailedScripts(
  client: Client,
  systemId: string,
  { withOutput }: { readonly withOutput: boolean },
): Promise<readonly ScriptResult[]> {
  const results = await readResults(client, [systemId], withOutput ? [...members, "data"] : members);
  return results.map(({ script }) => script);
}

/** By system id, without output; `unreadIds` are machines whose results could not be read. */
export async function readFailedScriptsOf(client: Client, ids: readonly string[], options: CallOptions = {}) {
  const byId = new Map<string, readonly ScriptResult[]>();
  const chunks = chunksOf(ids, machinesPerRequest);
  const unreadIds = chunks.slice(maxRequests).flat();
  await inParallel(chunks.slice(0, maxRequests), requestsAtOnce, async (chunk) => {
    try {
      for (const { node, script } of await readResults(client, chunk, members, options)) {
        const id = node ?? (chunk.length === 1 ? chunk[0] : undefined);
        if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), script]);
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      unreadIds.push(...chunk);
    }
  });
  return { byId, unreadIds };
}

interface NodeScript {
  readonly node: string | undefined;
  readonly script: ScriptResult;
}

/** Keeps only the requested members, because a script's output may be megabytes. */
async function readResults(
  client: Client,
  ids: readonly string[],
  requestedMembers: readonly string[],
  options: CallOptions = {},
): Promise<readonly NodeScript[]> {
  const operation = installationResultGroup.operations["installation-results.list"];
  const answer = await client.call(operation, { system_id: ids }, options);
  const elements = await openElements(answer.bytes({ readerChecksBrackets: true }), undefined);
  if (!elements.list) return [];
  const read = createMemberReader(requestedMembers);
  const failures: NodeScript[] = [];
  for await (const element of elements.each) {
    const item = read(element);
    const name = isRecord(item) ? textOf(item["name"]) : undefined;
    const exitStatus = isRecord(item) ? integerOf(item["script_result"]) : undefined;
    if (!isRecord(item) || name === undefined || exitStatus === undefined || exitStatus === 0) continue;
    const node = item["node"];
    failures.push({
      node: isRecord(node) ? textOf(node["system_id"]) : textOf(node),
      script: {
        name,
        exitStatus,
        resultType: integerOf(item["result_type"]),
        updated: textOf(item["updated"]),
        data: textOf(item["data"]),
      },
    });
  }
  return failures;
}
