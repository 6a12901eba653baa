import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Milliseconds in which terminated processes may still exit. */
const graceMs = 10_000;

/**
 * Creates one folder for the compile cache of the built svc. Tests use their own home folders; without a
 * shared cache each process would compile its code again, which costs more than the rest of a short command.
 * Removes the setting of additional certificates, which every Node reads at start-up. The folder's path in
 * their environment also identifies processes started by tests: one that is still running at the end fails
 * the run.
 */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), "svc-test-code-"));
  process.env["SVC_TEST_CODE"] = folder;
  // Nothing that a test starts reads or writes the user's own files.
  for (const name of ["CONFIG", "CACHE", "STATE"]) process.env[`XDG_${name}_HOME`] = join(folder, name);
  delete process.env["NODE_EXTRA_CA_CERTS"];
  return async () => {
    const endMs = performance.now() + graceMs;
    while (startedWith(folder).length > 0 && performance.now() < endMs) await setTimeout(50);
    const survivors = startedWith(folder);
    for (const { pid } of survivors) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    if (survivors.length === 0) return;
    process.exitCode = 1;
    const lines = survivors.map(({ pid, command }) => `\n  ${pid} ${command}`);
    throw new Error(`processes that outlive their tests:${lines.join("")}`);
  };
}

/** Processes whose environment contains `text`, except those running the tests. Empty without /proc. */
function startedWith(text) {
  return entriesOf("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid || !read(pid, "environ").includes(text)) return [];
    const command = read(pid, "cmdline").replaceAll("\0", " ");
    return command === "" || /vitest|esbuild/.test(command) ? [] : [{ pid: Number(pid), command }];
  });
}

function entriesOf(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function read(pid, name) {
  try {
    return readFileSync(join("/proc", pid, name), "utf8");
  } catch {
    // It has ended, or belongs to another user.
    return "";
  }
}
