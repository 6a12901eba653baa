import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { parseAddress } from "../values/blocks.ts";

/** Issues a certificate for these host names and addresses (RFC 5280). The key of the new authority is not kept. */
export function makeCertificates(names: readonly string[], nowMs: number) {
  const [authorityKeys, serverKeys] = [makeKeys(), makeKeys()];
  const issuer = { name: `svc sandbox authority ${randomBytes(4).toString("hex")}`, keys: authorityKeys };
  const issue = (name: string, keys: Keys, extensions: readonly Buffer[]) =>
    pem(signCertificate(issuer, certificateBody(name, keys, issuer, nowMs, extensions)));
  return {
    authority: issue(issuer.name, authorityKeys, [
      extension(ids.basicConstraints, sequence(der(0x01, Buffer.of(0xff))), "critical"),
      // keyCertSign and cRLSign.
      extension(ids.keyUsage, bits(Buffer.of(0b0000_0110), 1), "critical"),
      extension(ids.subjectKey, octets(keyIdOf(authorityKeys))),
    ]),
    certificate: issue("svc sandbox", serverKeys, [
      extension(ids.basicConstraints, sequence(), "critical"),
      // digitalSignature.
      extension(ids.keyUsage, bits(Buffer.of(0b1000_0000), 7), "critical"),
      extension(ids.extendedKeyUsage, sequence(ids.serverAuth)),
      extension(ids.subjectKey, octets(keyIdOf(serverKeys))),
      extension(ids.authorityKey, sequence(der(0x80, keyIdOf(authorityKeys)))),
      extension(ids.alternativeNames, sequence(...names.map(alternativeName))),
    ]),
    key: serverKeys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

type Keys = ReturnType<typeof makeKeys>;

interface Issuer {
  readonly name: string;
  readonly keys: Keys;
}

const makeKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

const spki = ({ publicKey }: Keys): Buffer => publicKey.export({ type: "spki", format: "der" });

const keyIdOf = (keys: Keys): Buffer => createHash("sha256").update(spki(keys)).digest().subarray(0, 20);

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...contents: readonly Buffer[]) => der(0x30, ...contents);
const octets = (content: Buffer) => der(0x04, content);
const bits = (content: Buffer, unusedBits = 0) => der(0x03, Buffer.of(unusedBits), content);
const explicit = (number: number, content: Buffer) => der(0xa0 | number, content);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

const ids = {
  ecdsaWithSha256: objectId("2a8648ce3d040302"),
  commonName: objectId("550403"),
  subjectKey: objectId("551d0e"),
  keyUsage: objectId("551d0f"),
  alternativeNames: objectId("551d11"),
  basicConstraints: objectId("551d13"),
  authorityKey: objectId("551d23"),
  extendedKeyUsage: objectId("551d25"),
  serverAuth: objectId("2b06010505070301"),
} as const;

const extension = (id: Buffer, value: Buffer, critical?: "critical") =>
  sequence(id, ...(critical === undefined ? [] : [der(0x01, Buffer.of(0xff))]), octets(value));

const distinguishedName = (name: string) =>
  sequence(der(0x31, sequence(ids.commonName, der(0x0c, Buffer.from(name, "utf8")))));

/** Years before 2050 are written with two digits. */
function encodeTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\.\d+|[-:T]/g, "");
  return digits < "2050" ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}

function alternativeName(name: string): Buffer {
  const address = parseAddress(name);
  if (address === undefined) return der(0x82, Buffer.from(name, "ascii"));
  const digits = address.version === 4 ? 8 : 32;
  return der(0x87, Buffer.from(address.value.toString(16).padStart(digits, "0"), "hex"));
}

const dayMs = 86_400_000;
/** Some systems refuse server certificates that are valid for longer than 398 days. */
const validDays = 396;

const algorithm = sequence(ids.ecdsaWithSha256);

const certificateBody = (
  name: string,
  keys: Keys,
  issuer: Issuer,
  nowMs: number,
  extensions: readonly Buffer[],
): Buffer =>
  sequence(
    // Version 3.
    explicit(0, der(0x02, Buffer.of(2))),
    // A positive serial number.
    der(0x02, Buffer.of(0x40), randomBytes(15)),
    algorithm,
    distinguishedName(issuer.name),
    sequence(encodeTime(nowMs - dayMs), encodeTime(nowMs + validDays * dayMs)),
    distinguishedName(name),
    spki(keys),
    explicit(3, sequence(...extensions)),
  );

const signCertificate = ({ keys }: Issuer, body: Buffer): Buffer =>
  sequence(body, algorithm, bits(sign("sha256", body, keys.privateKey)));

const pem = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replace(/.{64}/g, "$&\n").trimEnd()}\n-----END CERTIFICATE-----\n`;
