import type { Client } from "../../../client/http/call.ts";
import { createClient } from "../../../client/http/client.ts";
import { parseKey } from "../../../client/profiles/credentials.ts";
import type { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { linesText } from "../../output/sink.ts";
import { changeLines, withSummaries } from "./changes.ts";
import { copyOf, reportCopy } from "./from.ts";

/** Does the `work` in a copy of the site, where operations finish at once, and returns its failure. */
export async function rehearseIn(
  invocation: Invocation,
  site: Client,
  work: (copy: Client) => Promise<Failure | undefined>,
): Promise<Failure | undefined> {
  const { context, globals, messages } = invocation;
  const { startSandbox } = await import("../../../sandbox/sandbox.ts");
  messages.note("rehearsing in a copy of the site; the site itself is only read");
  const sandbox = await startSandbox({
    copy: copyOf(invocation, site),
    instant: true,
    now: () => context.clock.now(),
    onProblem: messages.warn,
  });
  try {
    if (sandbox.copyReport !== undefined) reportCopy(invocation, sandbox.copyReport);
    // A separate client: the command's own client records the changes to the site.
    const copy = createClient({
      endpoint: {
        ...{ baseUrl: sandbox.url, addressing: "path", signature: "plaintext", clockOffsetMs: 0 },
        credentials: parseKey(sandbox.keys.administrator, "the copy"),
      },
      ...{ clock: context.clock, random: context.random, env: context.env, signal: invocation.signal },
    });
    const failure = await work(copy).finally(() => copy.close());
    const changes = withSummaries(await sandbox.changes());
    if (!globals.quiet || failure !== undefined)
      context.stderr.write(linesText(["changes in the copy:", ...changeLines(changes)]));
    return failure;
  } finally {
    await sandbox.stop();
  }
}
