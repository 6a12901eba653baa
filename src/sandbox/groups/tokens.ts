import { noMatch } from "../state/domain-error.ts";
import { apiKey, makeToken, type Token } from "../state/users.ts";
import { empty, json, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** The tokens of the caller; what changes here holds for the next request. */
export const handlers = {
  "account.create_authorisation_token"({ world, user, form }) {
    const token = makeToken(world.random, form.get("name") || "SVC consumer");
    user.tokens.push(token);
    const { key, secret, consumerKey, name } = token;
    return json({ token_key: key, token_secret: secret, consumer_key: consumerKey, name });
  },
  "account.delete_authorisation_token"(call) {
    const { tokens } = call.user;
    tokens.splice(tokens.indexOf(ownToken(call, "token_key")), 1);
    return empty(204);
  },
  "account.list_authorisation_tokens": ({ user }) =>
    json(user.tokens.map((token) => ({ name: token.name, token: apiKey(token) }))),
  "account.update_token_name"(call) {
    ownToken(call, "token").name = call.form.get("name") ?? "";
    return text("Accepted");
  },
} satisfies HandlersOf<"tokens">;

/** The token that a field names, by the whole of it or by its key alone. */
function ownToken(call: Call, field: string): Token {
  const form = readForm(call);
  form.check();
  const given = form.text(field);
  const found = call.user.tokens.find((token) => token.key === given || apiKey(token) === given);
  if (found === undefined) throw noMatch("Token");
  return found;
}
