import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Context } from "../../../context.ts";
import { isSystemError, systemErrorText } from "../../../core/failure.ts";
import { makeFolder } from "../../../core/files.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { authorityFile, pathPrefix, readFileText } from "./control.ts";

export function storeAuthority(invocation: Invocation, { authority, url }: Sandbox): string | undefined {
  const prefix = pathPrefix(invocation);
  if (authority === undefined) return undefined;
  try {
    if (prefix === undefined) throw Object.assign(new Error("no folder"), { code: "ENOENT" });
    makeFolder(dirname(prefix));
    const file = resolve(authorityFile(prefix));
    writeFileSync(file, authority, { mode: 0o644 });
    return file;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const address = new URL("/_sandbox/ca.pem", url).href;
    invocation.messages.warn(
      `the certificate authority could not be written to a file (${systemErrorText(error)}): fetch it from ${address}`,
    );
    return undefined;
  }
}

/** OpenSSL, Go, Python's requests and curl trust only the authorities in the files that these variables name. */
const bundleVariables = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"] as const;

/** The bundle also contains Node's authorities and those that the variables named before. */
export async function trustAuthority({ authority }: Sandbox, env: Context["env"]) {
  if (authority === undefined) return { variables: {}, remove: () => {} };
  const { rootCertificates } = await import("node:tls");
  const folder = mkdtempSync(join(tmpdir(), "svc-sandbox-"));
  const write = (name: string, ...texts: readonly string[]) => {
    const file = join(folder, name);
    writeFileSync(file, texts.join("\n"));
    return file;
  };
  // An unreadable file is left out without a message, as most programs would do.
  const previousCertificates = new Set(bundleVariables.map((name) => readFileText(env[name])));
  const bundle = write("ca-bundle.pem", authority, ...previousCertificates, ...rootCertificates);
  return {
    variables: {
      SVC_CA_CERT: write("ca.pem", authority),
      // Node trusts these in addition to its own authorities.
      NODE_EXTRA_CA_CERTS: write("ca-extra.pem", authority, readFileText(env["NODE_EXTRA_CA_CERTS"])),
      ...Object.fromEntries(bundleVariables.map((name) => [name, bundle])),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
