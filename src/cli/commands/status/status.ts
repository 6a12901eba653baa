import { group as machines } from "../../../catalogue/groups/machines.ts";
import { type Action, serviceTime } from "../../invocation/invocation.ts";
import { writeLines } from "../../output/sink.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { openEventFacts } from "./event-facts.ts";
import { readStatus } from "./read-status.ts";
import { readScope } from "./scope.ts";
import { statusJson, statusMembers, statusShape } from "./status-json.ts";
import { isPage, linesFor } from "./status-lines.ts";

/** `svc status`: the fleet on one page, or one object for programs; with `--watch` again and again. */
export const showStatus: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, statusShape.columns, { members: statusMembers });
  const client = await invocation.connect();
  const scope = await readScope(machines.operations["machines.list"], client, invocation);
  if (invocation.options.watch === true) {
    const { watchStatus } = await import("./watch-status.ts");
    return await watchStatus(client, scope, invocation);
  }
  const status = await readStatus(client, scope, openEventFacts(), () =>
    serviceTime(client, invocation.context.clock),
  );
  const { stdout } = invocation.context;
  if (isPage(invocation)) await writeLines(stdout, await linesFor(status, client, invocation));
  else await invocation.print(statusJson(status, client.endpoint.baseUrl), statusShape);
};
