import { createHash } from "node:crypto";
import type { SandboxFixture } from "../sandbox-fixture.ts";
import { fixedCall, type Make, type Row, type Rows } from "./row.ts";

/** Derives a public key from a text (format: RFC 8709, section 4). */
function sshKey(text: string): string {
  const field = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const point = createHash("sha256").update(text).digest();
  return `ssh-ed25519 ${Buffer.concat([field(Buffer.from("ssh-ed25519")), field(point)]).toString("base64")}`;
}

/** A PEM block with one DER SEQUENCE, derived from a text. */
function sslKey(text: string): string {
  const content = createHash("sha256").update(text).digest();
  const der = Buffer.concat([Buffer.from([0x30, content.length]), content]).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`;
}

const keyRows = (path: string, make: (text: string) => string): Rows => {
  const added = async (fixture: SandboxFixture): Promise<number> =>
    (await fixture.callOk("POST", path, { key: make(fixture.fresh("key ")) })).id;
  const ownKey: Make = async (fixture) => ({ path: { id: await added(fixture) } });
  const keyOfAnotherUser: Make = async (fixture) => ({
    path: { id: await added(fixture) },
    key: fixture.keys.bob,
  });
  const row: Row = { ok: ownKey, 403: keyOfAnotherUser };
  return {
    [`GET ${path}`]: { ok: fixedCall() },
    [`POST ${path}`]: { ok: (fixture) => ({ values: { key: make(fixture.fresh("key ")) } }) },
    [`DELETE ${path}{id}/`]: row,
    [`GET ${path}{id}/`]: row,
  };
};

const token = async (fixture: SandboxFixture): Promise<string> =>
  (await fixture.callOk("POST", "/account/op-create_authorisation_token", { name: "spare" })).token_key;

export const account: Rows = {
  "POST /account/op-create_authorisation_token": { ok: fixedCall({ values: { name: "ci" } }) },
  "POST /account/op-delete_authorisation_token": {
    ok: async (fixture) => ({ values: { token_key: await token(fixture) } }),
  },
  "GET /account/op-list_authorisation_tokens": { ok: fixedCall() },
  "POST /account/op-update_token_name": {
    ok: async (fixture) => ({ values: { token: await token(fixture), name: "renamed" } }),
  },
  ...keyRows("/account/prefs/sshkeys/", sshKey),
  "POST /account/prefs/sshkeys/op-import": { ok: fixedCall({ values: { keysource: "gh:octocat" } }) },
  ...keyRows("/account/prefs/sslkeys/", sslKey),
};
