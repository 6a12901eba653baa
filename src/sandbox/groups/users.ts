import { addUser, removeUser } from "../model/settings/users.ts";
import { serializeOwner } from "../serialize/references.ts";
import { invalid, invalidField, requireFound } from "../state/domain-error.ts";
import type { User } from "../state/users.ts";
import { findUser, usesDeployedStyle, type World } from "../state/world.ts";
import { HttpError, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { checkedForm } from "../wire/form-reader.ts";
import { resource } from "./resource.ts";

export const users = {
  ...resource(["users", "user"], {
    rows: ({ world }: Call) => world.state.users.toSorted((a, b) => (a.username < b.username ? -1 : 1)),
    find: ({ world, path }: Call) => requireFound(findUser(world, path.username ?? ""), "User"),
    serialize: (world, user) => serializeOwner(world, user.username),
    read(form, { world }) {
      const superuser = form.text("is_superuser") || "0";
      if (!/^[01]$/.test(superuser) && usesDeployedStyle(world, "superuser-digit"))
        throw new HttpError(500, `Not a valid Boolean value (0 or 1): '${superuser}'`);
      const [username = "", email = ""] = ["username", "email"].map(form.text);
      if (findUser(world, username) !== undefined)
        form.fail("username", "A user with that username already exists.");
      if (world.state.users.some((user) => email !== "" && user.email === email))
        form.fail("email", "User with this E-mail address already exists.");
      return { username, email, isAdministrator: form.boolean("is_superuser") ?? false };
    },
    create: ({ world }: Call, values: Parameters<typeof addUser>[1]) => addUser(world, values),
    remove: removeAndTransfer,
  }),
  "users.whoami": ({ world, user }) => json(serializeOwner(world, user.username)),
} satisfies HandlersOf<"users">;

function removeAndTransfer(world: World, user: User, call: Call): void {
  const name = checkedForm(call).text("transfer_resources_to");
  if (user.username === call.user.username) throw invalid("An administrator cannot self-delete.");
  const newOwner = name ? findUser(world, name) : undefined;
  if (name && (newOwner === undefined || newOwner === user))
    throw invalidField("transfer_resources_to", `The user ${name} does not exist.`);
  removeUser(world, user, newOwner);
}
