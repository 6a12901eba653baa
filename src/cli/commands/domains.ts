import { group } from "../../catalogue/groups/domains.ts";
import { inTurn } from "../../client/execute/in-turn.ts";
import type { Values } from "../../client/http/call.ts";
import { buildRequest } from "../../client/http/request.ts";
import { idOf } from "../../client/lifecycle/machine-view.ts";
import { doubtHint, Failure } from "../../core/failure.ts";
import type { OperationRun } from "../invocation/invocation.ts";
import { isPreview, printPlanned } from "../operation/preview.ts";
import { shapeOf } from "../operation/result.ts";

const { "domain.update": update, "domains.create": create } = group.operations;

/** What stands for the id of a domain that is not there yet. */
const unknownId = "ID";

/**
 * `svc domains create|update` of a domain that forwards: deployed services refuse `authoritative=false`
 * together with `forward_dns_servers`, so the servers follow in a request of their own.
 */
export async function storeForwardingDomain({ entry, values, invocation }: OperationRun): Promise<void> {
  const { operation } = entry;
  const isNew = operation.path === create.path;
  const { first, second: servers } = inTurn(operation, values) ?? { first: values, second: {} };
  const second = (id: Values[string]): Values => ({ id, name: values["name"], ...servers });
  const client = await invocation.connect();
  if (isPreview(invocation)) {
    const id = isNew ? unknownId : values["id"];
    const requests = [
      buildRequest(operation, first, client.endpoint),
      buildRequest(update, second(id), client.endpoint),
    ];
    if (isNew) invocation.messages.note(`${unknownId} is the id from the first answer`);
    return await printPlanned(
      requests.map((request) => ({ request })),
      client,
      invocation,
    );
  }
  invocation.messages.detail("sent in two requests: the forward DNS servers follow");
  const answered = await (await client.call(operation, first)).value();
  const id = isNew ? idOf(answered) : values["id"];
  const name = String(values["name"]);
  const done = `domain ${name} was ${isNew ? "created" : "changed"}`;
  const rest = `svc domains update ${id ?? unknownId} --name ${name} --forward-dns-servers ...`;
  if (id === undefined) {
    throw new Failure(
      "other",
      `${done}, but its forward DNS servers are not set: the answer contains no id`,
      {
        outcome: "partial",
        hint: rest,
      },
    );
  }
  try {
    await invocation.printAnswer(await client.call(update, second(id)), shapeOf(entry));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isUnclear = error.details.outcome === "unknown";
    throw error.with(
      { outcome: isUnclear ? "unknown" : "partial", hint: isUnclear ? doubtHint : `to set them: ${rest}` },
      `${done}, but not its forward DNS servers: ${error.message}`,
    );
  }
}
