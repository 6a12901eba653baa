import { invalidField, noMatch } from "../state/domain-error.ts";
import { apiKey, makeToken, type Token } from "../state/users.ts";
import { empty, json, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";

const required = (call: Call, name: string): string => {
  const value = call.form.get(name);
  if (value === undefined || value === "") throw invalidField(name, "This field is required.");
  return value;
};

/** The caller's own token, by the whole of it or by its key alone. */
function findOwn(call: Call, given: string): { readonly tokens: Token[]; readonly index: number } {
  const { tokens } = call.user;
  const key = given.trim();
  const index = tokens.findIndex((token) => token.key === key || apiKey(token) === key);
  if (index < 0) throw noMatch("Token");
  return { tokens, index };
}

/** Document 2, "Account (logged-in user)". What changes here holds for the next request. */
export const handlers = {
  "account.create_authorisation_token"(call) {
    const token = makeToken(call.world.random, call.form.get("name") || "SVC consumer");
    call.user.tokens.push(token);
    return json({
      token_key: token.key,
      token_secret: token.secret,
      consumer_key: token.consumerKey,
      name: token.name,
    });
  },
  "account.delete_authorisation_token"(call) {
    const { tokens, index } = findOwn(call, required(call, "token_key"));
    tokens.splice(index, 1);
    return empty(204);
  },
  "account.list_authorisation_tokens": (call) =>
    json(call.user.tokens.map((token) => ({ name: token.name, token: apiKey(token) }))),
  "account.update_token_name"(call) {
    const name = required(call, "name");
    const { tokens, index } = findOwn(call, required(call, "token"));
    const token = tokens[index];
    if (token !== undefined) token.name = name;
    return text("Accepted");
  },
} satisfies HandlersOf<"tokens">;
