import { fileBytes } from "../../../client/values/files.ts";
import type { Context } from "../../../context.ts";
import { Failure, systemErrorCode } from "../../../core/failure.ts";
import { cutList } from "../../../core/text/word-lists.ts";
import type { Sandbox, SandboxOptions } from "../../../sandbox/sandbox.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { jsonText } from "../../output/escape.ts";
import { writeWhole } from "../../output/sink.ts";
import { readStandardInput } from "../../values/inputs.ts";
import type { FleetOptions } from "./options.ts";
import { openRecording } from "./recording.ts";

export type SandboxInvocation = Invocation<
  FleetOptions & {
    readonly state?: string;
    readonly host?: string;
    readonly port?: number;
  }
>;

export function readSandboxOptions({
  options,
  context,
}: Pick<SandboxInvocation, "options" | "context">): SandboxOptions {
  const {
    segment,
    state,
    fault,
    "allow-host": allowHosts,
    from: _from,
    snapshot: _snapshot,
    ...others
  } = options;
  if (segment !== undefined && !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(segment))
    throw new Failure("usage", `--segment takes a word of letters, digits, '-' and '_', not '${segment}'`);
  return {
    // The other options have the same names in `SandboxOptions`.
    ...others,
    ...(segment === undefined ? {} : { segment }),
    ...(state === undefined ? {} : { stateFile: state }),
    ...(fault === undefined ? {} : { faults: fault }),
    ...(allowHosts === undefined ? {} : { allowHosts }),
    now: () => context.clock.now(),
    program: context.program,
  };
}

export async function launchSandbox(
  invocation: SandboxInvocation,
  extraOptions: Pick<SandboxOptions, "stopping"> = {},
): Promise<Sandbox> {
  const onProblem = (problem: string) => invocation.messages.warn(problem);
  const file = invocation.options.record;
  const recording = file === undefined ? undefined : openRecording(file, onProblem);
  const options = {
    ...readSandboxOptions(invocation),
    ...extraOptions,
    ...(recording === undefined ? {} : { onExchange: recording.write }),
    onProblem,
    signal: invocation.signal,
  };
  const [{ startSandbox }, { FaultError }, { SeedFileError }, { StateFileError }, { CopyError }] =
    await Promise.all([
      import("../../../sandbox/sandbox.ts"),
      import("../../../sandbox/simulation/faults.ts"),
      import("../../../sandbox/seed-file/source.ts"),
      import("../../../sandbox/persistence/state-file.ts"),
      import("../../../sandbox/copy/snapshot.ts"),
    ]);
  try {
    const [seedSource, copy] = [await readSource(invocation), await readCopy(invocation)];
    const sandbox = await startSandbox({
      ...options,
      ...(seedSource === undefined ? {} : { seedSource }),
      ...(copy === undefined ? {} : { copy }),
    });
    if (sandbox.copyReport !== undefined)
      (await import("./from.ts")).reportCopy(invocation, sandbox.copyReport);
    const { stop } = sandbox;
    return Object.assign(sandbox, { stop: () => stop().finally(() => recording?.close()) });
  } catch (error) {
    if (error instanceof FaultError) throw faultFailure(error.message);
    if (error instanceof SeedFileError) throw seedFailure(error.problems);
    if (error instanceof CopyError) {
      const hint = "svc sandbox start --from PROFILE --snapshot FILE writes one";
      throw new Failure("other", `${invocation.options.from} ${error.message}`, { hint, cause: error });
    }
    if (error instanceof StateFileError)
      throw new Failure("other", error.message, { hint: stateHints[error.obstacle], cause: error });
    const code = systemErrorCode(error);
    const address = `${options.host ?? "127.0.0.1"}:${options.port ?? 0}`;
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: "another program is using the port",
      EACCES: "permission denied",
      EADDRNOTAVAIL: "this computer has no such address",
      ENOTFOUND: "this computer has no such address",
    };
    if (!Object.hasOwn(reasons, code)) throw error;
    throw new Failure("other", `the sandbox cannot listen on ${address}: ${reasons[code]}`, {
      hint: "omit --port to use a free one",
      cause: error,
    });
  }
}

async function readSource({ options, context, signal }: SandboxInvocation) {
  const label = "--seed-file";
  const path = options["seed-file"];
  if (path === undefined) return undefined;
  const { seedSource } = await import("../../../sandbox/seed-file/source.ts");
  const bytes =
    path === "-" ? await readStandardInput(context, label) : await fileBytes(path, label, undefined, signal);
  return seedSource(path, bytes);
}

async function readCopy(invocation: SandboxInvocation): Promise<SandboxOptions["copy"]> {
  const { from, snapshot } = invocation.options;
  if (from === undefined) return undefined;
  const { checkSnapshot, copyFrom } = await import("./from.ts");
  if (snapshot !== undefined) await checkSnapshot(snapshot);
  return await copyFrom(invocation, from, snapshot);
}

export async function writeSeedSchema({ stdout }: Context): Promise<void> {
  const { seedSchema } = await import("../../../sandbox/sandbox.ts");
  await writeWhole(stdout, `${jsonText(await seedSchema(), 2)}\n`);
}

const maxListed = 50;

const seedFailure = ([first = "", ...others]: readonly string[]): Failure =>
  new Failure("usage", first, {
    lines: cutList(others, maxListed - 1),
    hint: "nothing was started; 'svc sandbox schema' prints the format",
  });

const stateHints = {
  inUse: "svc sandbox stop ends a sandbox; each one needs its own state file",
  unwritable: "make the folder writable, or use another file with --state",
  content: "repair it or move it away; svc leaves it as it is",
} as const;

export const faultFailure = (message: string): Failure =>
  new Failure("usage", message, { hint: "svc sandbox faults --help explains faults" });
