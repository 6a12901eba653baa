import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * One folder for the compiled code that the built svc keeps between runs. Tests run it at homes of their own: each process would
 * compile its code anew and store it, which takes more of the processor than the rest of a short command.
 */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), "svc-test-code-"));
  process.env["SVC_TEST_CODE"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
