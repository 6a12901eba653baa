import { oneOrZero, text, textId } from "../../catalogue/field.ts";
import { assign } from "../groups/resource.ts";
import { removeSpace } from "../model/networks/removal.ts";
import { addPlace, type PlaceKind, placesOf, removePlace } from "../model/nodes/groupings.ts";
import { addUser, removeUser } from "../model/settings/users.ts";
import { serializeSpace, undefinedSpace } from "../serialize/networks.ts";
import { serializeOwner, serializePool, serializeZone } from "../serialize/references.ts";
import { invalid, invalidField, requiredMessage, requireFound } from "../state/domain-error.ts";
import type { Space } from "../state/networks.ts";
import { findRow, insert, rowsOf } from "../state/table.ts";
import type { User } from "../state/users.ts";
import { answersAsDeployed, findUser } from "../state/world.ts";
import { HttpError, json } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { checkedForm, type FormReader, matching } from "../wire/form-reader.ts";
import { type Description, type Offers, offerResource, offersAt } from "./offers.ts";

interface Named {
  readonly name: string;
}

const namedFields = [
  text("name", "name", { required: true }),
  text("description", "what it is for"),
] as const;

/** `kind` names a row; `given` matches the names that the service gives to rows without one. */
const readNamed =
  (kind: string, rows: (call: Call) => readonly Named[], given?: RegExp) =>
  (form: FormReader, call: Call, own?: Named): { name?: string; description?: string } => {
    const name = form.text("name");
    if (name === "" && given === undefined) form.fail("name", requiredMessage);
    else if (name && !/^\w[ \w-]*$/.test(name)) form.fail("name", "Enter a valid value.");
    else if (name !== undefined && name.length > 256)
      form.fail("name", "Ensure this value has at most 256 characters.");
    else if (name !== undefined && given?.test(name) === true)
      form.fail("name", `Reserved ${kind.toLowerCase()} name.`);
    if (rows(call).some((each) => each !== own && each.name === name))
      form.fail("name", `${kind} with this Name already exists.`);
    return form.sent({ name: "text", description: "text" });
  };

const unnamed = { name: "", description: "" };

/** A zone or a pool: its nodes move to the default one when it goes. */
const offerPlaces = (
  ids: readonly [plural: "zones" | "resource-pools", single: string],
  kind: PlaceKind,
  type: string,
  description: Pick<Description, "paths" | "parameters" | "words" | "removal">,
) =>
  offerResource(
    ids,
    { ...description, fields: namedFields },
    {
      rows: ({ world }) => placesOf(world, kind),
      find: ({ world, path: { id, name } }) =>
        requireFound(
          placesOf(world, kind).find((each) => each.name === name || String(each.id) === id),
          type,
        ),
      serialize: (world, place) => (kind === "zone" ? serializeZone : serializePool)(world, place.id),
      read: readNamed(kind === "zone" ? "Physical zone" : "Resource pool", ({ world }) =>
        placesOf(world, kind),
      ),
      create: ({ world }, values) => addPlace(world, kind, { ...unnamed, ...values }),
      update: assign,
      remove: (world, place) => removePlace(world, kind, place),
      ...(kind === "zone" ? { mayBeAbsent: true } : {}),
    },
  );

const zones = offerPlaces(["zones", "zone"], "zone", "Zone", {
  paths: ["/zones/", "/zones/{name}/"],
  parameters: [textId("name", "name of the zone")],
  words: ["a physical zone", "physical zones"],
  removal: "; its nodes move to the default one",
});

const pools = offerPlaces(["resource-pools", "resource-pool"], "pool", "ResourcePool", {
  paths: ["/resourcepools/", "/resourcepool/{id}/"],
  parameters: [textId("id", "number of the resource pool")],
  words: ["a resource pool", "resource pools"],
  removal: "; its machines move to the default",
});

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
  ...zones,
  ...pools,
  ...spaces,
};
