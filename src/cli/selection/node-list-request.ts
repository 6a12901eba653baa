import type { Operation } from "../../catalogue/operation.ts";
import type { Answer, CallOptions, Client, Values } from "../../client/http/call.ts";
import { textOf } from "../../client/lifecycle/machine-view.ts";
import { readOwnUser } from "../../client/service/user.ts";
import { Failure } from "../../core/failure.ts";
import type { NodeTest } from "./node-tests.ts";

/**
 * Filters that live services know beyond the documented ones. They only spare the way of what is not wanted: each
 * node is held against them here too, as other services ignore them.
 */
export const hintsOf = ({ owner, tags, power }: NodeTest): Values => ({
  ...(owner === undefined ? {} : { owner }),
  ...(tags === undefined ? {} : { tags }),
  ...(power === undefined ? {} : { power_state: power }),
});

/** Asks for the list, once more without the further filters where the service refuses to know them. */
export async function askList(
  client: Client,
  operation: Operation,
  filters: Values,
  hints: Values,
  options: CallOptions,
): Promise<Answer> {
  try {
    return await client.call(operation, { ...filters, ...hints }, options);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid" || Object.keys(hints).length === 0)
      throw error;
    const said = [error.message, ...(error.details.lines ?? [])].join("\n");
    if (!/no such constraint/i.test(said)) throw error;
    return await client.call(operation, filters, options);
  }
}

/** The name of the user whose key is used. Throws a `Failure` where the service does not say it. */
export async function askUser(client: Client): Promise<string> {
  const name = textOf((await readOwnUser(client))?.["username"]);
  if (name !== undefined) return name;
  const hint = "use --owner NAME instead";
  throw new Failure("other", "--mine: the service does not say which user the API key belongs to", { hint });
}
