import { wordsOf } from "../../../client/values/words.ts";
import { Failure } from "../../../core/failure.ts";
import { nameField } from "../../../desired/document/claims.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { escapeLine } from "../../output/escape.ts";

/** The claim that the line names; a usage failure for a word that cannot be the name of one. */
export function claimNamed(invocation: Invocation): string {
  const [name = ""] = wordsOf(invocation.arguments["claim"]);
  if (new RegExp(`^(?:${nameField.pattern})$`).test(name)) return name;
  throw new Failure("usage", `'${escapeLine(name)}' is not a valid claim name: ${nameField.form}`);
}
