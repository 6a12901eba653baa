import { nameField } from "../../../desired/document/claims.ts";
import { Failure } from "../../../failure.ts";
import { escapeLine } from "../../../output/escape.ts";
import { wordsOf } from "../../../values/words.ts";
import type { Invocation } from "../../invocation/invocation.ts";

/** The claim that the line names; a usage failure for a word that cannot be the name of one. */
export function claimNamed(invocation: Invocation): string {
  const [name = ""] = wordsOf(invocation.arguments["claim"]);
  if (new RegExp(`^(?:${nameField.pattern})$`).test(name)) return name;
  throw new Failure("usage", `'${escapeLine(name)}' is not a valid claim name: ${nameField.form}`);
}
