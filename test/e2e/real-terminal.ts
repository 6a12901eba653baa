import { spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { folderOfTest } from "../temporary-folder.ts";
import { keptCode, launcher, node } from "./terminal.ts";
import { runOnTerminal } from "./terminal-process.ts";

/** A text that is shown, or what is to be true of all that is. */
type Wanted = string | RegExp | ((text: string) => boolean);

interface RealTerminal {
  /** Everything that the terminal was sent so far. */
  shown(): string;
  /** Resolves when the terminal shows it, after so many characters; rejects where svc ends before. */
  shows(wanted: Wanted, after?: number): Promise<void>;
  /** Types keys; control characters are the keys that the terminal takes for signals. */
  type(keys: string): void;
  /** Types a key again and again until the terminal shows what is wanted, after so many characters. */
  pressedUntil(key: string, wanted: Wanted, after?: number): Promise<void>;
  /** Types a key again and again until svc ends; resolves with the exit code. */
  leftBy(key: string): Promise<number | null>;
  /** Gives the terminal a size, and says so until it shows what is wanted, after so many characters. */
  resizedUntil(rows: number, columns: number, wanted: Wanted, after: number): Promise<void>;
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
  const { stdin, stdout, ended, close } = runOnTerminal(`exec sh -c ${quoted.join(" ")}`, {
    folder,
    env: {
      ...{ PATH: process.env["PATH"] ?? "", TERM: "xterm", SHELL: "/bin/sh", HOME: folder },
      ...{ SVC_CONFIG_DIR: folder, LC_ALL: "C.UTF-8", LESSHISTFILE: "-", ...keptCode, ...env },
    },
  });
  onTestFinished(close);
  let shown = "";
  let isOver = false;
  let look = () => {};
  stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    look();
  });
  void ended.then(() => {
    isOver = true;
    look();
  });
  const shows = (wanted: Wanted, after = 0) =>
    new Promise<void>((resolve, reject) => {
      look = () => {
        const text = shown.slice(after);
        if (isShown(wanted, text)) resolve();
        else if (isOver) reject(new Error(`ended without ${wanted}: ${JSON.stringify(text.slice(-2000))}`));
      };
      look();
    });
  const place = /at (\d+) (\/\S+)\r?\n/;
  await shows(place);
  const [begin = "", pid = "", tty = ""] = place.exec(shown) ?? [];
  const start = shown.indexOf(begin) + begin.length;
  const type = (keys: string) => void stdin.write(keys);
  return {
    shown: () => shown.slice(start),
    shows: (wanted, after = 0) => shows(wanted, start + after),
    type,
    pressedUntil: (key, wanted, after = 0) => repeated(() => type(key), shows(wanted, start + after)),
    leftBy: (key) => repeated(() => type(key), ended),
    resizedUntil: (height, width, wanted, after) => {
      spawnSync("stty", ["-F", tty, "rows", `${height}`, "cols", `${width}`]);
      // The terminal itself says it once.
      return repeated(() => process.kill(-Number(pid), "SIGWINCH"), shows(wanted, start + after));
    },
    signal: (name) => void process.kill(Number(pid), name),
    ended,
  };
}

/** Does something now and ten times a second, as a program drops what comes before it waits for it, until `done`. */
async function repeated<T>(act: () => void, done: Promise<T>): Promise<T> {
  act();
  const timer = setInterval(act, 100);
  return await done.finally(() => clearInterval(timer));
}

function isShown(wanted: Wanted, text: string): boolean {
  if (typeof wanted === "function") return wanted(text);
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
}
