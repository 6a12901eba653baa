import { integerId, text } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const all = resource("/account/prefs/sslkeys/");
const one = resource("/account/prefs/sslkeys/{id}/", [integerId("id", "id of the SSL key")]);

export const group = {
  columns: [
    { header: "ID", path: "id", rank: "key" },
    { header: "KEY", path: "key" },
  ],
  kind: { key: ["key"] },
  operations: {
    "ssl-keys.list": all.list("anyone", "List your SSL keys", { sensitive: ["key"] }),
    "ssl-keys.create": all.create("anyone", "Add an SSL key of your own", {
      fields: [
        text("key", "contents of a PEM file, such as @key.pem", {
          required: true,
          form: "PEM",
          secret: true,
          document: true,
        }),
      ],
      success: 201,
      sensitive: ["key"],
      example: { key: "@-" },
      exampleInput: "openssl genrsa 2048",
    }),
    "ssl-key.delete": one.remove("anyone", "Delete one of your SSL keys", { success: 204 }),
    "ssl-key.read": one.read("anyone", "Show one of your SSL keys", { sensitive: ["key"] }),
  },
} as const satisfies GroupDefinition;
