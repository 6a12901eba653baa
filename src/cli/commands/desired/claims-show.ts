import { group } from "../../../catalogue/groups/machines.ts";
import { Failure } from "../../../core/failure.ts";
import { findClaimed } from "../../../desired/claims/find.ts";
import type { Action } from "../../invocation/invocation.ts";
import { shapeOf } from "../../operation/result.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { claimNamed } from "./claim-named.ts";

const list = group.operations["machines.list"];

/** `svc claims show CLAIM`: its machines, as the service shows them. */
export const showClaim: Action = async (invocation) => {
  const shape = shapeOf({ group, operation: list });
  await checkColumnNames(invocation.globals, shape.columns);
  const name = claimNamed(invocation);
  const client = await invocation.connect();
  const found = await findClaimed({ client, random: invocation.context.random }, name);
  if (found.length === 0)
    throw new Failure("notFound", `no machine is marked for claim ${name}`, { hint: "svc claims list" });
  const ids = found.map(({ view }) => view.systemId);
  await invocation.printAnswer(await client.call(list, { id: ids }), shape);
};
