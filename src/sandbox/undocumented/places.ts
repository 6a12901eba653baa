import { oneOrZero, text, textId } from "../../catalogue/field.ts";
import { addUser, removeUser } from "../model/settings/users.ts";
import { serializeOwner } from "../serialize/references.ts";
import { invalid, invalidField, requireFound } from "../state/domain-error.ts";
import type { User } from "../state/users.ts";
import { answersAsDeployed, findUser } from "../state/world.ts";
import { HttpError, json } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { checkedForm, matching } from "../wire/form-reader.ts";
import { type Offers, offerResource, offersAt } from "./offers.ts";

const users = offerResource(
  ["users", "user"],
  {
    paths: ["/users/", "/users/{username}/"],
    parameters: [textId("username", "name of the user")],
    words: ["a user", "users"],
    fields: [
      text("username", "name that identifies the user", { required: true }),
      text("email", "email address", { required: true }),
      text("password", "password", { required: true, secret: true }),
      oneOrZero("is_superuser", "whether the user is an administrator", { required: true }),
    ],
    removalFields: [text("transfer_resources_to", "user who receives what the deleted one owns")],
  },
  {
    rows: ({ world }) => world.state.users.toSorted((a, b) => (a.username < b.username ? -1 : 1)),
    find: ({ world, path }) => requireFound(findUser(world, path.username ?? ""), "User"),
    serialize: (world, user) => serializeOwner(world, user.username),
    rules: [
      matching(
        "username",
        /^[\w.@+-]{1,150}$/,
        "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.",
      ),
      matching("email", /^[^\s@]+@[^\s@]+$/, "Enter a valid email address."),
    ],
    read(form, { world }) {
      const superuser = form.text("is_superuser") || "0";
      if (!/^[01]$/.test(superuser) && answersAsDeployed(world, "superuser-digit"))
        throw new HttpError(500, `Not a valid Boolean value (0 or 1): '${superuser}'`);
      const [username = "", email = ""] = ["username", "email"].map(form.text);
      if (findUser(world, username) !== undefined)
        form.fail("username", "A user with that username already exists.");
      if (world.state.users.some((user) => email !== "" && user.email === email))
        form.fail("email", "User with this E-mail address already exists.");
      return { username, email, isAdministrator: form.boolean("is_superuser") ?? false };
    },
    create: ({ world }, values) => addUser(world, values),
    remove: removeWithHeir,
  },
);

function removeWithHeir(world: Call["world"], user: User, call: Call): void {
  const name = checkedForm(call).text("transfer_resources_to");
  if (user.username === call.user.username) throw invalid("An administrator cannot self-delete.");
  const heir = name ? findUser(world, name) : undefined;
  if (name && (heir === undefined || heir === user))
    throw invalidField("transfer_resources_to", `The user ${name} does not exist.`);
  removeUser(world, user, heir);
}

export const places: Offers = {
  ...users,
  ...offersAt("users", "/users/").get("whoami", "anyone", "Show the user who asks", ({ world, user }) =>
    json(serializeOwner(world, user.username)),
  ),
};
