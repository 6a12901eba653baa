import type { Connection } from "../../client/profiles/connection.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { isInteractive } from "../terminal/capabilities.ts";
import { askForText } from "../terminal/prompt.ts";
import type { Globals } from "./invocation.ts";

/** The check rejects for a read-only profile, and asks once for a protected one. */
export function guardOf(
  { profile = "", safeguards }: Connection,
  context: Context,
  { yes, namesProfile }: Globals,
): (() => Promise<void>) | undefined {
  if (safeguards?.readOnly === true) return async () => Promise.reject(readOnlyFailure(profile));
  // Of several sites, those of SVC_PROFILE are not named on the line.
  const isName = (word: string) => /^(?:-p|--profile(?:=|$))/.test(word) || word.startsWith(`${profile}/`);
  const isConfirmed = yes && namesProfile === true && context.argv.some(isName);
  if (safeguards?.protected !== true || isConfirmed) return undefined;
  let confirmation: Promise<void> | undefined;
  return () => {
    confirmation ??= confirmProfile(profile, context.asking ?? context);
    return confirmation;
  };
}

export function refuseReadOnly({ profile = "", safeguards }: Connection): void {
  if (safeguards?.readOnly === true) throw readOnlyFailure(profile);
}

const readOnlyFailure = (profile: string): Failure =>
  new Failure("usage", `profile '${profile}' is read-only: nothing was sent`, {
    hint: `svc profiles set ${profile} read-only=false allows changes`,
    outcome: "not_sent",
  });

async function confirmProfile(profile: string, context: Context): Promise<void> {
  const fail = (message: string) =>
    new Failure("notConfirmed", message, {
      hint: `--profile ${profile} --yes on the command line confirms it; nothing was sent`,
      outcome: "not_sent",
    });
  const mayAsk = isInteractive(context) && context.stdin.isRaw !== true;
  if (!mayAsk) throw fail(`profile '${profile}' is protected: not confirmed`);
  const question = `profile '${profile}' is protected: make this change there?`;
  if (!(await askForText(context, question, profile)))
    throw fail(`profile '${profile}' is protected: declined`);
}
