import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** How long processes that were ended last may take to go, in milliseconds. */
const graceMs = 10_000;

/**
 * Makes one folder for the compiled code that the built svc keeps between runs: tests run it at homes of their own, where each
 * process would compile its code anew and store it, which takes more of the processor than the rest of a short command. Further
 * certificates, which every Node reads as it starts and no test needs, are left out.
 *
 * The folder also marks the processes that tests start: one that outlives them fails the run.
 */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), "svc-test-code-"));
  process.env["SVC_TEST_CODE"] = folder;
  delete process.env["NODE_EXTRA_CA_CERTS"];
  return async () => {
    const endMs = performance.now() + graceMs;
    while (startedWith(folder).length > 0 && performance.now() < endMs) await setTimeout(50);
    const left = startedWith(folder);
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    if (left.length === 0) return;
    process.exitCode = 1;
    const lines = left.map(({ pid, command }) => `\n  ${pid} ${command}`);
    throw new Error(`processes that outlive their tests:${lines.join("")}`);
  };
}

/** The processes, other than those that run the tests, whose environment has the text; none where there is no /proc. */
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
    // It has ended, or is somebody else's.
    return "";
  }
}
