import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Context } from "../../../context.ts";
import { isSystemError } from "../../../core/failure.ts";
import { makeFolder } from "../../../core/files.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { authorityFile, pathPrefix } from "./control.ts";

/** Returns the file's absolute path; undefined without TLS. Warns and returns undefined if it cannot be written. */
export function storeAuthority(invocation: Invocation, { authority, url }: Sandbox): string | undefined {
  const place = pathPrefix(invocation);
  if (authority === undefined) return undefined;
  try {
    if (place === undefined) throw Object.assign(new Error("no folder"), { code: "ENOENT" });
    makeFolder(dirname(place));
    const file = resolve(authorityFile(place));
    writeFileSync(file, authority, { mode: 0o644 });
    return file;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const address = new URL("/_sandbox/ca.pem", url).href;
    invocation.messages.warn(
      `the certificate authority could not be written to a file (${error.code}): fetch it from ${address}`,
    );
    return undefined;
  }
}

export function removeAuthority(file: string | undefined): void {
  if (file !== undefined) rmSync(file, { force: true });
}

/** OpenSSL and Go, Python's requests and curl trust only the authorities in these files. */
const bundleVariables = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"] as const;

interface TrustedAuthority {
  readonly variables: Readonly<Record<string, string>>;
  remove(): void;
}

/**
 * Files and variables by which a command trusts the sandbox. The bundle also has the certificates that its variables named before, and
 * the authorities that Node knows.
 */
export async function trustAuthority({ authority }: Sandbox, env: Context["env"]): Promise<TrustedAuthority> {
  if (authority === undefined) return { variables: {}, remove: () => {} };
  const { rootCertificates } = await import("node:tls");
  const folder = mkdtempSync(join(tmpdir(), "svc-sandbox-"));
  const write = (name: string, ...texts: readonly string[]) => {
    const file = join(folder, name);
    writeFileSync(file, texts.join("\n"));
    return file;
  };
  const before = new Set(bundleVariables.map((name) => readText(env[name])));
  const bundle = write("ca-bundle.pem", authority, ...before, ...rootCertificates);
  return {
    variables: {
      SVC_CA_CERT: write("ca.pem", authority),
      // Node adds these to its own.
      NODE_EXTRA_CA_CERTS: write("ca-extra.pem", authority, readText(env["NODE_EXTRA_CA_CERTS"])),
      ...Object.fromEntries(bundleVariables.map((name) => [name, bundle])),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Programs ignore a file that cannot be read, or report it themselves. */
function readText(file: string | undefined): string {
  try {
    return file ? readFileSync(file, "utf8") : "";
  } catch {
    return "";
  }
}
