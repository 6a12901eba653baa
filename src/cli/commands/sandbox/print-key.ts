import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { writeWhole } from "../../output/sink.ts";
import { controlSandbox, targetSandbox } from "./control.ts";
import { noSandbox } from "./record.ts";

type Target = ReturnType<typeof targetSandbox>;

/**
 * Writes the key of the administrator of a running sandbox and nothing else, for a script to take; with `--user` that
 * of a user, also of one that was created while it runs. Throws the `Failure` (notFound) of a user without a key.
 */
export async function printKey(invocation: Invocation, target?: Target): Promise<void> {
  const { context, options } = invocation;
  if (options["user"] !== undefined) {
    await writeWhole(context.stdout, `${await keyOfUser(invocation, String(options["user"]))}\n`);
    return;
  }
  const isInside = target === undefined && context.env["SVC_SANDBOX_URL"] !== undefined;
  const key = isInside ? context.env["SVC_API_KEY"] : await keyOf(invocation, target);
  if (key === undefined) throw noSandbox();
  await writeWhole(context.stdout, `${key}\n`);
}

/** The oldest key of a user: the one that came with them. */
async function keyOfUser(invocation: Invocation, name: string): Promise<string> {
  const { users } = await controlSandbox(invocation.context, targetSandbox(invocation), "GET", "keys");
  const known = [users].flat().filter(isRecord);
  const key = [known.find(({ username }) => username === name)?.["keys"]].flat()[0];
  if (typeof key === "string") return key;
  const names = known.map(({ username }) => String(username));
  throw new Failure(
    "notFound",
    names.includes(name)
      ? `the user '${name}' of the sandbox has no API key`
      : `the sandbox has no user '${name}'`,
    { hint: `its users are ${names.join(", ")}` },
  );
}

async function keyOf(invocation: Invocation, target = targetSandbox(invocation)): Promise<string> {
  const { key } = await controlSandbox(invocation.context, target, "GET", "keys");
  return String(key);
}
