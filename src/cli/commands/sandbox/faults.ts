import { Failure } from "../../../failure.ts";
import type { Action } from "../../invocation/invocation.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { nearest } from "../../typed/nearest.ts";
import { controlSandbox, meantSandbox } from "./control.ts";
import { faultFailure } from "./launch.ts";
import { faultsShape } from "./shapes.ts";

/** `svc sandbox faults [list|add|clear] [fault...]`: prints those in force afterwards. */
export const changeFaults: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, faultsShape.columns);
  const { action = "list", fault = [] } = invocation.arguments;
  const given = [fault].flat();
  const target = meantSandbox(invocation);
  const ask = async (method: "GET" | "POST" | "PUT", lines?: readonly string[]) => {
    try {
      return faultsOf(await controlSandbox(invocation.context, target, method, "faults", lines));
    } catch (error) {
      throw error instanceof Failure && error.kind === "usage" ? faultFailure(error.message) : error;
    }
  };
  let inForce: readonly string[];
  if (action === "list") {
    if (given.length > 0) throw new Failure("usage", "list takes no fault: to add one, say add");
    inForce = await ask("GET");
  } else if (action === "add") {
    if (given.length === 0) throw faultFailure("which fault?");
    inForce = await ask("POST", given);
  } else if (action === "clear") {
    const before = await ask("GET");
    const isMeant = (text: string) =>
      given.length === 0 || given.some((each) => each === text || each === text.slice(0, text.indexOf("=")));
    const vain = given.find((each) => !before.some((text) => each === text || text.startsWith(`${each}=`)));
    if (vain !== undefined) {
      throw new Failure("notFound", `no fault '${vain}' is in force`, {
        ...(before.length === 0 ? {} : { hint: `there are: ${before.join(" ")}` }),
      });
    }
    inForce = await ask(
      "PUT",
      before.filter((text) => !isMeant(text)),
    );
  } else {
    const meant = nearest(String(action), ["list", "add", "clear"]);
    throw new Failure("usage", `'${String(action)}' is none of list, add and clear`, {
      ...(meant === undefined ? {} : { hint: `did you mean ${meant}?` }),
    });
  }
  await invocation.print(
    inForce.map((each) => ({ fault: each })),
    faultsShape,
  );
};

const faultsOf = ({ faults }: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(faults) ? faults.map(String) : [];
