import { wordsOf } from "../../../client/values/words.ts";
import { Failure } from "../../../core/failure.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { Action, Invocation } from "../../invocation/invocation.ts";
import { runChild } from "../../terminal/child.ts";
import { checkVariables, furtherVariables } from "./further-variables.ts";
import { launchSandbox } from "./launch.ts";
import { markProcesses, watchOver } from "./watcher.ts";

/**
 * `svc sandbox exec -- command...`: a sandbox on a free loopback port for as long as the command runs. Its
 * address and key are in `SVC_URL` and `SVC_API_KEY`, the key of an ordinary user in `SVC_USER_KEY`; the
 * command's exit code is passed on. The command ends with svc and all that it started, where svc is ended by a signal.
 */
export const execInSandbox: Action = async (invocation) => {
  const words = wordsOf(invocation.arguments["command"]);
  checkVariables(invocation.options.env ?? []);
  const sandbox = await launchSandbox(invocation);
  try {
    const code = await runCommand(words, invocation, sandbox);
    if (code !== 0) {
      throw new Failure("other", `the command ended with ${code}`, { exitCode: code, reported: true });
    }
  } finally {
    await sandbox.stop();
  }
};

/**
 * Runs the command on svc's own streams; resolves with its exit code, 128 and the signal's number for a
 * signal.
 */
function runCommand(
  words: readonly string[],
  { context, options }: Invocation,
  sandbox: Sandbox,
): Promise<number> {
  const [command = "", ...rest] = words;
  const { SVC_PROFILE: _profile, ...inherited } = context.env;
  const mark = context.random.hex(16);
  const env = {
    ...inherited,
    SVC_URL: sandbox.url,
    SVC_API_KEY: sandbox.keys.administrator,
    SVC_USER_KEY: sandbox.keys.user,
    SVC_SANDBOX_URL: sandbox.url,
    ...furtherVariables(options.env ?? [], sandbox),
    ...markProcesses(context.env, mark),
  };
  return runChild(command, rest, context, {
    env,
    onStart: ({ pid }) => (pid === undefined ? undefined : watchOver(pid, mark)),
  }).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === "ENOENT";
    throw new Failure("other", `cannot run '${command}': ${isMissing ? "no such command" : error.message}`, {
      hint: "the command and its arguments follow --: svc sandbox exec -- ./provision.sh",
      exitCode: isMissing ? 127 : 126,
      cause: error,
    });
  });
}
