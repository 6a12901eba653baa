import { group } from "../../../catalogue/groups/machines.ts";
import type { CallOptions, Client } from "../../../client/http/call.ts";
import { openElements } from "../../../client/json/elements.ts";
import { createMemberReader } from "../../../client/json/members.ts";
import { Failure } from "../../../core/failure.ts";
import { askList, hintsOf, refinedAnswer } from "../../selection/node-tests.ts";
import type { Scope } from "../status/read-status.ts";
import { type TopMachine, topMachine, topMembers } from "./machines.ts";

/** Reads the machines in one request, one by one: of each only what is shown is kept. */
export async function readMachines(
  client: Client,
  { filters, test }: Scope,
  options: CallOptions = {},
): Promise<readonly TopMachine[]> {
  const answer = await askList(client, group.operations["machines.list"], filters, hintsOf(test), options);
  const refined = refinedAnswer(answer, test, {});
  const elements = await openElements(refined.bytes({ isFollowed: true }), undefined);
  if (!elements.list) throw new Failure("other", "the service's answer contains no machines");
  const read = createMemberReader(topMembers);
  const machines: TopMachine[] = [];
  for await (const element of elements.each) {
    const machine = topMachine(read(element));
    if (machine !== undefined) machines.push(machine);
  }
  return machines;
}
