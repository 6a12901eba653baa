import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Generous: `ps` normally answers within milliseconds. */
const timeoutMs = 2000;

/** The state of a process that has ended, but whose parent has not read its exit code. */
const zombieState = "Z";

/**
 * Returns the start time of a process as text, which distinguishes it from a later process with the same id.
 * Undefined if the process has ended or the system does not report it.
 */
export async function processStart(pid: number, platform: NodeJS.Platform): Promise<string | undefined> {
  if (platform === "win32") return undefined;
  if (platform !== "linux") return await startByPs(pid);
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may contain blanks and brackets. The state follows it; counted from the state, the 20th
    // field is the start time, in clock ticks since boot.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === zombieState || fields[19] === undefined) return undefined;
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "latin1");
    return `${boot.trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

const startByPs = (pid: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const options = { timeout: timeoutMs, env: { PATH: "/bin:/usr/bin", LC_ALL: "C" } };
    execFile("ps", ["-o", "stat=,lstart=", "-p", String(pid)], options, (error, stdout) => {
      const [state = "", ...start] = stdout.trim().split(/\s+/);
      const isGone = error !== null || state === "" || state.startsWith(zombieState);
      resolve(isGone ? undefined : start.join(" "));
    });
  });
