import { installationResultGroup, resultGroup } from "../../../catalogue/groups/scripts.ts";
import type { CallOptions, Client } from "../../../client/http/call.ts";
import { createMemberReader, openElements } from "../../../client/json/elements.ts";
import { integerOf, textOf } from "../../../client/lifecycle/machine-view.ts";
import type { FailedScript } from "../../../client/lifecycle/reasons.ts";
import { Failure, resultOrFailure } from "../../../core/failure.ts";
import { addTo } from "../../../core/grouping.ts";
import { isRecord, recordsIn } from "../../../core/json-record.ts";
import { chunksOf, inParallel } from "../../../core/parallel.ts";

export const runTypes = ["commissioning", "installation", "testing"] as const;

export type ScriptResult = NonNullable<ReturnType<typeof resultOf>>;

/** Returns results without output, in the order in which the scripts started; scripts not yet started are last. */
export async function readScriptResults(
  client: Client,
  systemId: string,
  type: string | undefined,
  options: CallOptions = {},
): Promise<readonly ScriptResult[]> {
  const values = { system_id: systemId, ...(type === undefined ? {} : { type }) };
  const answer = await client.call(resultGroup.operations["results.list"], values, options);
  const results = recordsIn(await answer.value()).flatMap((run) =>
    recordsIn(run["results"]).flatMap((row) => resultOf(run, row) ?? []),
  );
  return results.sort((a, b) => startTime(a) - startTime(b) || (a.script < b.script ? -1 : 1));
}

const startTime = ({ started }: ScriptResult): number =>
  started === null ? Number.MAX_SAFE_INTEGER : Date.parse(started) || 0;

type JsonObject = Readonly<Record<string, unknown>>;

function resultOf(run: JsonObject, row: JsonObject) {
  const [script, id, runId] = [textOf(row["name"]), integerOf(row["id"]), integerOf(run["id"])];
  if (script === undefined || id === undefined || runId === undefined) return undefined;
  return {
    script,
    type: runTypes[integerOf(run["type"]) ?? -1] ?? textOf(run["type_name"])?.toLowerCase() ?? "",
    status: textOf(row["status_name"]) ?? "",
    runtime: textOf(row["runtime"]) ?? "",
    exit_status: integerOf(row["exit_status"]) ?? null,
    started: textOf(row["started"]) ?? null,
    ended: textOf(row["ended"]) ?? null,
    suppressed: row["suppressed"] === true,
    id,
    run: runId,
    /** The service's number of the status; -1 if unknown. */
    statusCode: integerOf(row["status"]) ?? -1,
  };
}

/** Codes of pending, running, installing, and applying the network configuration. */
const codesInProgress: readonly number[] = [0, 1, 7, 10];
const pendingCode = 0;
const passedCode = 2;
/** Codes of unknown, aborted, and skipped: the script neither passed nor failed. */
const undecidedCodes: readonly number[] = [-1, 5, 9];

export const isInProgress = ({ statusCode }: ScriptResult): boolean => codesInProgress.includes(statusCode);
export const hasBegun = ({ statusCode }: ScriptResult): boolean => statusCode !== pendingCode;
export const hasFailed = (result: ScriptResult): boolean =>
  result.statusCode !== passedCode && !isInProgress(result) && !undecidedCodes.includes(result.statusCode);

export type ReadOutput = (result: ScriptResult, signal?: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

export async function readOutput(
  client: Client,
  systemId: string,
  { id, run }: ScriptResult,
  stream: string,
  options: CallOptions = {},
): Promise<AsyncIterable<Uint8Array>> {
  const values = {
    system_id: systemId,
    id: String(run),
    filters: String(id),
    ...(stream === "combined" ? {} : { output: stream }),
  };
  const answer = await client.call(resultGroup.operations["result.download"], values, options);
  return answer.bytes();
}

export interface FailedScriptResult extends FailedScript {
  readonly updated: string | undefined;
  /** Base64; undefined if not requested. */
  readonly data: string | undefined;
}

/** Returns the members that commands print as JSON. */
export const scriptSummary = ({
  name,
  exitStatus,
  resultType,
  updated,
}: Omit<FailedScriptResult, "data">) => ({
  name,
  script_result: exitStatus,
  result_type: resultType ?? null,
  updated: updated ?? null,
});

const machinesPerRequest = 20;
const requestsAtOnce = 4;
const maxRequests = 50;

const failedScriptMembers = ["name", "script_result", "result_type", "updated", "node"];

export async function readFailedScripts(
  client: Client,
  systemId: string,
  { withOutput }: { readonly withOutput: boolean },
): Promise<readonly FailedScriptResult[]> {
  const results = await readFailedResults(
    client,
    [systemId],
    withOutput ? [...failedScriptMembers, "data"] : failedScriptMembers,
  );
  return results.map(({ script }) => script);
}

/** Returns results by system id, without output; `unreadIds`: machines whose results could not be read. */
export async function readFailedScriptsByMachine(
  client: Client,
  ids: readonly string[],
  options: CallOptions = {},
) {
  const byId = new Map<string, FailedScriptResult[]>();
  const chunks = chunksOf(ids, machinesPerRequest);
  const unreadIds = chunks.slice(maxRequests).flat();
  await inParallel(chunks.slice(0, maxRequests), requestsAtOnce, async (chunk) => {
    const scripts = await resultOrFailure(() =>
      readFailedResults(client, chunk, failedScriptMembers, options),
    );
    if (scripts instanceof Failure) unreadIds.push(...chunk);
    else
      for (const { node, script } of scripts) {
        const id = node ?? (chunk.length === 1 ? chunk[0] : undefined);
        if (id !== undefined) addTo(byId, id, script);
      }
  });
  return { byId, unreadIds };
}

interface NodeScriptResult {
  readonly node: string | undefined;
  readonly script: FailedScriptResult;
}

/** Keeps only the requested members, because a script's output may be megabytes. */
async function readFailedResults(
  client: Client,
  ids: readonly string[],
  requestedMembers: readonly string[],
  options: CallOptions = {},
): Promise<readonly NodeScriptResult[]> {
  const operation = installationResultGroup.operations["installation-results.list"];
  const answer = await client.call(operation, { system_id: ids }, options);
  const elements = await openElements(answer.bytes({ readerChecksBrackets: true }), undefined);
  if (!elements.isList) return [];
  const read = createMemberReader(requestedMembers);
  const failures: NodeScriptResult[] = [];
  for await (const element of elements.rows) {
    const result = read(element);
    if (!isRecord(result)) continue;
    const [name, exitStatus] = [textOf(result["name"]), integerOf(result["script_result"])];
    if (name === undefined || exitStatus === undefined || exitStatus === 0) continue;
    const node = result["node"];
    failures.push({
      node: isRecord(node) ? textOf(node["system_id"]) : textOf(node),
      script: {
        name,
        exitStatus,
        resultType: integerOf(result["result_type"]),
        updated: textOf(result["updated"]),
        data: textOf(result["data"]),
      },
    });
  }
  return failures;
}
