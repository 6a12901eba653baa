import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Paths of a certificate and its key. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

interface CertificateWish {
  readonly folder: string;
  /** Name of the files and of the subject. */
  readonly name: string;
  /** File name of the issuer. By default, the certificate is self-signed. */
  readonly issuer?: string;
  readonly altName?: string;
  readonly isAuthority?: boolean;
  /** How long it is valid from now on. */
  readonly days?: number;
}

/** Creates NAME.pem and NAME.key with openssl, valid since long ago, because a test may run with a clock that jumps. */
export function certify({
  folder,
  name,
  issuer,
  altName,
  isAuthority,
  days = 90,
}: CertificateWish): Certified {
  const openssl = (command: string) =>
    execFileSync("openssl", command.split(" "), { cwd: folder, stdio: "ignore" });
  const ending = new Date(Date.now() + days * 86_400_000);
  writeFileSync(join(folder, "index.txt"), "");
  writeFileSync(
    join(folder, `${name}.conf`),
    `[ca]
default_ca = authority
[authority]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
[any]
commonName = supplied
[extensions]
basicConstraints = CA:${isAuthority === true ? "TRUE" : "FALSE"}
${altName === undefined ? "" : `subjectAltName = ${altName}`}
`,
  );
  const signer =
    issuer === undefined ? `-selfsign -keyfile ${name}.key` : `-cert ${issuer}.pem -keyfile ${issuer}.key`;
  const validity = `-startdate 20200101000000Z -enddate ${ending.toISOString().replace(/\.\d+|[-:T]/g, "")}`;
  openssl(`req -new -newkey rsa:2048 -nodes -subj /CN=${name} -keyout ${name}.key -out ${name}.csr`);
  openssl(
    `ca -batch -notext -config ${name}.conf -extensions extensions ${signer} ${validity} -in ${name}.csr -out ${name}.pem`,
  );
  const read = (ending: string) => readFileSync(join(folder, `${name}.${ending}`), "utf8");
  return { cert: read("pem"), key: read("key") };
}

export function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("openssl is not installed: tests of TLS are skipped");
    return false;
  }
}
