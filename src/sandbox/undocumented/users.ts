import { oneOrZero, text, textId } from "../../catalogue/field.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const all = resource("/users/");
const one = resource("/users/{username}/", [textId("username", "name of the user")]);

export const group = {
  name: "users",
  identity: "username",
  columns: [],
  operations: {
    "users.list": all.list("anyone", "List the users"),
    "users.create": all.create("admin", "Create a user", {
      fields: [
        text("username", "name that identifies the user", { required: true }),
        text("email", "email address", { required: true }),
        text("password", "password", { required: true, secret: true }),
        oneOrZero("is_superuser", "whether the user is an administrator", { required: true }),
      ],
    }),
    "users.whoami": all.get("whoami", "anyone", "Show the user who asks"),
    "user.read": one.read("anyone", "Show a user"),
    "user.delete": one.remove("admin", "Delete a user", {
      fields: [text("transfer_resources_to", "user who receives what the deleted one owns")],
      success: 204,
    }),
  },
} as const satisfies Group;
