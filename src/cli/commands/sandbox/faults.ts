import { Failure } from "../../../core/failure.ts";
import { choiceHint } from "../../../core/text/choices.ts";
import type { Shape } from "../../output/shape.ts";
import { printing } from "../printing.ts";
import { controlSandbox, targetSandbox } from "./control.ts";
import { faultFailure } from "./launch.ts";

const shape: Shape = { identity: "fault", columns: [{ header: "FAULT", path: "fault", rank: "text" }] };

/** Changes the faults of the sandbox, or reads them by GET; answers those in force afterwards. */
type Send = (method: "GET" | "POST" | "PUT", lines?: readonly string[]) => Promise<readonly string[]>;

const actions = new Map<string, (given: readonly string[], send: Send) => Promise<readonly string[]>>([
  [
    "list",
    async (given, send) => {
      if (given.length > 0) throw new Failure("usage", "list takes no fault: use add to add one");
      return await send("GET");
    },
  ],
  [
    "add",
    async (given, send) => {
      if (given.length === 0) throw faultFailure("which fault?");
      return await send("POST", given);
    },
  ],
  ["clear", clear],
]);

/** `svc sandbox faults [list|add|clear] [fault...]`: prints those in force afterwards. */
export const changeFaults = printing(shape, async (invocation) => {
  const { action = "list", fault = [] } = invocation.arguments;
  const target = targetSandbox(invocation);
  const send: Send = async (method, lines) => {
    try {
      const { faults } = await controlSandbox(invocation.context, target, method, "faults", lines);
      return Array.isArray(faults) ? faults.map(String) : [];
    } catch (error) {
      throw error instanceof Failure && error.kind === "usage" ? faultFailure(error.message) : error;
    }
  };
  const change = actions.get(String(action));
  if (change === undefined) {
    throw new Failure("usage", `'${String(action)}' is not one of list, add and clear`, {
      hint: choiceHint(String(action), [...actions.keys()]),
    });
  }
  return (await change([fault].flat(), send)).map((each) => ({ fault: each }));
});

/** Takes away the faults that are given, with or without their values; all where none is. */
async function clear(given: readonly string[], send: Send): Promise<readonly string[]> {
  const before = await send("GET");
  const names = (each: string, text: string) => each === text || text.startsWith(`${each}=`);
  const unknown = given.find((each) => !before.some((text) => names(each, text)));
  if (unknown !== undefined) {
    throw new Failure("notFound", `no fault '${unknown}' is in force`, {
      ...(before.length === 0 ? {} : { hint: `active: ${before.join(" ")}` }),
    });
  }
  return await send(
    "PUT",
    before.filter((text) => given.length > 0 && !given.some((each) => names(each, text))),
  );
}
