import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** A folder that is removed after the test that asks for it; not for tests that run side by side. */
export function folderOfTest(): string {
  const { path, remove } = createFolder();
  onTestFinished(remove);
  return path;
}

/** A folder that is removed after all tests of the file that asks for it while it is loaded. */
export function folderOfFile(): string {
  const { path, remove } = createFolder();
  afterAll(remove);
  return path;
}

function createFolder() {
  const path = mkdtempSync(join(tmpdir(), "svc-test-"));
  // A process that has been ended may write its last file while the folder is removed.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return { path, remove };
}
