import { defaults } from "../../../catalogue/defaults.ts";
import { group } from "../../../catalogue/groups/machines.ts";
import type { Context } from "../../../context.ts";
import { Failure } from "../../../core/failure.ts";
import type { Action } from "../../invocation/invocation.ts";
import { colored } from "../../output/colored.ts";
import { colorless, none } from "../../output/palette.ts";
import * as measure from "../../output/width.ts";
import { readScope } from "../status/scope.ts";
import { runSession } from "./session.ts";
import type { ViewStyle } from "./text-line.ts";

/** `svc top`: the fleet on a full screen, to be watched and operated. */
export const showTop: Action = async (invocation) => {
  const { context, options, globals } = invocation;
  requireTerminal(context);
  const client = await invocation.connect();
  const scope = await readScope(group.operations["machines.list"], client, invocation);
  const address = client.endpoint.baseUrl.replace(/^https?:\/\//, "");
  const intervalMs = options.interval ?? defaults.watchIntervalMs;
  const service = globals.profile === undefined ? address : globals.profile;
  await runSession(invocation, {
    client,
    scope,
    head: { service, intervalMs },
    style: styleFor(globals.color ?? true),
  });
};

/** Both ends have to be a terminal that can move its cursor. */
function requireTerminal({ stdin, stdout, env }: Context): void {
  if (stdin.isTTY === true && stdout.isTTY === true && env["TERM"] !== "dumb") return;
  throw new Failure("usage", "svc top needs a terminal", {
    hint: "svc status --watch shows the fleet without one",
  });
}

const around = (start: number, end: number) => (text: string) => `\u001b[${start}m${text}\u001b[${end}m`;

const styleFor = (hasColors: boolean): ViewStyle => ({
  palette: hasColors ? colored : colorless,
  measure,
  inverse: around(7, 27),
  dim: hasColors ? around(2, 22) : none,
  tail: (text, width) => {
    let end = text;
    while (measure.widthOf(end) > width)
      end = end.slice(String.fromCodePoint(end.codePointAt(0) ?? 0).length);
    return end;
  },
});
