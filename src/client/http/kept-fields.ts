import type { OperationEntry } from "../../catalogue/index.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { Client, Values } from "./call.ts";

/**
 * A client that sends an update once more where the service refused it with a 400 that names only fields to
 * keep: with them as the object has them. Deployed services refuse to update a device that has a parent
 * without it. The 400 says that nothing has changed.
 */
export function keepingFields(
  client: Client,
  entry: OperationEntry,
  onAgain: (text: string) => void,
): Client {
  const { operation, group } = entry;
  const kept = (operation.fields ?? []).flatMap(({ name, keep }) => (keep ? [name] : []));
  const read = Object.values(group.operations).find(
    ({ method, path }) => method === "GET" && path === operation.path,
  );
  return {
    ...client,
    async call(called, values, options) {
      try {
        return await client.call(called, values, options);
      } catch (error) {
        const missing = called === operation ? refusedWithout(error, kept, values) : [];
        if (read === undefined || missing.length === 0) throw error;
        const identifiers = (operation.parameters ?? []).map(({ name }) => [name, values[name]]);
        const object = await (await client.call(read, Object.fromEntries(identifiers), options)).value();
        const found = missing.flatMap((name) => {
          const value = identityIn(isRecord(object) ? object[name] : undefined);
          return value === undefined ? [] : [[name, value]];
        });
        if (found.length < missing.length) throw error;
        onAgain(`refused without ${missing.join(", ")}; sent again with what it is`);
        return await client.call(called, { ...values, ...Object.fromEntries(found) }, options);
      }
    },
  };
}

/** The fields that a 400 asks for, where it names nothing but fields to keep that were not typed. */
function refusedWithout(error: unknown, kept: readonly string[], values: Values): readonly string[] {
  if (!(error instanceof Failure) || error.details.status !== 400) return [];
  const { body } = error.details;
  const named = isRecord(body) ? Object.keys(body) : [];
  return named.every((name) => kept.includes(name) && values[name] === undefined) ? named : [];
}

/** A node as it is named in a form: by its system_id, which it is described by or with. */
function identityIn(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "") return value;
  const id = isRecord(value) ? value["system_id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
