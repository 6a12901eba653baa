import { requireKey } from "../../../client/profiles/connection.ts";
import { readCurrentUser } from "../../../client/service/facts.ts";
import { Failure, orFailure } from "../../../core/failure.ts";
import { type Checks, type Finding, failed, failedBy, ok, skipped } from "../check.ts";
import {
  askKeys,
  connectionOf,
  type Facts,
  keySource,
  newKeyFix,
  openClient,
  profileChange,
} from "../facts.ts";

export const keyChecks = {
  key: {
    needs: ["service"],
    async examine(facts) {
      const { keyFailure } = facts;
      const connection = connectionOf(facts);
      if (keyFailure !== undefined) return failedBy(keyFailure, commandFix(keyFailure) ?? newKeyFix(facts));
      if (connection.endpoint.credentials === undefined) return await examineWithoutKey(facts);
      const keys = await askKeys(facts);
      const from = sourceOf(facts);
      if (!(keys instanceof Failure)) return ok(`accepted (${from}, ${connection.endpoint.signature})`);
      if (keys.kind !== "notAuthenticated") return failedBy(keys);
      const cause = causeOf(keys.message);
      return failed(
        keys.kind,
        `not accepted (${from}): ${keys.message.replace(/\.$/, "")}${cause === undefined ? "" : `; ${cause.text}`}`,
        fixFor(cause, facts),
      );
    },
  },
  user: {
    needs: ["key", "addressing"],
    async examine(facts) {
      const user = await readCurrentUser(openClient(facts));
      const name = user?.["username"];
      if (typeof name !== "string" || name === "") return skipped("the service does not say whose key it is");
      const isAdmin = user?.["is_superuser"];
      const role =
        isAdmin === true ? ", an administrator" : isAdmin === false ? ", not an administrator" : "";
      return ok(`${name.slice(0, 80)}${role}`);
    },
  },
} satisfies Checks;

/** Only the user can find out why the profile's `key-command` fails. */
const commandFix = ({ details: { hint } }: Failure): string | undefined =>
  hint?.startsWith("run it by itself") === true ? hint : undefined;

function sourceOf({ explicitKey, connection }: Facts): string {
  const profile = connection instanceof Failure ? undefined : connection.profile;
  if (explicitKey === undefined) return `profile '${profile}'`;
  const from = keySource(explicitKey);
  return profile === undefined ? from : `${from}, which replaces the key of profile '${profile}'`;
}

async function examineWithoutKey(facts: Facts): Promise<Finding> {
  const failure = await orFailure(() => requireKey(connectionOf(facts)));
  return failure instanceof Failure ? failedBy(failure, newKeyFix(facts)) : ok("none is needed");
}

interface Cause {
  readonly about: "time" | "signature" | "key";
  readonly pattern: RegExp;
  readonly text: string;
}

const causes: readonly Cause[] = [
  { about: "time", pattern: /timestamp|expired/i, text: "the time in the signature is not accepted" },
  { about: "time", pattern: /nonce/i, text: "a request was rejected as a replay" },
  { about: "signature", pattern: /signature/i, text: "the last part of the key does not match the others" },
  { about: "key", pattern: /consumer|token/i, text: "the key was deleted, or belongs to another service" },
];

export const causeOf = (text: string): Cause | undefined => causes.find(({ pattern }) => pattern.test(text));

function fixFor(cause: Cause | undefined, facts: Facts): string {
  if (cause?.about === "time")
    return "see the check 'clock', and correct the clock that is wrong (timedatectl set-ntp true)";
  const { endpoint, profile } = connectionOf(facts);
  const newKeyAdvice = newKeyFix(facts);
  if (endpoint.signature !== "hmac-sha1" || profile === undefined) return newKeyAdvice;
  return `${newKeyAdvice}; or ${profileChange(profile, "signature", "plaintext")}`;
}
