import { Failure } from "../failure.ts";
import type { Credentials } from "./client.ts";

/** Services seen use 18, 18 and 32 letters and digits; another deployment's lengths may differ. */
const keyForm = /^([A-Za-z0-9]+):([A-Za-z0-9]+):([A-Za-z0-9]+)$/;

/**
 * Reads an API key, `consumer_key:token_key:token_secret`, with any white space around it (field notes,
 * "Authentication"). Throws a `Failure` of kind `notAuthenticated` for anything else, never echoing it.
 */
export function parseApiKey(text: string): Credentials {
  const match = keyForm.exec(text.trim());
  const [, consumerKey, tokenKey, tokenSecret] = match ?? [];
  if (consumerKey === undefined || tokenKey === undefined || tokenSecret === undefined) {
    throw new Failure("notAuthenticated", `the API key is ${describe(text.trim())}`, {
      hint: "an API key has three parts of letters and digits: consumer_key:token_key:token_secret",
    });
  }
  return { consumerKey, tokenKey, tokenSecret };
}

/** What is wrong with a key, in words that repeat nothing of it. */
function describe(text: string): string {
  if (text === "") return "empty";
  const parts = text.split(":").length;
  if (parts !== 3) return `not well-formed: ${parts === 1 ? "it has one part" : `it has ${parts} parts`}`;
  return "not well-formed: a part is empty or holds something other than letters and digits";
}

/** The key as one string, as it is stored and handed to another process. */
export function formatApiKey(credentials: Credentials): string {
  return `${credentials.consumerKey}:${credentials.tokenKey}:${credentials.tokenSecret}`;
}
