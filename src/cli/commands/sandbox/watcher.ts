import { spawn } from "node:child_process";

/** The variable that marks the processes of one `svc sandbox exec`, and of those around it: its marks, dotted. */
const markVariable = "SVC_SANDBOX_EXEC";

/** What the watcher is told about the command: it has ended by itself, or because svc was told to end. */
const allIsWell = "ended";
const endTheRest = "end the rest";

/**
 * Reads a line from standard input. `ended` is all well; `end the rest` says that the command has ended and what it
 * started has to; an end without a line, that whoever held the other end was killed. Then the process named by the first
 * argument is ended, unless it has ended, with all that it has started: its descendants, and where the system shows the
 * environment of processes, those that have the mark, the second argument, in theirs.
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
said=
read -r said
case $said in
  "${allIsWell}") exit 0 ;;
  "${endTheRest}") all="$(marked "$2")" ;;
  *) all="$(tree "$1") $(marked "$2")" ;;
esac
[ -n "$all" ] || exit 0
kill -TERM $all 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  kill -0 $all 2>/dev/null || exit 0
  sleep 0.1 2>/dev/null || sleep 1
done
for pid in $(for each in $all; do tree "$each"; done; marked "$2"); do kill -KILL "$pid" 2>/dev/null; done
`;

/** The variable of a command by which its processes are found; `mark` is random. */
export function markProcesses(env: NodeJS.ProcessEnv, mark: string): Readonly<Record<string, string>> {
  const around = env[markVariable];
  return { [markVariable]: around === undefined ? mark : `${around}.${mark}` };
}

/**
 * Starts a process of its own session that ends `pid`, its descendants and what carries the mark when this process is
 * killed in a way that it cannot handle. What it returns is called when the command has ended: with the signal that
 * ended it, what carries the mark is ended; without one it is left. Needs a shell: without one the command outlives a
 * killed `exec`.
 */
export function watchOver(pid: number, mark: string): (signal: NodeJS.Signals | undefined) => void {
  const watcher = spawn("/bin/sh", ["-c", script, "svc-sandbox-exec", String(pid), mark], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/bin:/usr/bin" },
  });
  // Without a shell nothing watches, and the command runs all the same.
  watcher.on("error", () => {});
  watcher.stdin.on("error", () => {});
  watcher.unref();
  return (signal) => watcher.stdin.end(`${signal === undefined ? allIsWell : endTheRest}\n`);
}
