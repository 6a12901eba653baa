import type { Field, Operation } from "../../catalogue/operation.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { isSecretItem, listedNames, nameAtService, otherName } from "../../client/values/config-names.ts";
import { Failure } from "../../core/failure.ts";
import { meantHint } from "../../core/text/nearest.ts";
import type { Invocation, OperationRun } from "../invocation/invocation.ts";
import { isPreview } from "../operation/preview.ts";
import { shapeOf } from "../operation/result.ts";
import { isInteractive } from "../terminal/capabilities.ts";
import { requireYes } from "../terminal/prompt.ts";

/**
 * `svc config get NAME`: the value of a secret item is in no trace, and on a terminal masked unless it is
 * asked for. A pipe gets the value as it is.
 */
export async function getItem({ entry, values, invocation, execute }: OperationRun): Promise<void> {
  const operation: Operation = { ...entry.operation, sensitive: true };
  const client = await invocation.connect();
  await underItsName(client, values, invocation, async (named, isSecret) => {
    if (!isSecret) return await execute(entry, named);
    if (invocation.context.stdout.isTTY === true || isPreview(invocation)) {
      return await execute({ ...entry, operation }, named);
    }
    const value = await (await client.call(operation, named)).value();
    await invocation.print(value, shapeOf(entry));
  });
}

/**
 * `svc config set NAME VALUE`: the value of a secret item is masked wherever the request is shown. Without a value
 * services clear the item: on a terminal that is asked about, as it is more often a slip.
 */
export async function setItem({ entry, values, invocation, execute }: OperationRun): Promise<void> {
  const { context, globals } = invocation;
  if (values["value"] === undefined && isInteractive(context) && !isPreview(invocation))
    await requireYes(context, globals.yes, `no value is given: clear ${String(values["name"])}?`);
  const client = await invocation.connect();
  await underItsName(client, values, invocation, async (named, isSecret) =>
    execute(isSecret ? { ...entry, operation: withSecretValue(entry.operation) } : entry, named),
  );
}

const withSecretValue = (operation: Operation): Operation => ({
  ...operation,
  sensitive: true,
  fields: (operation.fields ?? []).map(
    (field): Field => (field.name === "value" ? { ...field, secret: true } : field),
  ),
});

/**
 * Sends an item under the name it has at this service. A service that refuses the name lists those it knows:
 * where the item's other name is among them, that one is sent.
 */
async function underItsName(
  client: Client,
  values: Values,
  { messages }: Invocation,
  send: (named: Values, isSecret: boolean) => Promise<void>,
): Promise<void> {
  const typed = String(values["name"]);
  const { baseUrl } = client.endpoint;
  const sendAs = async (name: string) => {
    if (name !== typed) messages.detail(`${typed} is called ${name} at this service`);
    await send({ ...values, name }, isSecretItem(name));
  };
  const first = nameAtService(typed, baseUrl);
  try {
    await sendAs(first);
  } catch (error) {
    const known = listedNames(error);
    if (known.length === 0 || known.includes(first)) throw error;
    const other = first === typed ? otherName(typed, baseUrl) : typed;
    if (other !== undefined && known.includes(other)) return await sendAs(other);
    throw unknownItem(typed, known, error);
  }
}

function unknownItem(name: string, known: readonly string[], error: unknown): Failure {
  return new Failure("invalid", `the service has no configuration item '${name}'`, {
    ...(error instanceof Failure ? error.details : {}),
    lines: [],
    hint: meantHint(name, known, "svc config list shows its items"),
  });
}
