import { addSshKey, addSslKey, addUser, importSshKeys, keysOf } from "../model/settings/users.ts";
import { serializeOwner } from "../serialize/references.ts";
import {
  serializeFile,
  serializeFileWithContent,
  serializeSshKey,
  serializeSslKey,
} from "../serialize/settings.ts";
import { forbidden, invalid, invalidField, notFound, requireFound } from "../state/service-error.ts";
import type { SslKey, StoredFile } from "../state/settings.ts";
import { removeFrom, removeRow, rowsOf, type Table } from "../state/table.ts";
import { apiKey, makeToken, type Token, type User } from "../state/users.ts";
import { allNodes, findUser, usesDeployedStyle, type World } from "../state/world.ts";
import { bytes, empty, HttpError, json, text } from "../wire/answers.ts";
import type { AnonymousCall, Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readValidForm } from "../wire/form-reader.ts";
import { resource, tableAccess, withoutContent } from "./resource.ts";

export const account = {
  ...resource(["ssh-keys", "ssh-key"], {
    ...ownedKeyActions(({ state }) => state.settings.sshKeys, "SSHKey", addSshKey),
    serialize: serializeSshKey,
  }),
  "ssh-keys.import"(call) {
    const keysource = readValidForm(call).text("keysource") ?? "";
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
    const asDeployed = usesDeployedStyle(world, "token-list");
    const describe = (token: Token) => ({
      ...(asDeployed ? { name: token.name } : tokenFields(token)),
      token: apiKey(token),
    });
    return json(user.tokens.map(describe));
  },
  "account.update_token_name"(call) {
    tokenOf(call, "token").name = call.form.get("name") ?? "";
    return text("Accepted", usesDeployedStyle(call.world, "created-status") ? 202 : 200);
  },
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
        form.addError("username", "A user with that username already exists.");
      if (world.state.users.some((user) => email !== "" && user.email === email))
        form.addError("email", "User with this E-mail address already exists.");
      return { username, email, isAdministrator: form.boolean("is_superuser") ?? false };
    },
    create: ({ world }: Call, values: Parameters<typeof addUser>[1]) => addUser(world, values),
    remove: removeUser,
  }),
  "users.whoami": ({ world, user }) => json(serializeOwner(world, user.username)),
  "files.list"({ world, user, query }) {
    const prefix = query.get("prefix") ?? "";
    const files = world.state.settings.files
      .filter((file) => file.owner === user.username && file.filename.startsWith(prefix))
      .sort((a, b) => (a.filename < b.filename ? -1 : 1));
    return json(files.map((file) => serializeFile(world, file)));
  },
  "files.create"(call) {
    const file = storeFile(call);
    return usesDeployedStyle(call.world, "created-status")
      ? empty(201)
      : json(serializeFile(call.world, file));
  },
  "files.delete": withoutContent((call) => removeFile(call, queryValue(call, "filename"))),
  "files.get": (call) => answerContent(call, fileOfUser(call, queryValue(call, "filename"))),
  "files.get_by_key"(call) {
    const key = queryValue(call, "key");
    return answerContent(
      call,
      requireFile(call.world, (file) => file.key === key),
    );
  },
  "file.read": (call) => json(serializeFileWithContent(call.world, fileOfUser(call, call.path.filename))),
  "file.delete": withoutContent((call) => removeFile(call, call.path.filename)),
} satisfies HandlersOf<"sshkeys" | "sslkeys" | "tokens" | "users" | "files">;

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
  const table = tableAccess(tableOf, type);
  return {
    ...table,
    rows: ({ world, user }: Call) => keysOf(tableOf(world), user.username),
    find(call: Call): Key {
      const key = table.find(call);
      if (key.owner !== call.user.username) throw forbidden("Can't access a key you don't own.");
      return key;
    },
    read: (_form: FormReader, { form }: Call) => form.get("key") ?? "",
    create: ({ world, user }: Call, text: string): Key => add(world, user.username, text),
    createdStatus: 201,
  } as const;
}

function tokenOf(call: Call, field: string): Token {
  const text = readValidForm(call).text(field);
  return requireFound(
    call.user.tokens.find((token) => token.key === text || apiKey(token) === text),
    "Token",
  );
}

function removeUser(world: World, user: User, call: Call): void {
  const name = readValidForm(call).text("transfer_resources_to");
  if (user.username === call.user.username) throw invalid("An administrator cannot self-delete.");
  const newOwner = name ? findUser(world, name) : undefined;
  if (name && (newOwner === undefined || newOwner === user))
    throw invalidField("transfer_resources_to", `The user ${name} does not exist.`);
  const { networks, settings, users } = world.state;
  const { username } = user;
  const ownedRows = [
    { subject: "node(s)", rows: allNodes(world).filter((node) => node.owner === username) },
    { subject: "IP address(es)", rows: Object.values(networks.addresses.byIp).filter(isOwned) },
    { subject: "IP range(s)", rows: rowsOf(networks.ranges).filter(isOwned) },
  ];
  function isOwned(row: { readonly owner: string | null }): boolean {
    return row.owner === username;
  }
  for (const { subject, rows } of ownedRows)
    if (newOwner === undefined && rows.length > 0)
      throw invalid(`User ${username} cannot be deleted: ${rows.length} ${subject} are still allocated`);
  for (const row of ownedRows.flatMap(({ rows }): { owner: string | null }[] => rows))
    row.owner = newOwner?.username ?? null;
  for (const table of [settings.sshKeys, settings.sslKeys])
    for (const key of rowsOf(table)) if (isOwned(key)) removeRow(table, key.id);
  for (const file of settings.files.filter(isOwned)) removeFrom(settings.files, file);
  removeFrom(users, user);
}

function storeFile({ world, user, form }: Call): StoredFile {
  const { files } = world.state.settings;
  const filename = form.get("filename");
  if (!filename) throw invalidField("filename", "Filename not supplied");
  const parts = form.files();
  if (parts.length > 1) throw invalidField("file", "Exactly one file must be supplied");
  const data = parts[0]?.content ?? form.get("file");
  if (data === undefined) throw invalidField("file", "File not supplied");
  const content = Buffer.from(data).toString("base64");
  const existing = files.find((file) => file.owner === user.username && file.filename === filename);
  if (existing !== undefined) return Object.assign(existing, { content });
  const file: StoredFile = { owner: user.username, filename, key: world.random.uuid(), content };
  files.push(file);
  return file;
}

function queryValue(call: AnonymousCall, name: string): string | undefined {
  readValidForm(call);
  return call.query.get(name);
}

function requireFile({ state }: World, matches: (file: StoredFile) => boolean): StoredFile {
  const file = state.settings.files.find(matches);
  if (file === undefined) throw notFound("File not found");
  return file;
}

const fileOfUser = ({ world, user }: Call, filename: string | undefined) =>
  requireFile(world, (file) => file.owner === user.username && file.filename === filename);

const answerContent = ({ world }: AnonymousCall, file: StoredFile) =>
  usesDeployedStyle(world, "file-content")
    ? bytes(Buffer.from(file.content, "base64"), "text/html; charset=utf-8")
    : json(serializeFileWithContent(world, file));

function removeFile(call: Call, filename: string | undefined): void {
  removeFrom(call.world.state.settings.files, fileOfUser(call, filename));
}
