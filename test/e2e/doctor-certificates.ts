import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { join } from "node:path";
import { listen } from "../wire/raw-server.ts";
import { closing } from "./doctor-patient.ts";

/** A certificate and its key, as files of a folder. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

interface CertificateWish {
  readonly folder: string;
  /** Names the files, and the subject. */
  readonly name: string;
  /** What signs it, by the name of its files; left out: itself. */
  readonly issuer?: string;
  readonly altName?: string;
  readonly isAuthority?: boolean;
  readonly days?: number;
}

/** Makes NAME.pem and NAME.key by openssl. */
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

/** A service over TLS as far as the checks ask one; answers its port. */
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

/** Whether openssl is there. */
export function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("openssl is not installed: svc doctor is not tried with certificates");
    return false;
  }
}
