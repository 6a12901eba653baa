import { isTableForm } from "../../../catalogue/commands/options.ts";
import { readVersionDetails } from "../../../client/service/facts.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { OperationRun } from "../../invocation/invocation.ts";
import { isPreview } from "../../operation/preview.ts";
import { shapeOf } from "../../operation/shapes.ts";

/** Tables also show the service's version and capabilities, which svc reads from a second address. */
export async function showVersion({ entry, values, invocation, execute }: OperationRun): Promise<void> {
  if (isPreview(invocation)) return await execute(entry, values);
  const client = await invocation.connect("keyless");
  const { format, query } = invocation.outputSettings(shapeOf(entry));
  if (query !== undefined || !isTableForm(format)) return await execute(entry, values);
  const version = await (await client.call(entry.operation, values)).value();
  const details = isRecord(version) ? version : await readVersionDetails(client, entry.operation);
  const api = isRecord(version) ? {} : { api_version: version };
  await invocation.print(details === undefined ? version : { ...api, ...details }, shapeOf(entry));
}
