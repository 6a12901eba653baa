import { type ConfigItem, configItems } from "../../api/config-items.ts";
import type { Field, Operation } from "../../api/operation.ts";
import { isSecretName } from "../../secrets/names.ts";
import type { OperationRun } from "../action.ts";
import { isPreview } from "../operation/preview.ts";
import { shapeOf } from "../operation/result.ts";

const items: readonly ConfigItem[] = configItems;

/**
 * `svc config get NAME`: the value of a secret item is in no trace, and on a terminal masked unless it is
 * asked for.
 */
export async function getItem({ entry, values, invocation, proceed }: OperationRun): Promise<void> {
  const item = findItem(values["name"], invocation.messages);
  const operation: Operation = { ...entry.operation, sensitive: true };
  if (!isSecretItem(item, values)) return await proceed(entry, values);
  if (invocation.context.stdout.isTTY === true || isPreview(invocation, false)) {
    return await proceed({ ...entry, operation }, values);
  }
  const client = await invocation.connect();
  const value = await (await client.call(operation, values)).value();
  await invocation.print(value, { ...shapeOf(entry), isNamedValue: true });
}

/** `svc config set NAME VALUE`: the value of a secret item is masked wherever the request is shown. */
export async function setItem({ entry, values, invocation, proceed }: OperationRun): Promise<void> {
  const item = findItem(values["name"], invocation.messages);
  const isSecret = isSecretItem(item, values);
  if (isSecret && typeof values["value"] === "string") invocation.context.conceal?.(values["value"]);
  await proceed(isSecret ? { ...entry, operation: withSecretValue(entry.operation) } : entry, values);
}

const isSecretItem = (item: ConfigItem | undefined, { name }: OperationRun["values"]): boolean =>
  item?.secret === true || isSecretName(String(name));

const withSecretValue = (operation: Operation): Operation => ({
  ...operation,
  sensitive: true,
  fields: (operation.fields ?? []).map(
    (field): Field => (field.name === "value" ? { ...field, secret: true } : field),
  ),
});

/** Another deployment has items of its own (field notes, "Addresses"): they are passed on, with a note. */
function findItem(name: unknown, { note }: { note(text: string): void }): ConfigItem | undefined {
  const item = items.find((known) => known.name === name);
  if (item === undefined) note(`${String(name)} is no documented configuration item: passed on as it is`);
  return item;
}
