import { integerId } from "../fields.ts";
import type { Group } from "../operation.ts";

const keyId = integerId("id", "id of the SSL key");

export const group = {
  name: "sslkeys",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "KEY", path: "key" },
  ],
  operations: {
    "ssl-keys.list": {
      verb: "list",
      method: "GET",
      path: "/account/prefs/sslkeys/",
      who: "anyone",
      summary: "List your SSL keys",
      success: 200,
      result: "json",
      sensitive: ["key"],
    },
    "ssl-keys.create": {
      verb: "create",
      method: "POST",
      path: "/account/prefs/sslkeys/",
      who: "anyone",
      summary: "Add an SSL key of your own",
      fields: [
        {
          name: "key",
          type: "string",
          required: true,
          form: "PEM",
          secret: true,
          document: true,
          help: "contents of a PEM file, such as @key.pem",
        },
      ],
      success: 201,
      result: "json",
      sensitive: ["key"],
      example: { key: "@-" },
      exampleInput: "openssl genrsa 2048",
    },
    "ssl-key.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/account/prefs/sslkeys/{id}/",
      who: "anyone",
      summary: "Delete one of your SSL keys",
      parameters: [keyId],
      confirm: "destroys",
      success: 204,
      errors: [403, 404],
      result: "none",
    },
    "ssl-key.read": {
      verb: "get",
      method: "GET",
      path: "/account/prefs/sslkeys/{id}/",
      who: "anyone",
      summary: "Show one of your SSL keys",
      parameters: [keyId],
      success: 200,
      errors: [403, 404],
      result: "json",
      sensitive: ["key"],
    },
  },
} as const satisfies Group;
