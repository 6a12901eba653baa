import { signatureOf } from "../../catalogue/commands/command-signature.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { buildRequest } from "../../client/http/request.ts";
import { resolveValues } from "../../client/names/identifiers.ts";
import { explainForbidden, refuseLocked } from "../../client/names/lock.ts";
import { labelsOf, lookingFor } from "../../client/names/names.ts";
import { wordsOf } from "../../client/values/words.ts";
import { Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { withNodesOfFields } from "../selection/field-names.ts";
import type { CollectionRun } from "./collection.ts";
import { isPreview, printPlanned } from "./preview.ts";
import { printResult } from "./result.ts";

/**
 * Executes an operation with one request: names of nodes among its values become system ids, locked machines are refused and
 * questions asked where it destroys or interrupts, and nothing is sent before.
 */
export async function executeOnce(
  entry: OperationEntry,
  typed: Values,
  client: Client,
  invocation: Invocation,
): Promise<void> {
  const { operation } = entry;
  const isShown = isPreview(invocation, operation);
  const isGuarded = operation.confirm !== undefined || operation.ignoresLock === true;
  const mustVerify = isGuarded || (isShown && !invocation.globals.curl);
  const resolved = await resolveValues(
    operation,
    await withNodesOfFields(operation, typed, client),
    client,
    mustVerify ? "verify" : "trust",
  );
  const { nodes, isUnverified } = resolved;
  const values = await withNamed(entry, resolved.values, client);
  if (isShown) {
    const request = buildRequest(operation, values, client.endpoint);
    return await printPlanned([{ request, nodes }], client, invocation);
  }
  const label = labelsOf(Object.values(typed).flatMap((value) => wordsOf(value)));
  if (isGuarded) refuseLocked(operation.verb, nodes, label);
  if (operation.confirm !== undefined) {
    const { confirmCall } = await import("./confirmation.ts");
    await confirmCall(operation, describeCall(entry, typed), values, nodes, invocation);
  }
  try {
    await submitOnce({ entry, values, nodes, label, client, invocation }, isUnverified);
  } catch (error) {
    const { withLook } = await import("./doubt.ts");
    throw withLook(error, entry, typed, invocation);
  }
}

/** The values with the identifier of a controller that is called by its host name. */
async function withNamed(entry: OperationEntry, values: Values, client: Client): Promise<Values> {
  if (entry.operation.described !== true) return values;
  const { isNameOnly, withListedIdentifier } = await import("../../client/execute/listed-identifier.ts");
  if (!isNameOnly(entry.operation, values)) return values;
  return (await lookingFor(entry.operation, () => withListedIdentifier(entry, values, client))) ?? values;
}

/** Submits one request and writes its answer; `isUnverified`: a word was taken as a system_id by its form. */
async function submitOnce(run: CollectionRun, isUnverified: boolean): Promise<void> {
  const { entry, values, nodes, label, client, invocation } = run;
  const { operation } = entry;
  try {
    if (invocation.options["wait"] === true && operation.waiter !== undefined) {
      const { submitCollection } = await import("./collection.ts");
      return await submitCollection(run);
    }
    if (nodes.length === 0 || !isOnNodeList(operation))
      return await printResult(entry, client, values, invocation);
    const { printChangedNodes } = await import("./changed-node.ts");
    await printChangedNodes(run, nodes, await client.call(operation, values));
  } catch (error) {
    const looked = isNotFound(error) ? await lookAgain(run, isUnverified) : undefined;
    if (looked === undefined) throw await explainForbidden(error, nodes, operation.verb, label);
    await printResult(entry, client, looked, invocation);
  }
}

/** True for a change that names the nodes that it is about in a field. */
const isOnNodeList = ({ method, parameters, fields = [] }: Operation): boolean =>
  method !== "GET" && parameters === undefined && fields.some(({ kind }) => kind !== undefined);

const isNotFound = (error: unknown): boolean => error instanceof Failure && error.kind === "notFound";

/** The values by names where a service does not know the identifiers; undefined where they say the same. */
async function lookAgain(
  { entry, values, client }: CollectionRun,
  isUnverified: boolean,
): Promise<Values | undefined> {
  const verified = isUnverified ? await verifyAgain(entry.operation, values, client) : undefined;
  if (verified !== undefined || entry.operation.described !== true) return verified;
  const { withListedIdentifier } = await import("../../client/execute/listed-identifier.ts");
  return await withListedIdentifier(entry, values, client).catch((unclear: unknown) => {
    if (unclear instanceof Failure && unclear.details.lines !== undefined) throw unclear;
    return undefined;
  });
}

/** The values where what looked like a system_id is a host name after all; undefined where it is neither. */
async function verifyAgain(
  operation: Operation,
  values: Values,
  client: Client,
): Promise<Values | undefined> {
  const looked = await resolveValues(operation, values, client, "verify").catch(() => undefined);
  const isSame = (operation.parameters ?? []).every(
    ({ name }) => String(looked?.values[name]) === String(values[name]),
  );
  return isSame ? undefined : looked?.values;
}

/** The command and its identifiers, for a question: `fabrics delete 3`. */
function describeCall(entry: OperationEntry, values: Values): string {
  const words = signatureOf(entry).arguments.map(({ name, field }) => values[field?.name ?? name]);
  const typed = words.filter((word) => typeof word === "string");
  return [entry.group.name, entry.operation.verb, ...typed].join(" ");
}
