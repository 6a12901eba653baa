import { isLoopbackHost } from "../../../client/http/address.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { Action, Invocation } from "../../invocation/invocation.ts";
import { writeWhole } from "../../output/sink.ts";
import { onTerminationSignal } from "../../terminal/signals.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { type Claim, claimFolder } from "./claim.ts";
import { launchSandbox, startedShape } from "./launch.ts";
import { profileName, removeProfile, storeProfile } from "./profile.ts";

/**
 * `svc sandbox start`: the embedded service in the foreground, until a signal or `svc sandbox stop` ends it;
 * that is its regular end. With `--detach` a process of its own does the same in the background.
 */
export const startSandbox: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, startedShape.columns);
  if (invocation.options["detach"] === true) {
    const { startDetached } = await import("./detach.ts");
    await startDetached(invocation);
    return;
  }
  const stop = awaitStop(invocation);
  try {
    const claim = await claimFolder(invocation);
    try {
      await runSandbox(invocation, claim, stop);
    } finally {
      claim.release();
    }
  } finally {
    stop.dispose();
  }
};

async function runSandbox(invocation: Invocation, claim: Claim, stop: Stop): Promise<void> {
  const sandbox = await launchSandbox(invocation, {
    stopping: { instance: claim.instance, stop: stop.request },
  });
  let profile: Awaited<ReturnType<typeof storeProfile>>;
  try {
    warn(invocation, sandbox);
    profile = await storeProfile(invocation, { url: sandbox.url, key: sandbox.keys.administrator });
    await claim.announce(sandbox.url, profile?.previous ?? null);
    await introduce(invocation, sandbox, profile && profileName);
    await stop.requested;
  } finally {
    try {
      await sandbox.stop();
    } finally {
      if (profile !== undefined) await removeProfile(invocation, sandbox.url, profile.previous);
    }
  }
}

function warn({ messages, options }: Invocation, sandbox: Sandbox): void {
  const host = options["host"];
  if (typeof host === "string" && !isLoopbackHost(host)) {
    messages.warn(
      "the sandbox is reachable from other computers: anyone who can reach it can use and change it",
    );
  }
  const typed = (["seed", "machines"] as const).filter((name) => options[name] !== undefined);
  if (sandbox.isLoaded && typed.length > 0) {
    const names = typed.map((name) => `--${name}`).join(" and ");
    messages.warn(`${names} have no effect: seed and fleet come from ${sandbox.stateFile}`);
  }
}

async function introduce(
  invocation: Invocation,
  sandbox: Sandbox,
  profile: string | undefined,
): Promise<void> {
  const { globals, messages, context } = invocation;
  const machines = Object.values(sandbox.world.state.nodes.bySystemId).filter(
    (node) => node.nodeType === "machine",
  ).length;
  // A detached one is introduced by the process that started it: its own output stays in a file, where no key
  // belongs.
  if (context.env["SVC_SANDBOX_LOG"] !== undefined) {
    messages.note(`${new Date(context.clock.now()).toISOString()} the sandbox answers at ${sandbox.url}`);
    return;
  }
  const keys = globals.showSecrets ? { key: sandbox.keys.administrator, user_key: sandbox.keys.user } : {};
  const state = sandbox.stateFile === undefined ? {} : { state: sandbox.stateFile };
  if (invocation.options["print-key"] === true)
    await writeWhole(context.stdout, `${sandbox.keys.administrator}\n`);
  else
    await invocation.print(
      { url: sandbox.url, profile: profile ?? null, machines, ...state, ...keys },
      startedShape,
    );
  const fate =
    sandbox.stateFile === undefined ? "everything is lost" : `the state is in ${sandbox.stateFile}`;
  messages.note(`this is an emulator: no hardware is touched, and ${fate} when it ends (Ctrl-C)`);
  messages.note(
    profile === undefined
      ? "use it with SVC_URL and SVC_API_KEY (--show-secrets -o wide prints the keys)"
      : `use it in another shell: svc machines list --profile ${profile}`,
  );
}

interface Stop {
  /** Resolves when the sandbox is to end. */
  readonly requested: Promise<void>;
  request(): void;
  dispose(): void;
}

/** The first signal ends the sandbox; from then on signals have their default effect again. */
function awaitStop({ context }: Invocation): Stop {
  let request = () => {};
  const requested = new Promise<void>((resolve) => {
    request = () => {
      dispose();
      resolve();
    };
  });
  const dispose = onTerminationSignal(context, request);
  return { requested, request, dispose };
}
