import {
  addSshKey,
  addSslKey,
  addUser,
  filesOf,
  findFile,
  findFileByKey,
  importSshKeys,
  keysOf,
  removeUser,
  storeFile,
} from "../model/settings/users.ts";
import { serializeOwner } from "../serialize/references.ts";
import {
  serializeFile,
  serializeFileWithContent,
  serializeSshKey,
  serializeSslKey,
} from "../serialize/settings.ts";
import { forbidden, invalid, invalidField, requireFound } from "../state/domain-error.ts";
import type { SslKey, StoredFile } from "../state/settings.ts";
import { removeFrom, removeRow, requireRow, type Table } from "../state/table.ts";
import { apiKey, makeToken, type Token, type User } from "../state/users.ts";
import { findUser, usesDeployedStyle, type World } from "../state/world.ts";
import { bytes, empty, HttpError, json, text } from "../wire/answers.ts";
import type { AnonymousCall, Call, HandlersOf } from "../wire/call.ts";
import { checkedForm, type FormReader } from "../wire/form-reader.ts";
import { resource, withoutContent } from "./resource.ts";

export const account = {
  ...resource(["ssh-keys", "ssh-key"], {
    ...ownedKeyActions(({ state }) => state.settings.sshKeys, "SSHKey", addSshKey),
    serialize: serializeSshKey,
  }),
  "ssh-keys.import"(call) {
    const keysource = checkedForm(call).text("keysource") ?? "";
    const keys = importSshKeys(call.world, call.user.username, keysource);
    return json(keys.map((key) => serializeSshKey(call.world, key)));
  },
  ...resource(["ssl-keys", "ssl-key"], {
    ...ownedKeyActions(({ state }) => state.settings.sslKeys, "SSLKey", addSslKey),
    serialize: serializeSslKey,
  }),
  "account.create_authorisation_token"({ world, user, form }) {
    const segment = usesDeployedStyle(world, "segment-names") ? world.segment : "SVC";
    const token = makeToken(world.random, form.get("name") || `${segment} consumer`);
    user.tokens.push(token);
    return json(tokenFields(token));
  },
  "account.delete_authorisation_token": withoutContent((call) =>
    removeFrom(call.user.tokens, tokenOf(call, "token_key")),
  ),
  "account.list_authorisation_tokens"({ world, user }) {
    const isDeployed = usesDeployedStyle(world, "token-list");
    const describe = (token: Token) => ({
      ...(isDeployed ? { name: token.name } : tokenFields(token)),
      token: apiKey(token),
    });
    return json(user.tokens.map(describe));
  },
  "account.update_token_name"(call) {
    tokenOf(call, "token").name = call.form.get("name") ?? "";
    return text("Accepted", usesDeployedStyle(call.world, "created-status") ? 202 : 200);
  },
  "files.list": ({ world, user, query }) =>
    json(filesOf(world, user.username, query.get("prefix")).map((file) => serializeFile(world, file))),
  "files.create"(call) {
    const filename = call.form.get("filename");
    if (!filename) throw invalidField("filename", "Filename not supplied");
    const file = storeFile(call.world, call.user.username, filename, readFile(call));
    return usesDeployedStyle(call.world, "created-status")
      ? empty(201)
      : json(serializeFile(call.world, file));
  },
  "files.delete": withoutContent((call) => removeFile(call, queryValue(call, "filename"))),
  "files.get": (call) => answerContent(call, fileOfUser(call, queryValue(call, "filename"))),
  "files.get_by_key": (call) => answerContent(call, findFileByKey(call.world, queryValue(call, "key"))),
  "file.read": (call) => json(serializeFileWithContent(call.world, fileOfUser(call, call.path.filename))),
  "file.delete": withoutContent((call) => removeFile(call, call.path.filename)),
} satisfies HandlersOf<"sshkeys"> & HandlersOf<"sslkeys"> & HandlersOf<"tokens"> & HandlersOf<"files">;

const tokenFields = ({ key, secret, consumerKey, name }: Token) => ({
  token_key: key,
  token_secret: secret,
  consumer_key: consumerKey,
  name,
});

/** Administrators cannot access other users' keys either. */
function ownedKeyActions<Key extends SslKey>(
  tableOf: (world: World) => Table<Key>,
  type: string,
  add: (world: World, owner: string, text: string) => Key,
) {
  return {
    rows: ({ world, user }: Call) => keysOf(tableOf(world), user.username),
    find({ world, user, path }: Call): Key {
      const key = requireRow(tableOf(world), path.id, type);
      if (key.owner !== user.username) throw forbidden("Can't access a key you don't own.");
      return key;
    },
    read: (_form: FormReader, { form }: Call) => form.get("key") ?? "",
    create: ({ world, user }: Call, text: string): Key => add(world, user.username, text),
    createdStatus: 201,
    remove: (world: World, key: Key) => removeRow(tableOf(world), key.id),
  } as const;
}

function tokenOf(call: Call, field: string): Token {
  const text = checkedForm(call).text(field);
  return requireFound(
    call.user.tokens.find((token) => token.key === text || apiKey(token) === text),
    "Token",
  );
}

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

function readFile({ form }: Call): Uint8Array {
  const parts = form.files();
  if (parts.length > 1) throw invalidField("file", "Exactly one file must be supplied");
  const text = form.get("file");
  const content = parts[0]?.content ?? (text === undefined ? undefined : Buffer.from(text));
  if (content === undefined) throw invalidField("file", "File not supplied");
  return content;
}

function queryValue(call: AnonymousCall, name: string): string | undefined {
  checkedForm(call);
  return call.query.get(name);
}

const fileOfUser = ({ world, user }: Call, filename: string | undefined) =>
  findFile(world, user.username, filename);

const answerContent = ({ world }: AnonymousCall, file: StoredFile) =>
  usesDeployedStyle(world, "file-content")
    ? bytes(Buffer.from(file.content, "base64"), "text/html; charset=utf-8")
    : json(serializeFileWithContent(world, file));

function removeFile(call: Call, filename: string | undefined): void {
  removeFrom(call.world.state.settings.files, fileOfUser(call, filename));
}
