import { createHash } from "node:crypto";
import { invalidField } from "../../state/service-error.ts";
import type { SshKey, SslKey } from "../../state/settings.ts";
import { insert, rowsOf, type Table } from "../../state/table.ts";
import { makeToken, type User } from "../../state/users.ts";
import type { World } from "../../state/world.ts";
import { isBase64 } from "../../values/spellings.ts";

export function addUser(world: World, fields: Omit<User, "tokens">): User {
  const user: User = { ...fields, tokens: [makeToken(world.random, `${world.segment} consumer`)] };
  world.state.users.push(user);
  return user;
}

const keyTypes =
  "ecdsa-sha2-nistp256 ecdsa-sha2-nistp384 ecdsa-sha2-nistp521 ssh-dss ssh-ed25519 ssh-rsa".split(" ");

/** Checks `<key-type> <base64> [comment]`. The type must equal the first field of the data (RFC 4253, 6.6). */
function sshKeyProblem(text: string): string | undefined {
  const [type = "", data = ""] = text.trim().split(/\s+/);
  if (!keyTypes.includes(type))
    return `Invalid SSH public key: key type ${type || "missing"} is not one of ${keyTypes.join(", ")}.`;
  if (data === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(data))
    return "Invalid SSH public key: the key data is not base64.";
  if (/[\r\n]/.test(text.trim())) return "Invalid SSH public key: a key is one line.";
  const bytes = Buffer.from(data, "base64");
  const length = bytes.length >= 4 ? bytes.readUInt32BE(0) : 0;
  if (bytes.length <= 4 + length || bytes.toString("latin1", 4, 4 + length) !== type)
    return `Invalid SSH public key: the key data is not of type ${type}.`;
  return undefined;
}

export const keysOf = <Key extends SslKey>(keys: Table<Key>, owner: string): Key[] =>
  rowsOf(keys).filter((key) => key.owner === owner);

function requireUsableKey(
  existingKeys: readonly SslKey[],
  problem: string | undefined,
  isSame: (key: string) => boolean,
) {
  if (problem !== undefined) throw invalidField("key", problem);
  if (existingKeys.some(({ key }) => isSame(key)))
    throw invalidField("key", "This key has already been added for this user.");
}

export function addSshKey(world: World, owner: string, text: string): SshKey {
  const { sshKeys } = world.state.settings;
  requireUsableKey(keysOf(sshKeys, owner), sshKeyProblem(text), (key) => isSameKey(key, text));
  return insert(sshKeys, (id) => ({ id, owner, key: text, keysource: null }));
}

const isSameKey = (a: string, b: string): boolean => {
  const keyBody = (text: string) => text.trim().split(/\s+/).slice(0, 2).join(" ");
  return keyBody(a) === keyBody(b);
};

/** Derives a public key from the source and the login, and contacts no other service. */
export function importSshKeys(world: World, owner: string, keysource: string): SshKey[] {
  const [, source, login] = /^(lp|gh):([A-Za-z0-9][A-Za-z0-9._+-]{0,62})$/.exec(keysource) ?? [];
  if (source === undefined || login === undefined)
    throw invalidField("keysource", `'${keysource}' is not <source>:<user> with the source lp or gh.`);
  const key = `ssh-ed25519 ${derivedKey(keysource)} ${login}@${source}`;
  const { sshKeys } = world.state.settings;
  const existing = keysOf(sshKeys, owner).find((each) => isSameKey(each.key, key));
  return [existing ?? insert(sshKeys, (id) => ({ id, owner, key, keysource }))];
}

function derivedKey(text: string): string {
  const withLength = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const point = createHash("sha256").update(text).digest();
  return Buffer.concat([withLength(Buffer.from("ssh-ed25519")), withLength(point)]).toString("base64");
}

const pemBlockPattern =
  /^-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n((?:[A-Za-z-]+:[^\n]*\n)*[A-Za-z0-9+/=\s]+?)-----END \1-----\s*/;

/** Accepts PEM blocks (RFC 7468) with one DER value each. The API documentation does not list the accepted labels. */
function pemProblem(text: string): string | undefined {
  const problem = (why: string) => `Invalid SSL key: ${why}.`;
  let rest = text.trim();
  if (rest === "") return problem("it is empty");
  while (rest !== "") {
    const match = pemBlockPattern.exec(rest);
    if (match === null) return problem("it has no PEM block (-----BEGIN to -----END)");
    const [pemBlock, label = "", body = ""] = match;
    const isEncrypted = body.includes(":");
    const base64 = body.replace(/^[A-Za-z-]+:[^\n]*\n/gm, "").replace(/\s+/g, "");
    if (!isBase64(base64) || base64 === "") return problem(`the ${label} block is not base64`);
    if (!isEncrypted && !isDerSequence(Buffer.from(base64, "base64")))
      return problem(`the ${label} block contains no key or certificate`);
    rest = rest.slice(pemBlock.length);
  }
  return undefined;
}

function isDerSequence(bytes: Buffer): boolean {
  if (bytes.length < 2 || bytes[0] !== 0x30) return false;
  const first = bytes.readUInt8(1);
  if (first < 0x80) return bytes.length === 2 + first;
  const lengthBytes = first & 0x7f;
  if (lengthBytes < 1 || lengthBytes > 4 || bytes.length < 2 + lengthBytes) return false;
  return bytes.length === 2 + lengthBytes + bytes.readUIntBE(2, lengthBytes);
}

export function addSslKey(world: World, owner: string, text: string): SslKey {
  const { sslKeys } = world.state.settings;
  requireUsableKey(keysOf(sslKeys, owner), pemProblem(text), (key) => key.trim() === text.trim());
  return insert(sslKeys, (id) => ({ id, owner, key: text }));
}
