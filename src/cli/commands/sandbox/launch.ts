import { faultForms } from "../../../catalogue/commands/sandbox-commands.ts";
import { Failure, systemErrorCode } from "../../../core/failure.ts";
import type { Sandbox, SandboxOptions } from "../../../sandbox/sandbox.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/shape.ts";
import { openRecording } from "./recording.ts";

/** What `svc sandbox start` prints; its keys open nothing but the emulator. */
export const startedShape: Shape = {
  identity: "url",
  sensitive: false,
  columns: [
    { header: "URL", path: "url" },
    { header: "PROFILE", path: "profile" },
    { header: "MACHINES", path: "machines" },
    { header: "KEY", path: "key", wide: true },
    { header: "USER KEY", path: "user_key", wide: true },
  ],
};

/** The options that `sandbox start` and `sandbox exec` share; a `Failure` (usage) for a value that cannot be. */
export function readSandboxOptions({ options, context }: Invocation): SandboxOptions {
  const { segment, state, fault, "allow-host": allowHosts } = options;
  if (segment !== undefined && !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(segment)) {
    throw new Failure("usage", `--segment takes a word of letters, digits, '-' and '_', not '${segment}'`);
  }
  return {
    // The others are named as they are typed.
    ...options,
    ...(state === undefined ? {} : { stateFile: state }),
    ...(fault === undefined ? {} : { faults: fault }),
    ...(allowHosts === undefined ? {} : { allowHosts }),
    now: () => context.clock.now(),
    program: context.program,
  };
}

/**
 * Starts a sandbox from the command's options; a `Failure` where a fault or the state cannot be read, or the
 * address cannot be listened on.
 */
export async function launchSandbox(
  invocation: Invocation,
  more: Pick<SandboxOptions, "stopping"> = {},
): Promise<Sandbox> {
  const onProblem = (problem: string) => invocation.messages.warn(problem);
  const file = invocation.options["record"];
  const recording = file === undefined ? undefined : openRecording(String(file), onProblem);
  const options = {
    ...readSandboxOptions(invocation),
    ...more,
    ...(recording === undefined ? {} : { onExchange: recording.write }),
    onProblem,
  };
  const [{ startSandbox }, { FaultError }, { StateFileError }] = await Promise.all([
    import("../../../sandbox/sandbox.ts"),
    import("../../../sandbox/simulation/fault-texts.ts"),
    import("../../../sandbox/persistence/state-file.ts"),
  ]);
  try {
    return await startSandbox(options);
  } catch (error) {
    if (error instanceof FaultError) throw faultFailure(error.message);
    if (error instanceof StateFileError) {
      throw new Failure("other", error.message, {
        hint: stateHints[error.obstacle],
        cause: error,
      });
    }
    const code = systemErrorCode(error);
    const where = `${options.host ?? "127.0.0.1"}:${options.port ?? 0}`;
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: "another program is using the port",
      EACCES: "permission denied",
      EADDRNOTAVAIL: "this computer has no such address",
      ENOTFOUND: "this computer has no such address",
    };
    if (!Object.hasOwn(reasons, code)) throw error;
    throw new Failure("other", `the sandbox cannot listen on ${where}: ${reasons[code]}`, {
      hint: "leave --port out to take a free one",
      cause: error,
    });
  }
}

const stateHints = {
  inUse: "svc sandbox stop ends a sandbox; each one needs a state file of its own",
  unwritable: "make the folder writable, or use another file with --state",
  content: "repair it or move it away; svc leaves it as it is",
} as const;

/** The usage error for a fault that cannot be read, with the forms there are. */
export const faultFailure = (message: string): Failure =>
  new Failure("usage", message, {
    lines: faultForms.map(({ form, example }) => `${form.padEnd(formWidth)}  ${example}`),
    hint: "svc sandbox faults --help explains them",
  });

const formWidth = Math.max(...faultForms.map(({ form }) => form.length));
