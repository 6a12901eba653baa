import { findConnection, requireKey } from "../../client/profiles/connection.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { readGlobals, requireSettings } from "../invocation/globals.ts";
import type { HelpBlock, Row } from "../reference/page.ts";

const help: readonly Row[] = [
  ["svc doctor", "find out why svc does not work"],
  ["svc --help", "all commands, topics and options"],
];

const stepsWithoutService: readonly Row[] = [
  ["svc login NAME URL", "log in to your service; URL looks like http://host:5240/SVC"],
  ["svc sandbox start --detach", "or try svc without hardware, in an emulated service"],
  ["svc status", "then look at the fleet"],
];

const stepsWithService: readonly Row[] = [
  ["svc status", "what needs attention, what is in progress"],
  ["svc top", "the same in full screen, with actions"],
  ["svc machines list", "all machines; --status ready: those that can be allocated"],
  ["svc machines why NAME", "why a machine failed, and how to fix it"],
  ["svc machines --help", "all commands for machines"],
];

export async function firstSteps(context: Context): Promise<readonly HelpBlock[]> {
  try {
    return [
      `svc uses ${await serviceInUse(context)}.`,
      { title: "Next", rows: [...stepsWithService, ...help] },
    ];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, kind, details } = error;
    const rows = kind === "notAuthenticated" ? stepsWithoutService : [];
    const problem = kind === "notAuthenticated" || details.hint === undefined ? [] : [details.hint];
    return [
      "svc operates a bare-metal fleet through the Provisioning Service API.",
      [message, ...problem].join("; "),
      { title: "Next", rows: [...rows, ...help] },
    ];
  }
}

async function serviceInUse(context: Context): Promise<string> {
  const globals = await readGlobals({}, context.env);
  requireSettings(globals, ["url"]);
  const { connection } = await findConnection(globals, context);
  requireKey(connection);
  const { profile, endpoint } = connection;
  return profile === undefined ? endpoint.baseUrl : `profile '${profile}', ${endpoint.baseUrl}`;
}
