import { Failure } from "../../failure.ts";
import type { Shape } from "../../output/shape.ts";
import { configFolder } from "../../profiles/folder.ts";
import { findProfile, type Profile, withoutProfile, withProfile } from "../../profiles/profile.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { Action, Invocation } from "../action.ts";
import { launchSandbox } from "./sandbox-launch.ts";

const profileName = "sandbox";

const shape: Shape = {
  identity: "url",
  columns: [
    { header: "URL", path: "url" },
    { header: "PROFILE", path: "profile" },
    { header: "MACHINES", path: "machines" },
    { header: "KEY", path: "key", wide: true },
    { header: "USER KEY", path: "user_key", wide: true },
  ],
};

/** `svc sandbox start`: the embedded service in the foreground, until a signal ends it; that is its regular end. */
export const startSandbox: Action = async (invocation) => {
  const { globals, messages } = invocation;
  const ended = awaitSignal(invocation);
  try {
    const sandbox = await launchSandbox(invocation);
    try {
      if (!isLoopback(new URL(sandbox.url).hostname)) {
        messages.warn(
          "the sandbox listens beyond this computer: anybody who reaches it can use and change it",
        );
      }
      const profile = await storeProfile(invocation, sandbox);
      try {
        const machines = Object.values(sandbox.world.state.nodes.bySystemId).filter(
          (node) => node.nodeType === "machine",
        ).length;
        const keys = globals.showSecrets
          ? { key: sandbox.keys.administrator, user_key: sandbox.keys.user }
          : {};
        await invocation.print({ url: sandbox.url, profile: profile ?? null, machines, ...keys }, shape);
        messages.note("this is an emulator: no hardware is touched, and all is gone when it ends (Ctrl-C)");
        messages.note(
          profile === undefined
            ? "use it with SVC_URL and SVC_API_KEY (--show-secrets -o wide prints the keys)"
            : `use it in another shell: svc machines list --profile ${profile}`,
        );
        await ended.signal;
      } finally {
        if (profile !== undefined) await removeProfile(invocation, sandbox);
      }
    } finally {
      await sandbox.stop();
    }
  } finally {
    ended.forget();
  }
};

/** A promise of the first signal; from then on the signals have their usual effect again. */
function awaitSignal({ context }: Invocation): { readonly signal: Promise<void>; forget(): void } {
  const forgetters: (() => void)[] = [];
  const forget = () => {
    for (const each of forgetters.splice(0)) each();
  };
  const signal = new Promise<void>((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) {
      forgetters.push(
        context.onSignal(name, () => {
          forget();
          resolve();
        }),
      );
    }
  });
  return { signal, forget };
}

const isLoopback = (host: string) => host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/** Stores the profile `sandbox`; undefined where that is not possible, which a warning says and nothing fails for. */
async function storeProfile(invocation: Invocation, sandbox: Sandbox): Promise<string | undefined> {
  const { context, globals, messages } = invocation;
  const profile: Profile = {
    url: sandbox.url,
    addressing: "path",
    signature: "plaintext",
    key: sandbox.keys.administrator,
  };
  try {
    const { changeProfiles } = await import("../../profiles/writer.ts");
    await changeProfiles(configFolder(globals.configDir, context.env), (now) => {
      const known = findProfile(now, profileName);
      if (known !== undefined && !isLoopback(new URL(known.url).hostname)) {
        throw new Failure("other", `the profile '${profileName}' is of another service and is kept`);
      }
      return { ...withProfile(now, profileName, profile), current: now.current ?? profileName };
    });
    return profileName;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    messages.warn(`no profile is stored: ${error.message}`);
    return undefined;
  }
}

/** Removes the profile where it is still this sandbox's: another one may have been started since. */
async function removeProfile({ context, globals, messages }: Invocation, sandbox: Sandbox): Promise<void> {
  try {
    const { changeProfiles } = await import("../../profiles/writer.ts");
    await changeProfiles(configFolder(globals.configDir, context.env), (now) =>
      findProfile(now, profileName)?.url === sandbox.url ? withoutProfile(now, profileName) : now,
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    messages.warn(`the profile '${profileName}' is not removed: ${error.message}`);
  }
}
