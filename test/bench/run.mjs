import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The built launcher. */
export const launcher = join(import.meta.dirname, "../../bin/svc.js");

/**
 * Writes the most memory that the process held, in kibibytes, to the file in `SVC_BENCH_MEMORY` as it ends. The kernel's high-water
 * mark, since the one of getrusage starts with the size of the process that forked it.
 */
const tellMemory = `data:text/javascript,import{readFileSync,writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(process.env.SVC_BENCH_MEMORY,/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1]))`;

/** A shell command that runs svc, so that it can stand in a pipe. */
export const svc = `"${process.execPath}" --import '${tellMemory}' "${launcher}"`;

/** Runs a shell command; resolves with its wall time in milliseconds and, where svc ran in it, svc's peak memory in MiB. */
export function measure(command, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const memoryFile = join(folder, "memory");
  const begun = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-o", "pipefail", "-c", command], {
      env: { ...process.env, SVC_CONFIG_DIR: folder, SVC_BENCH_MEMORY: memoryFile, ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const wallMs = Number(process.hrtime.bigint() - begun) / 1e6;
      let memoryMiB;
      try {
        memoryMiB = Number(readFileSync(memoryFile, "utf8")) / 1024;
      } catch {
        memoryMiB = undefined;
      }
      rmSync(folder, { recursive: true, force: true });
      if (code === 0) resolve({ wallMs, memoryMiB });
      else reject(new Error(`'${command}' ended with ${code}`));
    });
  });
}

/** The quickest of some alternating runs of two commands, so that a noisy neighbour counts for little. */
export async function compare(first, second, rounds = 3) {
  const quickest = (best, run) => (best === undefined || run.wallMs < best.wallMs ? run : best);
  let [a, b] = [undefined, undefined];
  for (let round = 0; round < rounds; round++) {
    a = quickest(a, await measure(first.command, first.env));
    b = quickest(b, await measure(second.command, second.env));
  }
  return [a, b];
}

/** One line of the report. */
export function report(name, figures) {
  console.log(`${name.padEnd(40)} ${figures}`);
}
