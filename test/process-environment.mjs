import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes one folder for the compiled code that the built svc keeps between runs: tests run it at homes of their own, where each
 * process would compile its code anew and store it, which takes more of the processor than the rest of a short command. Further
 * certificates, which every Node reads as it starts and no test needs, are left out.
 */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), "svc-test-code-"));
  process.env["SVC_TEST_CODE"] = folder;
  delete process.env["NODE_EXTRA_CA_CERTS"];
  return () => rmSync(folder, { recursive: true, force: true });
}
