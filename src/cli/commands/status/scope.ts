import type { Operation } from "../../../catalogue/operation.ts";
import type { Client, Values } from "../../../client/http/call.ts";
import { wordsOf } from "../../../client/values/words.ts";
import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { withSystemIds } from "../../selection/field-names.ts";
import { askUser } from "../../selection/node-tests.ts";
import { expandRanges, withoutPatterns } from "../../selection/ranges.ts";
import type { Scope } from "./read-status.ts";

/**
 * The machines that the options of the line mean: `--pool`, `--zone`, `--where`, `--tags`, `--owner` and `--mine`.
 * A usage failure where two of them name the same filter.
 */
export async function readScope(list: Operation, client: Client, invocation: Invocation): Promise<Scope> {
  const { options } = invocation;
  const where: Values = options.where ?? {};
  for (const name of ["pool", "zone"] as const)
    if (where[name] !== undefined && options[name] !== undefined)
      throw new Failure("usage", `give --${name} or --where ${name}=..., not both`);
  const names = wordsOf(where["hostname"]).flatMap(expandRanges);
  const { sent, patterns } = withoutPatterns({
    ...where,
    ...(names.length === 0 ? {} : { hostname: names }),
    ...(options.pool === undefined ? {} : { pool: options.pool }),
    ...(options.zone === undefined ? {} : { zone: options.zone }),
  });
  const owner = options.mine === true ? [await askUser(client)] : options.owner;
  return {
    filters: await withSystemIds(list, sent, invocation, "trust"),
    test: { names: patterns, owner, tags: options.tags },
  };
}
