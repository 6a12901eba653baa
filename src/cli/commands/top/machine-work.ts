import { asFailure, doubtHint, isInDoubt } from "../../../core/failure.ts";
import { inParallel } from "../../../core/parallel.ts";
import { serviceTime } from "../../invocation/invocation.ts";
import { readNode } from "../describe-node/read-node.ts";
import { sectionsOf } from "../describe-node/sections.ts";
import type { Desk } from "./desk.ts";
import type { Effect } from "./state.ts";

const actionsAtOnce = 4;
/** Of a machine that is looked at. */
const eventCount = 40;

/** Reads all about a machine; it never rejects. */
export async function describeMachine({ client, clock, dispatch }: Desk, id: string): Promise<void> {
  try {
    const node = await readNode(client, "machine", id, eventCount);
    const sections = sectionsOf(node, { now: serviceTime(client, clock), showSecrets: false });
    dispatch({ kind: "described", id, sections });
  } catch (error) {
    dispatch({ kind: "describeFailed", id, text: asFailure(error).message });
  }
}

type Act = Extract<Effect, { kind: "act" }>;

/** Sends an action for each machine, and tells of each answer and of the whole; it never rejects. */
export async function sendActions(desk: Desk, { action, machines, input }: Act): Promise<void> {
  const { label } = action;
  const typed = action.input === undefined || input === "" ? {} : { [action.input.field]: input };
  const errors: string[] = [];
  await inParallel(machines, actionsAtOnce, async ({ systemId, hostname }) => {
    const error = await sendAction(desk, action, { system_id: systemId, ...typed });
    if (error !== undefined) errors.push(`${hostname}: ${error}`);
    desk.dispatch({ kind: "acted", id: systemId });
  });
  desk.dispatch({ kind: "actedAll", label, done: machines.length - errors.length, errors });
}

/** What went wrong; undefined where nothing did. */
async function sendAction(
  { client, signal }: Desk,
  { operation }: Act["action"],
  values: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  try {
    await (await client.call(operation, values, { signal })).value();
    return undefined;
  } catch (error) {
    const { message } = asFailure(error);
    return isInDoubt(error) ? `${message}; ${doubtHint}` : message;
  }
}
