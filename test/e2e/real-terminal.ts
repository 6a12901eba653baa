import { spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { folderOfTest } from "../temporary-folder.ts";
import { keptCode, launcher, node } from "./terminal.ts";
import { runOnTerminal } from "./terminal-process.ts";

/** Text on the screen, or a condition on the whole output. */
type Wanted = string | RegExp | ((text: string) => boolean);

interface RealTerminal {
  /** All output so far. */
  output(): string;
  /** Resolves when the output after this many characters matches. Rejects if svc ends before. */
  shows(expected: Wanted, after?: number): Promise<void>;
  /** Types keys. Control characters cause signals, as on a terminal. */
  type(keys: string): void;
  /** Repeats a key until the output after this many characters matches. */
  pressedUntil(key: string, expected: Wanted, after?: number): Promise<void>;
  /** Repeats a key until svc ends. Resolves with the exit code. */
  leftBy(key: string): Promise<number | null>;
  /** Sets the terminal's size repeatedly until the output after this many characters matches. */
  resizedUntil(rows: number, columns: number, expected: Wanted, after: number): Promise<void>;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<number | null>;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly rows?: number;
  readonly columns?: number;
}

/** Runs the built svc on a new terminal, which is closed at the end of the test. */
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
  let output = "";
  let isOver = false;
  let look = () => {};
  stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    look();
  });
  void ended.then(() => {
    isOver = true;
    look();
  });
  const shows = (expected: Wanted, after = 0) =>
    new Promise<void>((resolve, reject) => {
      look = () => {
        const text = output.slice(after);
        if (isShown(expected, text)) resolve();
        else if (isOver) reject(new Error(`ended without ${expected}: ${JSON.stringify(text.slice(-2000))}`));
      };
      look();
    });
  const place = /at (\d+) (\/\S+)\r?\n/;
  await shows(place);
  const [begin = "", pid = "", tty = ""] = place.exec(output) ?? [];
  const start = output.indexOf(begin) + begin.length;
  const type = (keys: string) => void stdin.write(keys);
  return {
    output: () => output.slice(start),
    shows: (expected, after = 0) => shows(expected, start + after),
    type,
    pressedUntil: (key, expected, after = 0) => repeated(() => type(key), shows(expected, start + after)),
    leftBy: (key) => repeated(() => type(key), ended),
    resizedUntil: (height, width, expected, after) => {
      spawnSync("stty", ["-F", tty, "rows", `${height}`, "cols", `${width}`]);
      // The terminal sends this signal once.
      return repeated(() => process.kill(-Number(pid), "SIGWINCH"), shows(expected, start + after));
    },
    signal: (name) => void process.kill(Number(pid), name),
    ended,
  };
}

/** Runs the action now and ten times a second until `done`, because a program may ignore early input. */
async function repeated<T>(act: () => void, done: Promise<T>): Promise<T> {
  act();
  const timer = setInterval(act, 100);
  return await done.finally(() => clearInterval(timer));
}

function isShown(expected: Wanted, text: string): boolean {
  if (typeof expected === "function") return expected(text);
  return typeof expected === "string" ? text.includes(expected) : expected.test(text);
}
