import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** A folder that is removed after the current test. Not for concurrent tests. */
export function folderOfTest(): string {
  const { path, remove } = createFolder();
  onTestFinished(remove);
  return path;
}

/** A folder that is removed after all tests of the file that calls this while it is loaded. */
export function folderOfFile(): string {
  const { path, remove } = createFolder();
  afterAll(remove);
  return path;
}

function createFolder() {
  const path = mkdtempSync(join(tmpdir(), "svc-test-"));
  // A process that is ending may still write a file while the folder is removed.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return { path, remove };
}
