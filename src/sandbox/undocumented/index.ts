import { loadAllOperations } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { resource as operationsOf } from "../../catalogue/resource.ts";
import { handlers } from "../groups/handlers.ts";
import type { Description } from "../serialize/description.ts";
import { errorAnswer, plainJson } from "../wire/answers.ts";
import type { Handler, ServedOperation } from "../wire/call.ts";
import type { Offers } from "./offers.ts";
import { vlans } from "./vlans.ts";

/** Resources of deployed services that the catalogue lacks. */
const undocumented: Offers = {
  ...vlans,
};

const describeRead = operationsOf("/describe/").read("anonymous", "Describe every operation of the service");

const handlerOf: Readonly<Record<string, Handler | undefined>> = handlers;

/** Documented operations come first. Those without a simulation are not served. */
export async function loadServedOperations(): Promise<readonly ServedOperation[]> {
  const simulated = (await loadAllOperations())
    .filter(({ id }) => handlerOf[id] !== undefined)
    .map(({ id, operation }) => ({ id, operation: asSent(operation) }));
  const further = Object.entries(undocumented).map(([id, { operation }]) => ({ id, operation }));
  return [...simulated, { id: "describe.read", operation: describeRead }, ...further];
}

/** Reads fields by the names of deployed services where the catalogue has others. */
function asSent(operation: Operation): Operation {
  const { fields = [] } = operation;
  if (fields.every(({ sentAs }) => sentAs === undefined)) return operation;
  return { ...operation, fields: fields.map((field) => ({ ...field, name: field.sentAs ?? field.name })) };
}

export function handlersFor(
  served: readonly ServedOperation[],
  description: Description,
): Readonly<Record<string, Handler>> {
  const describe: Handler = ({ origin }) => plainJson(description.at(origin));
  const handlers = served.flatMap(({ id, operation: { source } }): (readonly [string, Handler])[] => {
    const handler = handlerOf[id];
    const offered = undocumented[id]?.handler;
    if (offered !== undefined) return [[id, asDeployed(offered)]];
    return handler === undefined ? [] : [[id, source === "deployed" ? asDeployed(handler) : handler]];
  });
  return { "describe.read": describe, ...Object.fromEntries(handlers) };
}

/** These operations exist only at deployed services, so answers use their content types: field errors are JSON. */
const asDeployed =
  (handler: Handler): Handler =>
  async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      const answer = errorAnswer(error, true);
      if (answer === undefined) throw error;
      return answer;
    }
  };
