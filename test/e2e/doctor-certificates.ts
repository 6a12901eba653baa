import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { join } from "node:path";
import { listen } from "../wire/raw-server.ts";
import { closing } from "./doctor-fixture.ts";

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
  readonly days?: number;
}

/** Creates NAME.pem and NAME.key with openssl. */
export function certify({
  folder,
  name,
  issuer,
  altName,
  isAuthority,
  days = 90,
}: CertificateWish): Certified {
  const openssl = (words: readonly string[]) =>
    execFileSync("openssl", words, { cwd: folder, stdio: "ignore" });
  const subject = ["-subj", `/CN=${name}`];
  openssl([
    ...["req", "-new", "-newkey", "rsa:2048", "-nodes"],
    ...subject,
    "-keyout",
    `${name}.key`,
    "-out",
    `${name}.csr`,
  ]);
  writeFileSync(
    join(folder, `${name}.ext`),
    [
      ...(altName === undefined ? [] : [`subjectAltName=${altName}`]),
      `basicConstraints=CA:${isAuthority === true ? "TRUE" : "FALSE"}`,
    ].join("\n"),
  );
  const signed =
    issuer === undefined
      ? ["-signkey", `${name}.key`]
      : ["-CA", `${issuer}.pem`, "-CAkey", `${issuer}.key`, "-CAcreateserial"];
  openssl([
    ...["x509", "-req", "-in", `${name}.csr`, ...signed, "-days", String(days)],
    ...["-extfile", `${name}.ext`, "-out", `${name}.pem`],
  ]);
  const read = (ending: string) => readFileSync(join(folder, `${name}.${ending}`), "utf8");
  return { cert: read("pem"), key: read("key") };
}

/** A TLS service that answers what svc doctor requests. Resolves with its port. */
export async function tlsService({ cert, key }: Certified): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ cert, key }, (request, answer) => {
    const url = request.url ?? "";
    if (url.includes("/version/")) return answer.writeHead(200, { "content-type": "text/plain" }).end("2.0");
    if (url.includes("authorisation"))
      return answer.writeHead(200, { "content-type": "application/json" }).end("[]");
    return answer.writeHead(404).end("Not Found");
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  return await listen(closing(server, sockets));
}

export function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("openssl is not installed: svc doctor is not tried with certificates");
    return false;
  }
}
