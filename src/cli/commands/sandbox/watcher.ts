import { spawn } from "node:child_process";

/** The variable that marks the processes of one `svc sandbox exec`, and of those around it: its marks, dotted. */
const markVariable = "SVC_SANDBOX_EXEC";

/**
 * Reads standard input to its end: a line says that all is well, and an end without one that whoever held the
 * other end was killed. Then the process named by the first argument is ended, with all that it has started: its
 * descendants, and where the system shows the environment of processes, those that have the mark, the second
 * argument, in theirs.
 */
const script = `
children() {
  if [ -r /proc/self/stat ]; then
    for stat in /proc/[0-9]*/stat; do
      read -r line 2>/dev/null < "$stat" || continue
      rest=\${line##*) }; rest=\${rest#* }
      [ "\${rest%% *}" = "$1" ] && echo "\${line%% *}"
    done
  else
    ps -A -o pid= -o ppid= | while read -r pid parent; do [ "$parent" = "$1" ] && echo "$pid"; done
  fi
}
marked() {
  [ -r /proc/self/environ ] || return
  grep -lF -e "$1" /proc/[0-9]*/environ 2>/dev/null | while IFS=/ read -r _ _ pid _; do echo "$pid"; done
}
tree() { echo "$1"; for child in $(children "$1"); do tree "$child"; done; }
if read -r _; then exit 0; fi
all="$(tree "$1") $(marked "$2")"
kill -TERM $all 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  kill -0 $all 2>/dev/null || exit 0
  sleep 0.1 2>/dev/null || sleep 1
done
for pid in $(for each in $all; do tree "$each"; done; marked "$2"); do kill -KILL "$pid" 2>/dev/null; done
`;

export interface Watcher {
  /** The command has ended: nothing is to be killed any more. */
  dismiss(): void;
}

/** The variable of a command by which its processes are found; `mark` is random. */
export function markProcesses(env: NodeJS.ProcessEnv, mark: string): Readonly<Record<string, string>> {
  const around = env[markVariable];
  return { [markVariable]: around === undefined ? mark : `${around}.${mark}` };
}

/**
 * Starts a process of its own session that ends `pid`, its descendants and what carries the mark when this process is
 * killed in a way that it cannot handle. Needs a shell: without one the command outlives a killed `exec`.
 */
export function watchOver(pid: number, mark: string): Watcher {
  const watcher = spawn("/bin/sh", ["-c", script, "svc-sandbox-exec", String(pid), mark], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/bin:/usr/bin" },
  });
  // Without a shell nothing watches, and the command runs all the same.
  watcher.on("error", () => {});
  watcher.stdin.on("error", () => {});
  watcher.unref();
  return { dismiss: () => watcher.stdin.end("ended\n") };
}
