import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";

const account = resource("/account/");

export const group = {
  name: "tokens",
  identity: "token_key",
  columns: [
    { header: "NAME", path: "name" },
    { header: "TOKEN KEY", path: "token_key" },
    { header: "CONSUMER KEY", path: "consumer_key", wide: true },
    { header: "TOKEN", path: "token", wide: true },
  ],
  operations: {
    "account.create_authorisation_token": account.post("create_authorisation_token", {
      who: "anyone",
      summary: "Create an API key of your own",
      verb: "create",
      fields: [{ name: "name", type: "string", help: "name of the key" }],
      columns: [
        { header: "NAME", path: "name" },
        { header: "CONSUMER KEY", path: "consumer_key" },
        { header: "TOKEN KEY", path: "token_key" },
        { header: "TOKEN SECRET", path: "token_secret" },
      ],
      sensitive: ["token_secret"],
      notes: ["With --show-secrets the key is shown, here as later in svc tokens list -o wide."],
      example: { name: "ci" },
    }),
    "account.delete_authorisation_token": account.post("delete_authorisation_token", {
      who: "anyone",
      summary: "Delete one of your API keys and its consumer",
      verb: "delete",
      fields: [
        {
          name: "token_key",
          type: "string",
          required: true,
          positional: true,
          help: "token key, the middle part; - for those on standard input",
        },
      ],
      success: 204,
      result: "none",
      confirm: "destroys",
      example: { token_key: "automation00000001" },
    }),
    "account.list_authorisation_tokens": account.get("list_authorisation_tokens", {
      who: "anyone",
      summary: "List your API keys",
      verb: "list",
      sensitive: ["token", "token_secret"],
    }),
    "account.update_token_name": account.post("update_token_name", {
      who: "anyone",
      summary: "Rename one of your API keys",
      verb: "rename",
      fields: [
        {
          name: "token",
          type: "string",
          required: true,
          positional: true,
          help: "the key, or only its token key",
        },
        { name: "name", type: "string", required: true, help: "new name" },
      ],
      result: "text",
      example: { token: "automation00000001", name: "laptop" },
    }),
  },
} as const satisfies Group;
