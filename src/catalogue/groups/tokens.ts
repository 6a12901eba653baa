import { text } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";

const account = resource("/account/");

export const group = {
  identity: "token_key",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "TOKEN KEY", path: "token_key", rank: "key" },
    { header: "CONSUMER KEY", path: "consumer_key", wide: true },
    { header: "TOKEN", path: "token", wide: true },
  ],
  operations: nameOperations({
    "account.create_authorisation_token": account.post("anyone", "Create an API key of your own", {
      verb: "create",
      answersWith: "token_key",
      fields: [text("name", "name of the key")],
      columns: [
        { header: "NAME", path: "name" },
        { header: "TOKEN KEY", path: "token_key" },
        { header: "CONSUMER KEY", path: "consumer_key", wide: true },
        { header: "TOKEN", path: "token" },
      ],
      sensitive: ["token_secret"],
      notes: [
        "Prints the new key, in full in the column TOKEN. Later, svc tokens list shows it only with --show-secrets.",
      ],
      example: { name: "ci" },
    }),
    "account.delete_authorisation_token": account.post("anyone", "Delete one of your API keys", {
      verb: "delete",
      fields: [
        text("token_key", "token key, the middle part of the key; - for standard input", {
          required: true,
          positional: true,
        }),
      ],
      effects: [
        {
          template: "svc uses this key itself: further commands will be refused",
          currentKeyField: "token_key",
        },
      ],
      success: 204,
      result: "none",
      confirm: "destroys",
      example: { token_key: "automation00000001" },
    }),
    "account.list_authorisation_tokens": account.get("anyone", "List your API keys", {
      verb: "list",
      sensitive: ["token", "token_secret"],
    }),
    "account.update_token_name": account.post("anyone", "Rename one of your API keys", {
      verb: "rename",
      fields: [
        text("token", "API key, or only its middle part (token key)", { required: true, positional: true }),
        text("name", "new name", { required: true }),
      ],
      result: "text",
      example: { token: "automation00000001", name: "laptop" },
    }),
  }),
} as const satisfies GroupDefinition;
