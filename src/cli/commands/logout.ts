import type { Client } from "../../client/http/call.ts";
import { parseKey } from "../../client/profiles/credentials.ts";
import { resolveConnection } from "../../client/profiles/precedence.ts";
import { type Profiles, withoutProfile } from "../../client/profiles/profile.ts";
import { Failure } from "../../core/failure.ts";
import type { Action, Invocation } from "../invocation/invocation.ts";
import { requireYes } from "../terminal/prompt.ts";
import {
  changeStored,
  loadProfiles,
  namedProfile,
  noteNoneInUse,
  requireProfile,
} from "./stored-profiles.ts";

/** `svc logout [NAME] [--revoke]`: removes a profile and its key, at the service as well where asked. */
export const logout: Action = async (invocation) => {
  const profiles = loadProfiles(invocation);
  const name = namedProfile(invocation, profiles);
  const profile = requireProfile(profiles, name);
  const revokes = invocation.options["revoke"] === true;
  if (revokes) {
    const question = `delete the key of profile '${name}' at ${profile.url}? Everything else that uses it stops working`;
    await requireYes(invocation.context, invocation.globals.yes, question);
    await revoke(name, profiles, invocation);
  }
  await changeStored(invocation, (now) => withoutProfile(now, name));
  invocation.messages.note(
    revokes
      ? `logged out: profile '${name}' is removed`
      : `logged out: profile '${name}' is removed; its key still works at the service (--revoke deletes it there)`,
  );
  noteNoneInUse(invocation, profiles, name);
};

/** Deletes the key at the service; one that is gone already (401, 404) is as good. */
async function revoke(name: string, profiles: Profiles, invocation: Invocation): Promise<void> {
  const { globals, messages } = invocation;
  const from = `profile '${name}'`;
  const credentials = parseKey(requireProfile(profiles, name).key, from);
  const settings = { ...globals, profile: name, baseUrl: undefined };
  const client = await invocation.open(resolveConnection(settings, { credentials, from }, profiles));
  const { group } = await import("../../catalogue/groups/tokens.ts");
  try {
    await client.call(group.operations["account.delete_authorisation_token"], {
      token_key: credentials.tokenKey,
    });
    messages.note("the key is deleted at the service");
  } catch (error) {
    if (!(error instanceof Failure) || !saysGone(error, client)) throw error;
    messages.note(`the service no longer has the key (${error.details.status})`);
  }
}

/**
 * True for an answer that the key is gone; a 401 whose cause is a clock that is off does not mean that the
 * service has no such key.
 */
function saysGone({ details }: Failure, client: Client): boolean {
  const isClockOff = Math.abs(client.clockSkewMs() ?? 0) > 300_000;
  return details.status === 404 || (details.status === 401 && !isClockOff);
}
