import { domainGroup } from "../../../catalogue/groups/dns.ts";
import { sendSplitUpdate, splitUpdate } from "../../../client/execute/split-update.ts";
import type { Values } from "../../../client/http/call.ts";
import type { OperationRun } from "../../invocation/invocation.ts";
import { isPreview, printPreviews } from "../../operation/preview.ts";
import { shapeOf } from "../../operation/shapes.ts";

const { "domain.update": update, "domains.create": create } = domainGroup.operations;

/** Placeholder for the id of a domain that does not exist yet. */
const unknownId = "ID";

/** Services refuse `authoritative=false` with `forward_dns_servers`, so a second request sets the servers. */
export async function storeForwardingDomain({ entry, values, invocation }: OperationRun): Promise<void> {
  const { operation } = entry;
  const isNew = operation.path === create.path;
  const split = splitUpdate(operation, values) ?? { first: values, second: {} };
  const secondValues = (id: Values[string]): Values => ({ id, name: values["name"], ...split.second });
  const client = await invocation.connect();
  if (isPreview(invocation)) {
    const id = isNew ? unknownId : values["id"];
    if (isNew) invocation.messages.note(`${unknownId} is the id from the first answer`);
    const previews = [
      { operation, values: split.first },
      { operation: update, values: secondValues(id) },
    ];
    return await printPreviews(previews, client, invocation);
  }
  invocation.messages.detail("sent in two requests: the second sets the forward DNS servers");
  const name = String(values["name"]);
  const value = await sendSplitUpdate(
    entry,
    values,
    (requestEntry, parameters) => client.call(requestEntry.operation, parameters),
    {
      done: `domain ${name} was ${isNew ? "created" : "changed"}`,
      later: "its forward DNS servers",
      hint: (id) =>
        `to set them: svc domains update ${id ?? unknownId} --name ${name} --forward-dns-servers ...`,
    },
  );
  await invocation.print(value, shapeOf(entry));
}
