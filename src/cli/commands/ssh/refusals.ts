import { statuses } from "../../../catalogue/statuses.ts";
import { valueOfStatus } from "../../../client/lifecycle/machine-view.ts";
import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { nextCommand } from "../../invocation/same-connection.ts";
import { type ReachableMachine, takesLogins } from "../../ssh/machine.ts";

/** Machines in a message; a longer list is cut. */
const maxListed = 20;

/**
 * Throws the conflict `Failure` of machines whose status takes no logins, with what leads to one that does.
 */
export function refuseClosed(machines: readonly ReachableMachine[], invocation: Invocation): void {
  const closed = machines.filter((machine) => !takesLogins(machine));
  const [first] = closed;
  if (first === undefined) return;
  const details = {
    machines: closed.map(({ view }) => ({
      system_id: view.systemId,
      hostname: view.hostname,
      status: view.statusName,
    })),
  };
  if (machines.length === 1)
    throw new Failure(
      "conflict",
      `${first.view.hostname} is ${first.view.statusName}: only deployed machines and those in rescue mode accept logins`,
      { ...details, hint: `${nextStep(first, invocation)}; --force connects anyway` },
    );
  throw new Failure("conflict", `${closed.length} of ${machines.length} machines accept no logins`, {
    ...details,
    lines: [
      ...closed.slice(0, maxListed).map(({ view }) => `${view.hostname}: ${view.statusName}`),
      ...(closed.length > maxListed ? [`and ${closed.length - maxListed} more`] : []),
    ],
    hint: "--where status=deployed selects machines that do; --force connects to them anyway",
  });
}

/** The command after which the machine may take logins, or that shows why it does not. */
function nextStep({ view }: ReachableMachine, invocation: Invocation): string {
  const status = valueOfStatus(view.status);
  const command = (...words: readonly string[]) =>
    nextCommand(["machines", words[0] ?? "", view.systemId, ...words.slice(1)], invocation);
  if (status === "deploying") return command("wait", "--for", "deployed");
  if (status === "entering_rescue_mode") return command("wait", "--for", "rescue_mode");
  if (status === "ready" || status === "allocated") return command("deploy", "--wait");
  const isTrouble = status !== undefined && ["failure", "unhealthy"].includes(statuses[status].kind);
  return isTrouble ? command("why") : command("describe");
}
