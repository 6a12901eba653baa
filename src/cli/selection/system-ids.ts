import type { Operation } from "../../catalogue/operation.ts";
import type { Values } from "../../client/http/call.ts";
import type { Invocation } from "../invocation/invocation.ts";

/**
 * The values with system ids in the place of names, ranges and patterns. The service is asked only where a field names nodes, and
 * not for `--curl`, which shows names as they were typed.
 */
export async function withSystemIds(
  operation: Operation,
  values: Values,
  { globals, connect }: Pick<Invocation, "globals" | "connect">,
  mode: "trust" | "verify",
): Promise<Values> {
  const namesNodes = operation.fields?.some(
    ({ name, kind }) => kind !== undefined && values[name] !== undefined,
  );
  if (namesNodes !== true || globals.curl) return values;
  const { resolveValues } = await import("../../client/names/identifiers.ts");
  const { withNodesOfFields } = await import("./field-names.ts");
  const client = await connect();
  const named = await withNodesOfFields(operation, values, client);
  return (await resolveValues(operation, named, client, mode)).values;
}
