import { oneOrZero, text, textId } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed, nameOperations } from "../resource.ts";

/** The email address of the user whose API key machines use to report to the service. */
const nodeInitEmail = "node-init-user@localhost";

const all = deployed("/users/", [], { answersWith: "username" });
const one = deployed("/users/{username}/", [textId("username", "name of the user")], {
  answersWith: "username",
  example: { username: "carol" },
});

export const group = {
  identity: "username",
  columns: [
    { header: "USER", path: "username", rank: "key" },
    { header: "ADMIN", path: "is_superuser", as: "boolean" },
    { header: "EMAIL", path: "email" },
    { header: "LOCAL", path: "is_local", as: "boolean", wide: true },
  ],
  kind: {
    key: ["username"],
    credentials: ["password"],
    neverReplaced: true,
    callerOperation: "users.whoami",
    ignoreWhen: { email: nodeInitEmail },
    blockedByNodes: { filter: "owner", path: "owner" },
  },
  operations: nameOperations({
    "users.list": all.list("anyone", "List users"),
    "users.create": all.create("admin", "Create a user", {
      fields: [
        text("username", "name to log in with", { required: true }),
        text("email", "email address; unique", { required: true }),
        text("password", "password to log in with", { required: true, secret: true }),
        // The service answers 500 to a word such as true.
        oneOrZero("is_superuser", "whether the user is an administrator", {
          required: true,
          takesWord: true,
        }),
      ],
      notes: ["Users can be changed only on the web pages of the service."],
      example: { username: "dave", email: "dave@example.com", password: "@-", is_superuser: "false" },
      exampleInput: "echo correct-horse",
    }),
    "users.whoami": all.get("anyone", "Show the user that the API key belongs to"),
    "user.delete": one.remove("admin", "Delete a user", {
      fields: [text("transfer_resources_to", "user to transfer machines, addresses and ranges to")],
      effects: [{ template: "the user's API keys, SSH keys, SSL keys and files are deleted too" }],
      notes: ["Refused while the user has machines, addresses or ranges that are not transferred."],
      example: { username: "bob", transfer_resources_to: "carol" },
    }),
    "user.read": one.read("anyone", "Show a user"),
  }),
} as const satisfies GroupDefinition;
