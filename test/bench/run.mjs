import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The built launcher. */
export const launcher = join(import.meta.dirname, "../../bin/svc.js");

/**
 * Preloaded code that writes the peak memory of the process, in KiB, to the file `SVC_BENCH_MEMORY`. Reads
 * the kernel's high-water mark, because getrusage starts with the size of the parent process.
 */
const memoryReporter = `data:text/javascript,import{readFileSync,writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(process.env.SVC_BENCH_MEMORY,/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status","utf8"))[1]))`;

/** A shell command that runs svc, for use in a pipe. */
export const svc = `"${process.execPath}" --import '${memoryReporter}' "${launcher}"`;

/**
 * The user's environment without the variables that make every Node read certificates at start-up. They
 * triple the time of a bare Node 20, which would make svc's ratios look better.
 */
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

export { environment };

/**
 * Runs a shell command. Resolves with its wall time in milliseconds and, if it ran svc, the peak memory in
 * MiB.
 */
export function measure(command, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const memoryFile = join(folder, "memory");
  const startMs = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-o", "pipefail", "-c", command], {
      env: {
        ...environment,
        SVC_CONFIG_DIR: folder,
        XDG_STATE_HOME: folder,
        SVC_BENCH_MEMORY: memoryFile,
        ...env,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const wallMs = Number(process.hrtime.bigint() - startMs) / 1e6;
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

export const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/**
 * Runs two commands alternately, after one uncounted run of each that fills the caches. Returns the ratio of
 * the second's time to the first's (median and range of all rounds) and the second's peak memory in MiB. Each
 * ratio compares neighbouring runs, so that disturbances affect both.
 */
export async function compare(first, second, rounds = 5) {
  const ratios = [];
  let memoryMiB = 0;
  for (let round = 0; round <= rounds; round++) {
    const one = await measure(first.command, first.env);
    const other = await measure(second.command, second.env);
    memoryMiB = Math.max(memoryMiB, other.memoryMiB ?? 0);
    if (round > 0) ratios.push(other.wallMs / one.wallMs);
  }
  return { ratio: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios), memoryMiB };
}

/** The range of the ratios, as text. */
export const range = ({ lowest, highest }) => `${lowest.toFixed(1)} to ${highest.toFixed(1)}`;

/** One line of the report. */
export function report(name, figures) {
  console.log(`${name.padEnd(40)} ${figures}`);
}
