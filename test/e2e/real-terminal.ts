import { spawn, spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { folderOfTest } from "../temporary-folder.ts";
import { launcher, node } from "./terminal.ts";

/** The `script` of util-linux gives a command a terminal; there is none elsewhere. */
export const hasTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

interface RealTerminal {
  /** Everything that the terminal was sent so far. */
  shown(): string;
  /** Resolves when the terminal shows it, after so many characters; rejects where svc ends before. */
  shows(wanted: string | RegExp, after?: number): Promise<void>;
  /** Types keys; control characters are the keys that the terminal takes for signals. */
  type(keys: string): void;
  /** Types a key again and again until the terminal shows what is wanted. */
  pressedUntil(key: string, wanted: string): Promise<void>;
  resize(rows: number, columns: number): void;
  /** Sends svc a signal. */
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly rows?: number;
  readonly columns?: number;
}

/** Runs the built svc on a terminal of its own, which is taken away at the end of the test. */
export async function openTerminal(
  words: readonly string[],
  { env = {}, rows = 24, columns = 80 }: Options = {},
): Promise<RealTerminal> {
  const folder = folderOfTest();
  const prologue = `stty rows ${rows} cols ${columns}; echo "at $$ $(tty)"; exec "$0" "$@"`;
  const quoted = [prologue, node, launcher, ...words].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  const child = spawn("script", ["-qefc", `exec sh -c ${quoted.join(" ")}`, "/dev/null"], {
    cwd: folder,
    env: {
      ...{ PATH: process.env["PATH"] ?? "", TERM: "xterm", SHELL: "/bin/sh", HOME: folder },
      ...{ SVC_CONFIG_DIR: folder, LC_ALL: "C.UTF-8", LESSHISTFILE: "-", ...env },
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let shown = "";
  let isOver = false;
  let look = () => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    look();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      isOver = true;
      look();
      resolve(code);
    });
  });
  const shows = (wanted: string | RegExp, after = 0) =>
    new Promise<void>((resolve, reject) => {
      look = () => {
        const text = shown.slice(after);
        if (typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)) resolve();
        else if (isOver) reject(new Error(`ended without ${wanted}: ${JSON.stringify(text.slice(-2000))}`));
      };
      look();
    });
  const place = /at (\d+) (\/\S+)\r?\n/;
  await shows(place);
  const [begin = "", pid = "", tty = ""] = place.exec(shown) ?? [];
  const start = shown.indexOf(begin) + begin.length;
  const type = (keys: string) => void child.stdin.write(keys);
  return {
    shown: () => shown.slice(start),
    shows: (wanted, after = 0) => shows(wanted, start + after),
    type,
    pressedUntil: async (key, wanted) => {
      const timer = setInterval(type, 100, key);
      await shows(wanted, start).finally(() => clearInterval(timer));
    },
    resize: (height, width) => void spawnSync("stty", ["-F", tty, "rows", `${height}`, "cols", `${width}`]),
    signal: (name) => void process.kill(Number(pid), name),
    ended,
  };
}
