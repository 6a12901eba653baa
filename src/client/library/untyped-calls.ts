import { memberName } from "../../catalogue/commands/library-text.ts";
import { entriesOf, loadAllOperations, type OperationEntry } from "../../catalogue/index.ts";
import { methods } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { choiceFor, nameList, suggestionHint } from "../../core/text/word-lists.ts";
import { describedCatalogue, existingCommands } from "../description/catalogue.ts";
import type { Part } from "../http/call.ts";
import { buildRawRequest } from "../http/request.ts";
import { readDescription } from "../service/facts.ts";
import { asSvcError, withSvcErrors } from "./error.ts";
import { methodOf } from "./operation-call.ts";
import { checkOptions, requestOptions, typeName } from "./options.ts";
import { type Session, withClient } from "./session.ts";
import type { CallOptions } from "./types.ts";
import { contentOf } from "./values.ts";

type DescribedGroupMethods = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** Resolves with the answer's JSON, its text if it is not JSON, or undefined if it is empty. */
export async function sendRequest(
  session: Session,
  method: unknown,
  path: unknown,
  fields: unknown = {},
  options: CallOptions = {},
): Promise<unknown> {
  if (typeof method !== "string" || typeof path !== "string")
    throw new Failure("usage", "request takes a method and a path, both strings");
  checkOptions("request", options, requestOptions);
  if (!isRecord(fields)) throw new Failure("usage", `fields must be an object, not ${typeName(fields)}`);
  const { timeoutMs, retries } = options;
  return await withClient(session, options, async ({ client, signal }) => {
    const parts = await Promise.all(Object.entries(fields).map((each) => partsOf(...each, signal)));
    const request = buildRawRequest(
      { method: choiceFor(methods, method.toUpperCase(), "method"), path, fields: parts.flat() },
      client.endpoint,
    );
    return await (await client.send(request, { signal, timeoutMs, retries })).value();
  });
}

/** An array becomes several parts; bytes and files become file parts. Undefined is not sent. */
async function partsOf(name: string, value: unknown, signal: AbortSignal): Promise<readonly Part[]> {
  if (value === undefined) return [];
  if (Array.isArray(value))
    return (await Promise.all(value.map((item: unknown) => partsOf(name, item, signal)))).flat();
  if (["string", "number", "bigint", "boolean"].includes(typeof value))
    return [{ name, value: String(value) }];
  return [{ name, value: await contentOf(value, name, signal) }];
}

/** The methods are named like the group's commands. The first call reads the service's description. */
export function describedGroup(
  session: Session,
  groupName: unknown,
  loadOperations: () => Promise<readonly OperationEntry[]>,
): DescribedGroupMethods {
  const group = String(groupName);
  const call =
    (verb: string) =>
    async (...args: unknown[]): Promise<unknown> => {
      const entries = await withSvcErrors(session.mask, loadOperations);
      const groupEntries = entries.filter((entry) =>
        [entry.group.name, memberName(entry.group.name)].includes(group),
      );
      const entry = groupEntries.find(({ operation }) => memberName(operation.verb) === verb);
      if (entry === undefined)
        throw asSvcError(unknownMember(group, verb, groupEntries, entries), session.mask);
      return await methodOf(session, entry)(...args);
    };
  // Without this exception, `await` would take the object for a promise.
  return new Proxy<DescribedGroupMethods>(
    {},
    { get: (_, verb) => (typeof verb === "string" && verb !== "then" ? call(verb) : undefined) },
  );
}

function unknownMember(
  group: string,
  verb: string,
  groupEntries: readonly OperationEntry[],
  all: readonly OperationEntry[],
): Failure {
  if (groupEntries.length > 0) {
    const verbs = groupEntries.map(({ operation }) => memberName(operation.verb));
    return new Failure("usage", `${group} has no operation '${verb}'`, {
      hint: suggestionHint(verb, verbs, `operations: ${nameList(verbs)}`),
    });
  }
  const names = [...new Set(all.map((entry) => entry.group.name))];
  return new Failure("notFound", `the service's description has no group '${group}'`, {
    hint: suggestionHint(group, names, `groups: ${nameList(names)}`),
  });
}

export async function loadServiceOperations(session: Session): Promise<readonly OperationEntry[]> {
  const documented = await loadAllOperations();
  const value = await withClient(session, {}, ({ client, signal }) => readDescription(client, { signal }));
  const { groups } = describedCatalogue(value, existingCommands(documented, []));
  return [...documented, ...groups.flatMap(entriesOf)];
}
