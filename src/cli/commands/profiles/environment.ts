import { isTableForm } from "../../../catalogue/commands/options.ts";
import type { Profile } from "../../../client/profiles/profile.ts";
import { Failure } from "../../../core/failure.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { writeWhole } from "../../output/sink.ts";
import { loadProfiles, nameInUse, requireProfile } from "./stored-profiles.ts";

/** Shell variables, or an object in an output format. A terminal shows the key only when asked to. */
export async function printVariables(invocation: Invocation, typed: string | undefined): Promise<void> {
  const { context, globals, messages } = invocation;
  const profiles = loadProfiles(invocation);
  const name = nameInUse(typed, invocation, profiles);
  const profile = requireProfile(profiles, name);
  if (context.stdout.isTTY === true && !globals.showSecrets) {
    throw new Failure("usage", `the key of profile '${name}' is not shown on a terminal`, {
      hint: `eval "$(svc profiles env ${name})" sets the variables; --show-secrets shows them`,
    });
  }
  const variables = variablesOf(profile);
  const left = [
    ...(profile.insecure ? ["insecure"] : []),
    ...(profile.clockOffsetMs === undefined ? [] : ["clock-offset"]),
  ];
  if (left.length > 0)
    messages.note(`profile '${name}' has settings without a variable: ${left.join(" and ")}`);
  if (isTableForm(globals.output ?? "table")) {
    const lines = Object.entries(variables).map(([key, value]) => `export ${key}=${shellWord(value)}\n`);
    return await writeWhole(context.stdout, lines.join(""));
  }
  await invocation.print(variables, { identity: "SVC_URL", columns: [], isNamedValue: true });
}

function variablesOf({ url, key, signature, addressing, caCert }: Profile): Readonly<Record<string, string>> {
  return {
    SVC_URL: url,
    SVC_API_KEY: key,
    ...(signature === "plaintext" ? {} : { SVC_SIGNATURE: signature }),
    ...(addressing === "path" ? {} : { SVC_ADDRESSING: addressing }),
    ...(caCert === undefined ? {} : { SVC_CA_CERT: caCert }),
  };
}
