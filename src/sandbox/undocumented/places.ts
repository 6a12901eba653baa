import { oneOrZero, text, textId } from "../../catalogue/field.ts";
import { readNamed } from "../groups/named-rows.ts";
import { removeSpace } from "../model/networks/removal.ts";
import { addUser, removeUser } from "../model/settings/users.ts";
import { serializeSpace, undefinedSpace } from "../serialize/networks.ts";
import { serializeOwner } from "../serialize/references.ts";
import { invalid, invalidField, requireFound } from "../state/domain-error.ts";
import type { Space } from "../state/networks.ts";
import { findRow, insert, rowsOf } from "../state/table.ts";
import type { User } from "../state/users.ts";
import { answersAsDeployed, findUser } from "../state/world.ts";
import { HttpError, json } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { checkedForm, matching } from "../wire/form-reader.ts";
import { type Offers, offerResource, offersAt } from "./offers.ts";

const namedFields = [
  text("name", "name", { required: true }),
  text("description", "what it is for"),
] as const;

const unnamed = { name: "", description: "" };

const spaceTable = ({ world }: Call) => world.state.networks.spaces;
const spacesOf = (call: Call): Space[] => [...rowsOf(spaceTable(call)), undefinedSpace];

const givenSpaceName = (id: number) => `space-${id}`;
const reservedSpace = /^(space-\d+|undefined)$/;

const spaces = offerResource(
  ["spaces", "space"],
  {
    paths: ["/spaces/", "/spaces/{id}/"],
    parameters: [textId("id", "number or name of the space")],
    words: ["a space", "spaces"],
    fields: [text("name", "name; space- and its number by default"), namedFields[1]],
    removal: "; its VLANs are in none afterwards",
  },
  {
    rows: spacesOf,
    find: (call) =>
      requireFound(
        findRow(spaceTable(call), call.path.id) ?? spacesOf(call).find(({ name }) => name === call.path.id),
        "Space",
      ),
    permit(_call, own) {
      if (own === undefinedSpace) throw invalid("The undefined space cannot be changed.");
    },
    serialize: serializeSpace,
    read: readNamed("Space", spacesOf, reservedSpace),
    create: (call, values) =>
      insert(spaceTable(call), (id) => ({
        id,
        ...unnamed,
        ...values,
        name: values.name || givenSpaceName(id),
      })),
    update(_call, space, { name, ...values }) {
      Object.assign(space, values, name === undefined ? {} : { name: name || givenSpaceName(space.id) });
    },
    remove: removeSpace,
  },
);

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
  ...spaces,
};
