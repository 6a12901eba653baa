import { promises } from "node:fs";
import { Failure, systemErrorText } from "../../core/failure.ts";

const maxCertificateBytes = 16 * 1024 * 1024;

const labels: ReadonlySet<string> = new Set(["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]);
const boundary = "-----BEGIN ";

/** Checks every certificate in the file: OpenSSL would ignore all those after the first bad one. */
export async function readCertificate(path: string, source: string): Promise<string> {
  const failureFor = certificateFailure(source, `'${path}' `);
  const stats = await promises.stat(path).catch((error: NodeJS.ErrnoException) => {
    const problem = error.code === "ENOENT" ? "does not exist" : `cannot be read (${systemErrorText(error)})`;
    throw failureFor(problem, error);
  });
  if (!stats.isFile()) throw failureFor("is not a regular file");
  if (stats.size > maxCertificateBytes) throw failureFor("is larger than 16 MiB");
  const text = await promises.readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw failureFor(`cannot be read (${systemErrorText(error)})`, error);
  });
  await checkPem(text, failureFor);
  return text;
}

export const checkCertificate = (text: string, source: string): Promise<void> =>
  checkPem(text, certificateFailure(source, ""));

const certificateFailure = (source: string, label: string) => (problem: string, cause?: unknown) =>
  new Failure("usage", `${source}: the certificate authority ${label}${problem}`, {
    hint: `${source} takes a PEM file`,
    cause,
  });

async function checkPem(text: string, failureFor: ReturnType<typeof certificateFailure>): Promise<void> {
  if (!text.includes(boundary)) throw failureFor("is not a PEM file");
  const certificates = text
    .split(boundary)
    .filter((block) => labels.has(block.slice(0, Math.max(0, block.indexOf("-----")))));
  if (certificates.length === 0) throw failureFor("contains no certificate");
  const { X509Certificate } = await import("node:crypto");
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(`${boundary}${certificate}`);
    } catch (error) {
      throw failureFor(`contains a certificate that cannot be read (number ${index + 1})`, error);
    }
  }
}
