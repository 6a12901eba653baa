import type { Context } from "../../context.ts";
import { defaultOutput } from "../../contract/options.ts";
import type { Client } from "../../http/call.ts";
import type { OutputSettings, Shape } from "../../output/shape.ts";
import { makeMessages } from "../terminal/messages.ts";
import { connectionSettings, requireSettings } from "./globals.ts";
import type { Globals, Invocation, Run } from "./invocation.ts";

/**
 * What a command runs with, and the end of it: `close` lets go of connections so that the process can end.
 */
interface OpenInvocation extends Invocation {
  close(): Promise<void>;
}

/** Opens an invocation; the service is reached, and the output room loaded, only when the command asks. */
export function openInvocation(
  context: Context,
  globals: Globals,
  line: Pick<Invocation, "arguments" | "options" | "fields">,
  run?: Run,
): OpenInvocation {
  const messages = makeMessages(context, globals);
  const clients: Promise<Client>[] = [];
  let inForce: Promise<Client> | undefined;
  let profileOutput: Globals["output"];
  const settings = ({ format }: Shape): OutputSettings => {
    requireSettings(globals, ["output"]);
    return {
      ...globals,
      format: globals.output ?? format ?? profileOutput ?? defaultOutput,
      term: context.env["TERM"],
      note: messages.note,
      maskKnown: context.maskKnown,
      nodeNames: async (ids) => {
        const client = await inForce;
        if (client === undefined) return new Map();
        const { readNodeNames } = await import("./node-names.ts");
        return await readNodeNames(client, ids);
      },
    };
  };
  /** On a terminal an empty list is told from one that is still to come. */
  const printed = (shape: Shape): OutputSettings => ({
    ...settings(shape),
    noteEmpty: () => {
      if (shape.listed !== undefined && context.stderr.isTTY === true)
        messages.note(`no ${shape.listed} match`);
    },
  });
  const keep = (client: Promise<Client>) => {
    clients.push(client);
    return client;
  };
  return {
    context,
    globals,
    messages,
    ...line,
    connect: (access = "signed") => {
      inForce ??= (async () => {
        requireSettings(globals, connectionSettings);
        const { connectionInForce, openClient } = await import("./connection.ts");
        const connection = await connectionInForce(context, globals, messages, access);
        profileOutput = connection.output;
        return await openClient(connection, context, globals, messages, run);
      })();
      return keep(inForce);
    },
    open: (connection) =>
      keep(
        import("./connection.ts").then(({ openClient }) =>
          openClient(connection, context, globals, messages, run),
        ),
      ),
    outputSettings: settings,
    print: async (value, shape) => {
      const { printValue } = await import("../../output/print.ts");
      await printValue(value, shape, printed(shape), context.stdout);
    },
    printAnswer: async (answer, shape) => {
      const { followsAnswer, printBytes } = await import("../../output/print.ts");
      const settings = printed(shape);
      const bytes = answer.bytes({ isFollowed: followsAnswer(shape, settings) });
      await printBytes(bytes, shape, settings, context.stdout);
    },
    close: async () => {
      for (const client of await Promise.allSettled(clients)) {
        if (client.status === "fulfilled") await client.value.close();
      }
    },
  };
}
