import { invalidField } from "../../state/domain-error.ts";
import type { SslKey } from "../../state/settings.ts";
import { insert, rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";

const block =
  /^-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n((?:[A-Za-z-]+:[^\n]*\n)*\s*[A-Za-z0-9+/=\s]+?)-----END \1-----\s*/;

/**
 * What is wrong with the contents of a PEM file: one or more blocks of base64 between BEGIN and END lines
 * (RFC 7468), each of them DER, whose outermost value fills it. Which kinds of block a service takes, the
 * documents do not show.
 */
function pemProblem(text: string): string | undefined {
  const wrong = (why: string) => `Invalid SSL key: ${why}.`;
  let rest = text.trim();
  if (rest === "") return wrong("it is empty");
  while (rest !== "") {
    const match = block.exec(rest);
    if (match === null) return wrong("no PEM block, which begins with -----BEGIN and ends with -----END");
    const [whole, label = "", body = ""] = match;
    const encrypted = body.includes(":");
    const base64 = body.replace(/^[A-Za-z-]+:[^\n]*\n/gm, "").replace(/\s+/g, "");
    if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64) || base64 === "") {
      return wrong(`the ${label} block is not base64`);
    }
    if (!encrypted && !isDerSequence(Buffer.from(base64, "base64"))) {
      return wrong(`the ${label} block holds no key or certificate`);
    }
    rest = rest.slice(whole.length);
  }
  return undefined;
}

/** Whether the bytes are one DER SEQUENCE and nothing after it. */
function isDerSequence(bytes: Buffer): boolean {
  if (bytes.length < 2 || bytes[0] !== 0x30) return false;
  const first = bytes.readUInt8(1);
  if (first < 0x80) return bytes.length === 2 + first;
  const lengthBytes = first & 0x7f;
  if (lengthBytes < 1 || lengthBytes > 4 || bytes.length < 2 + lengthBytes) return false;
  return bytes.length === 2 + lengthBytes + bytes.readUIntBE(2, lengthBytes);
}

export const sslKeysOf = (world: World, owner: string): SslKey[] =>
  rowsOf(world.state.settings.sslKeys).filter((key) => key.owner === owner);

/** Adds a key of a user; an `invalid` error that names the field where it is no PEM or is there already. */
export function addSslKey(world: World, owner: string, text: string): SslKey {
  const problem = pemProblem(text);
  if (problem !== undefined) throw invalidField("key", problem);
  if (sslKeysOf(world, owner).some(({ key }) => key.trim() === text.trim())) {
    throw invalidField("key", "This key has already been added for this user.");
  }
  return insert(world.state.settings.sslKeys, (id) => ({ id, owner, key: text }));
}
