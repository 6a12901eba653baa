import type { Client } from "../../../client/http/call.ts";
import type { Context } from "../../../context.ts";
import { groupsOf } from "../../../desired/claims/decide.ts";
import { findAllClaimed } from "../../../desired/claims/find.ts";
import type { Action } from "../../invocation/invocation.ts";
import { namesFolder } from "../../names-cache/freshness.ts";
import { plainName } from "../../names-cache/name.ts";
import { keepNames } from "../../names-cache/store.ts";
import type { Shape } from "../../output/columns.ts";
import { checkColumnNames } from "../../typed/column-names.ts";

const shape: Shape = {
  identity: "name",
  listed: "claims",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "OWNER", path: "owners" },
    { header: "MACHINES", path: "machines", as: "count" },
    { header: "DEPLOYED", path: "deployed", as: "count" },
    { header: "DEPLOYING", path: "deploying", as: "count" },
    { header: "ALLOCATED", path: "allocated", as: "count" },
    { header: "FAILED", path: "failed", as: "count" },
  ],
};

/** `svc claims list`: a row for each claim that machines are marked for. */
export const listClaims: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, shape.columns);
  const client = await invocation.connect();
  const { context } = invocation;
  const claims = await findAllClaimed({ client, random: context.random });
  keepClaims([...claims.keys()], client, context);
  const rows = [...claims].map(([name, machines]) => {
    const { held, coming, taken, failed } = groupsOf(machines);
    return {
      name,
      owners: [...new Set(machines.flatMap(({ view }) => view.owner ?? []))].sort(),
      machines: machines.length,
      deployed: held.length,
      deploying: coming.length,
      allocated: taken.length,
      failed: failed.length,
    };
  });
  await invocation.print(rows, shape);
};

/** Keeps the names for completion: all that there are. */
function keepClaims(claims: readonly string[], { endpoint }: Client, { env, clock, random }: Context): void {
  const folder = namesFolder(env, endpoint);
  if (folder === undefined) return;
  const names = claims.map(plainName).filter((name) => name !== undefined);
  keepNames(folder, "claims", { names, isWhole: true, nowMs: clock.now() }, random);
}
