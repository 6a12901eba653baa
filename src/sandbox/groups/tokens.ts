import type { OperationIdOf } from "../../api/index.ts";
import { apiKey, makeToken, type Token } from "../state/users.ts";
import { empty, json, text } from "../wire/answers.ts";
import type { Call, Handler } from "../wire/call.ts";
import { Refusal } from "../wire/http-error.ts";
import { requireUser } from "../wire/permissions.ts";

const required = (call: Call, name: string): string => {
  const value = call.form.get(name);
  if (value === undefined || value === "") throw new Refusal(400, { [name]: ["This field is required."] });
  return value;
};

/** The caller's own token, by the whole of it or by its key alone. */
function findOwn(call: Call, given: string): { readonly tokens: Token[]; readonly index: number } {
  const { tokens } = requireUser(call);
  const key = given.trim();
  const index = tokens.findIndex((token) => token.key === key || apiKey(token) === key);
  if (index < 0) throw new Refusal(404, "No Token matches the given query.");
  return { tokens, index };
}

/** Document 2, "Account (logged-in user)". What changes here holds for the next request. */
export const handlers = {
  "account.create_authorisation_token"(call) {
    const token = makeToken(call.world.random, call.form.get("name") || "SVC consumer");
    requireUser(call).tokens.push(token);
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
    json(requireUser(call).tokens.map((token) => ({ name: token.name, token: apiKey(token) }))),
  "account.update_token_name"(call) {
    const name = required(call, "name");
    const { tokens, index } = findOwn(call, required(call, "token"));
    const token = tokens[index];
    if (token !== undefined) token.name = name;
    return text("Accepted");
  },
} satisfies Record<OperationIdOf<"tokens">, Handler>;
