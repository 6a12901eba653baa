import { configItems } from "../../../catalogue/config-items.ts";
import { defaults } from "../../../catalogue/defaults.ts";
import { configGroup } from "../../../catalogue/groups/service.ts";
import type { ConfigItem, Field, Operation } from "../../../catalogue/operation.ts";
import type { CallOptions, Client } from "../../../client/http/call.ts";
import {
  alternativeItemName,
  findItem,
  isSecretItem,
  nameAtService,
  namesInRefusal,
} from "../../../client/values/config-names.ts";
import { Failure, isSignal } from "../../../core/failure.ts";
import { inParallel } from "../../../core/parallel.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { suggestionHint } from "../../../core/text/word-lists.ts";
import type { Invocation, OperationRun } from "../../invocation/invocation.ts";
import { isPreview } from "../../operation/preview.ts";
import type { Shape } from "../../output/columns.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import { requireYes } from "../../terminal/prompt.ts";
import { isInteractive } from "../../terminal/streams.ts";

const describeShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "TYPE", path: "type" },
    { header: "ALLOWED", path: "allowed" },
    { header: "DEFAULT", path: "default" },
    { header: "MEANING", path: "meaning", rank: "text" },
  ],
};

/** Not a valid name: if asked for it, a service returns an error that lists the names of its items. */
const impossibleName = "-";

export async function printItems(shape: Shape, invocation: Invocation): Promise<void> {
  const client = await invocation.connect();
  const names = await readItemNames(client);
  const refusals = new Map<string, unknown>();
  const rows = await inParallel(names, defaults.parallel, async (name) => {
    try {
      const answer = await client.call(readOperationFor(name), { name });
      return { name, value: await answer.value(), meaning: findItem(name)?.meaning ?? null };
    } catch (error) {
      if (!isUnknownItem(error)) throw error;
      refusals.set(name, error);
      return undefined;
    }
  });
  const supportedItems = rows.filter((row) => row !== undefined);
  if (supportedItems.length === 0 && refusals.size > 0) throw refusals.values().next().value;
  await invocation.print(supportedItems, shape);
  if (refusals.size > 0)
    invocation.messages.note(`the service has no items called ${[...refusals.keys()].join(", ")}`);
}

/** Returns the names of the service's items, or the documented ones if the service does not list its items. */
async function readItemNames(client: Client, options?: CallOptions): Promise<readonly string[]> {
  const serviceNames = await client
    .call(readOperationFor(impossibleName), { name: impossibleName }, options)
    .then((): readonly string[] => [], namesOrRethrow);
  const documentedNames = configItems.map(({ name }) => nameAtService(name, client.endpoint.baseUrl));
  if (serviceNames.length === 0) return documentedNames;
  const listedNames = new Set(serviceNames);
  return [
    ...documentedNames.filter((name) => listedNames.has(name)),
    ...serviceNames.filter((name) => !documentedNames.includes(name)),
  ];
}

function namesOrRethrow(error: unknown): readonly string[] {
  if (!isUnknownItem(error)) throw error;
  return namesInRefusal(error);
}

const isUnknownItem = (error: unknown): boolean =>
  error instanceof Failure && (error.kind === "invalid" || error.kind === "notFound");

export async function describeItems(invocation: Invocation<unknown, { readonly name: readonly string[] }>) {
  const { name: names } = invocation.arguments;
  const members = [...new Set(configItems.flatMap(Object.keys))];
  await checkColumnNames(invocation.globals, describeShape.columns, { members });
  const allDocumented = names.length > 0 && names.every((name) => findItem(name) !== undefined);
  const serviceNames = allDocumented ? [] : await tryReadItemNames(invocation);
  const rows = (names.length === 0 ? serviceNames : names).map((name) => {
    const item = findItem(name);
    if (item !== undefined)
      return { ...item, name, allowed: allowedValues(item), default: item.default ?? null };
    if (!serviceNames.includes(name)) throw undocumentedItemFailure(name, serviceNames);
    return { name, type: null, allowed: null, default: null, meaning: null };
  });
  await invocation.print(names.length === 1 ? rows[0] : rows, describeShape);
}

const namesTimeoutMs = 10_000;

async function tryReadItemNames({ connect, messages }: Invocation): Promise<readonly string[]> {
  try {
    return await readItemNames(await connect(), { retries: 0, maxTimeoutMs: namesTimeoutMs });
  } catch (error) {
    if (!(error instanceof Failure) || isSignal(error)) throw error;
    if (error.details.request !== undefined)
      messages.warn(`could not list the service's items: ${error.message}`);
    return configItems.map(({ name }) => name);
  }
}

function undocumentedItemFailure(name: string, names: readonly string[]): Failure {
  const fallbackHint = `svc config get ${shellWord(name)} shows its value if the service has it`;
  return new Failure("notFound", `configuration item '${name}' is not documented`, {
    hint: suggestionHint(name, names, fallbackHint),
  });
}

/** Marks secret items, so that their values do not appear in traces. */
const readOperationFor = (name: string): Operation => ({
  ...configGroup.operations["svc.get_config"],
  ...(isSecretItem(name) ? { sensitive: true } : {}),
});

function allowedValues({ choices, min, max, form, unit }: ConfigItem): string | null {
  if (choices !== undefined) return choices.map((choice) => (choice === "" ? "(empty)" : choice)).join(", ");
  const bounds = min === undefined && max === undefined ? undefined : `${min ?? ""}..${max ?? ""}`;
  const texts = [bounds, unit, form].filter((text) => text !== undefined);
  return texts.length === 0 ? null : texts.join(" ");
}

export async function getItem(run: OperationRun): Promise<void> {
  await sendWithServiceName(run, (operation) => ({ ...operation, sensitive: true }));
}

/** The service clears an item that is sent without a value, so svc asks first on a terminal. */
export async function setItem(run: OperationRun): Promise<void> {
  const { values, invocation } = run;
  const { context, globals, multiSiteRun } = invocation;
  const [name = "", ...rest] = String(values["name"]).split("=");
  if (rest.length > 0)
    throw new Failure("usage", "config set takes one name and its value as two arguments", {
      hint: `svc config set ${shellWord(name)} ${isSecretItem(name) ? "VALUE" : shellWord(rest.join("="))}`,
    });
  if (values["value"] === undefined && !isPreview(invocation)) {
    const action = `no value: clear ${name}`;
    if (multiSiteRun !== undefined) await multiSiteRun.ready(action);
    else if (isInteractive(context)) await requireYes(context, globals.yes, `${action}?`);
  }
  await sendWithServiceName(run, withSecretValue);
}

const withSecretValue = (operation: Operation): Operation => ({
  ...operation,
  sensitive: [],
  fields: (operation.fields ?? []).map(
    (field): Field => (field.name === "value" ? { ...field, secret: true } : field),
  ),
});

/** Some items have two names. If the service refuses one name and its error lists the other, sends the other name. */
async function sendWithServiceName(
  { entry, values, invocation, execute }: OperationRun,
  asSecret: (operation: Operation) => Operation,
): Promise<void> {
  const requestedName = String(values["name"]);
  const { baseUrl } = (await invocation.connect()).endpoint;
  const sendAs = async (name: string) => {
    if (name !== requestedName)
      invocation.messages.detail(`${requestedName} is called ${name} on this service`);
    const operation = isSecretItem(name) ? asSecret(entry.operation) : entry.operation;
    await execute({ ...entry, operation }, { ...values, name });
  };
  const expectedName = nameAtService(requestedName, baseUrl);
  try {
    await sendAs(expectedName);
  } catch (error) {
    const serviceNames = namesInRefusal(error);
    if (serviceNames.length === 0 || serviceNames.includes(expectedName)) throw error;
    const synonym =
      expectedName === requestedName ? alternativeItemName(requestedName, baseUrl) : requestedName;
    if (synonym !== undefined && serviceNames.includes(synonym)) return await sendAs(synonym);
    throw unknownItemFailure(requestedName, serviceNames, error);
  }
}

const unknownItemFailure = (name: string, serviceNames: readonly string[], error: unknown): Failure =>
  new Failure("invalid", `the service has no configuration item '${name}'`, {
    ...(error instanceof Failure ? error.details : {}),
    lines: [],
    hint: suggestionHint(name, serviceNames, "svc config list shows its items"),
  });
