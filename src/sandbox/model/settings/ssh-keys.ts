import { createHash } from "node:crypto";
import { invalidField } from "../../state/domain-error.ts";
import type { SshKey } from "../../state/settings.ts";
import { insert, rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";

/** The types that the service takes. */
const keyTypes = [
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "ssh-dss",
  "ssh-ed25519",
  "ssh-rsa",
] as const;

/**
 * What is wrong with a public key, `<key-type> <base64 key data> [comment]`; undefined where nothing is. The
 * data says its own type in its first field (RFC 4253, 6.6), and that must be the one before it.
 */
function sshKeyProblem(text: string): string | undefined {
  const [type = "", data = ""] = text.trim().split(/\s+/);
  if (!(keyTypes as readonly string[]).includes(type)) {
    return `Invalid SSH public key: key type ${type || "missing"} is not one of ${keyTypes.join(", ")}.`;
  }
  if (data === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
    return "Invalid SSH public key: the key data is not base64.";
  }
  if (/[\r\n]/.test(text.trim())) return "Invalid SSH public key: a key is one line.";
  const bytes = Buffer.from(data, "base64");
  const length = bytes.length >= 4 ? bytes.readUInt32BE(0) : 0;
  if (bytes.length <= 4 + length || bytes.toString("latin1", 4, 4 + length) !== type) {
    return `Invalid SSH public key: the key data is not of type ${type}.`;
  }
  return undefined;
}

export const sshKeysOf = (world: World, owner: string): SshKey[] =>
  rowsOf(world.state.settings.sshKeys).filter((key) => key.owner === owner);

/** Adds a key of a user; an `invalid` error that names the field where it is wrong or exists already. */
export function addSshKey(world: World, owner: string, text: string): SshKey {
  const problem = sshKeyProblem(text);
  if (problem !== undefined) throw invalidField("key", problem);
  if (sshKeysOf(world, owner).some(({ key }) => sameKey(key, text))) {
    throw invalidField("key", "This key has already been added for this user.");
  }
  return insert(world.state.settings.sshKeys, (id) => ({ id, owner, key: text, keysource: null }));
}

const sameKey = (a: string, b: string): boolean => {
  const body = (text: string) => text.trim().split(/\s+/).slice(0, 2).join(" ");
  return body(a) === body(b);
};

/**
 * Imports the keys of a user of a code-hosting service. The sandbox has none behind it, so the keys are
 * made of the source's own name: the same for the same user every time, and nobody holds their private half.
 */
export function importSshKeys(world: World, owner: string, keysource: string): SshKey[] {
  const [, source, login] = /^(lp|gh):([A-Za-z0-9][A-Za-z0-9._+-]{0,62})$/.exec(keysource) ?? [];
  if (source === undefined || login === undefined) {
    throw invalidField("keysource", `'${keysource}' is not <source>:<user> with the source lp or gh.`);
  }
  const key = `ssh-ed25519 ${pretendKey(keysource)} ${login}@${source}`;
  const known = sshKeysOf(world, owner).find((each) => sameKey(each.key, key));
  return [known ?? insert(world.state.settings.sshKeys, (id) => ({ id, owner, key, keysource }))];
}

/** 32 bytes that follow from the text, in the wire form of an Ed25519 key. */
function pretendKey(text: string): string {
  const field = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const point = createHash("sha256").update(text).digest();
  return Buffer.concat([field(Buffer.from("ssh-ed25519")), field(point)]).toString("base64");
}
