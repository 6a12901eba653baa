import { addUser, removeUser } from "../model/settings/users.ts";
import { serializeOwner } from "../serialize/references.ts";
import { findUser } from "../state/access.ts";
import { invalid, invalidField, requireFound } from "../state/domain-error.ts";
import type { User } from "../state/users.ts";
import type { group } from "../undocumented/users.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersFor } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { resource } from "./resource.ts";

export const handlers = {
  ...resource(["users", "user"], {
    rows: ({ world }) => world.state.users.toSorted((a, b) => (a.username < b.username ? -1 : 1)),
    find: ({ world, path }) => requireFound(findUser(world, path.username ?? ""), "User"),
    serialize: (world, user) => serializeOwner(world, user.username),
    create: (call) => addUser(call.world, readUser(call)),
    remove: (_world, user, call) => remove(call, user),
    removed: 204,
  }),
  "users.whoami": ({ world, user }) => json(serializeOwner(world, user.username)),
} satisfies HandlersFor<typeof group>;

function readUser(call: Call) {
  const form = readForm(call, [{ name: "is_superuser", type: "boolean", required: true }]);
  const username = form.text("username") ?? "";
  const email = form.text("email") ?? "";
  if (username !== "" && !/^[\w.@+-]{1,150}$/.test(username))
    form.fail(
      "username",
      "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.",
    );
  if (email !== "" && !/^[^\s@]+@[^\s@]+$/.test(email)) form.fail("email", "Enter a valid email address.");
  if (findUser(call.world, username) !== undefined)
    form.fail("username", "A user with that username already exists.");
  if (call.world.state.users.some((user) => email !== "" && user.email === email))
    form.fail("email", "User with this E-mail address already exists.");
  form.check();
  return { username, email, isAdministrator: form.boolean("is_superuser") ?? false };
}

function remove(call: Call, user: User): void {
  const { world } = call;
  const form = readForm(call);
  form.check();
  if (user.username === call.user.username) throw invalid("An administrator cannot self-delete.");
  const name = form.text("transfer_resources_to");
  const heir = name ? findUser(world, name) : undefined;
  if (name && (heir === undefined || heir === user))
    throw invalidField("transfer_resources_to", `The user ${name} does not exist.`);
  removeUser(world, user, heir);
}
