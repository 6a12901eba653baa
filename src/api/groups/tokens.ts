import type { Group } from "../operation.ts";

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
    "account.create_authorisation_token": {
      verb: "create",
      method: "POST",
      path: "/account/op-create_authorisation_token",
      summary: "Create an API key of your own",
      fields: [{ name: "name", type: "string", help: "name of the key" }],
      success: 200,
      result: "json",
      columns: [
        { header: "NAME", path: "name" },
        { header: "CONSUMER KEY", path: "consumer_key" },
        { header: "TOKEN KEY", path: "token_key" },
        { header: "TOKEN SECRET", path: "token_secret" },
      ],
      sensitive: ["token_secret"],
      notes: ["With --show-secrets the key is shown, here as later in svc tokens list -o wide."],
      example: { name: "ci" },
    },
    "account.delete_authorisation_token": {
      verb: "delete",
      method: "POST",
      path: "/account/op-delete_authorisation_token",
      summary: "Delete one of your API keys and its consumer",
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
    },
    "account.list_authorisation_tokens": {
      verb: "list",
      method: "GET",
      path: "/account/op-list_authorisation_tokens",
      summary: "List your API keys",
      success: 200,
      result: "json",
      sensitive: ["token", "token_secret"],
    },
    "account.update_token_name": {
      verb: "rename",
      method: "POST",
      path: "/account/op-update_token_name",
      summary: "Rename one of your API keys",
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
      success: 200,
      result: "text",
      example: { token: "automation00000001", name: "laptop" },
    },
  },
} as const satisfies Group;
