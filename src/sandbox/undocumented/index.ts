import { loadAllOperations } from "../../catalogue/index.ts";
import { resource as operationsOf } from "../../catalogue/resource.ts";
import type { Description } from "../serialize/description.ts";
import { errorAnswer, plainJson } from "../wire/answers.ts";
import type { Handler, ServedOperation } from "../wire/call.ts";
import { interfaces } from "./interfaces.ts";
import { networks } from "./networks.ts";
import { linked, rackControllers, tags, unsigned } from "./nodes.ts";
import type { Offers } from "./offers.ts";
import { places } from "./places.ts";
import { storage } from "./storage.ts";

/** Undocumented resources that clients need, kept out of the catalogue. */
const undocumented: Offers = {
  ...places,
  ...tags,
  ...networks,
  ...interfaces,
  ...storage,
  ...rackControllers,
  ...linked,
  ...unsigned,
};

const describeRead = operationsOf("/describe/").read("anonymous", "Describe every operation of the service");

/** Documented operations come first. */
export async function loadServedOperations(): Promise<readonly ServedOperation[]> {
  const further = Object.entries(undocumented).map(([id, { operation }]) => ({ id, operation }));
  return [...(await loadAllOperations()), { id: "describe.read", operation: describeRead }, ...further];
}

export function undocumentedHandlers(description: Description): Readonly<Record<string, Handler>> {
  const handlers = Object.entries(undocumented).map(([id, { handler }]) => [id, deployed(handler)]);
  const describe: Handler = ({ origin }) => plainJson(description.at(origin));
  return { "describe.read": describe, ...Object.fromEntries(handlers) };
}

/** These operations exist only at deployed services, so answers use their content types: field errors are JSON. */
const deployed =
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
