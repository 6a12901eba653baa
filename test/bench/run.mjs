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

/**
 * The environment of what is measured: the user's, without what makes every Node read certificates as it starts. A bare
 * Node 20 takes three times as long with it, and the ratios to it would flatter svc.
 */
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

export { environment };

/** Runs a shell command; resolves with its wall time in milliseconds and, where svc ran in it, svc's peak memory in MiB. */
export function measure(command, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const memoryFile = join(folder, "memory");
  const begun = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-o", "pipefail", "-c", command], {
      env: { ...environment, SVC_CONFIG_DIR: folder, SVC_BENCH_MEMORY: memoryFile, ...env },
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

/** The middle one of some numbers. */
export const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/**
 * Runs two commands in turn, after a run of each that is not counted: it keeps compiled code and fills the caches of
 * files. Gives the ratio of the second's time to the first's: its median, the range of all rounds, and the largest memory
 * of the second in MiB. Each ratio is of two neighbouring runs, so that what disturbs both counts for little.
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

/** What the ratios of all rounds lie between. */
export const range = ({ lowest, highest }) => `${lowest.toFixed(1)} to ${highest.toFixed(1)}`;

/** One line of the report. */
export function report(name, figures) {
  console.log(`${name.padEnd(40)} ${figures}`);
}
