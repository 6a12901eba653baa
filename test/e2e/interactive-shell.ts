import { runOnTerminal } from "./terminal-process.ts";

interface TypedTerminal {
  type(text: string): void;
  /** Resolves with the output since the last call when it matches. Rejects after the deadline. */
  until(pattern: RegExp): Promise<string>;
  /** Ends the shell and everything that runs in it. */
  close(): Promise<void>;
}

/** Long enough for busy machines; only reached if the output never comes. */
const deadlineMs = 60_000;
const endMs = 5_000;

/** An interactive shell in a terminal of 80 columns and 24 lines. */
export function openTypedTerminal(folder: string, env: Readonly<Record<string, string>>): TypedTerminal {
  const {
    stdin,
    stdout,
    ended: exitCode,
    close,
  } = runOnTerminal("bash --norc --noprofile -i", {
    folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      TERM: "xterm",
      SHELL: "/bin/bash",
      PS1: "> ",
      HOME: folder,
      ...env,
    },
  });
  let output = "";
  let notice: () => void = () => undefined;
  stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    notice();
  });
  stdin.write("stty cols 80 rows 24\n");
  return {
    type: (text) => void stdin.write(text),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          notice = () => undefined;
          reject(new Error(`${pattern} was not shown: ${JSON.stringify(output.slice(-2_000))}`));
        }, deadlineMs);
        notice = () => {
          const match = pattern.exec(output);
          if (match === null) return;
          clearTimeout(timer);
          notice = () => undefined;
          const end = match.index + match[0].length;
          const text = output.slice(0, end);
          output = output.slice(end);
          resolve(text);
        };
        notice();
      }),
    close: async () => {
      stdin.write("\u0003\u0003\nexit\nexit\n");
      const timer = setTimeout(close, endMs);
      await exitCode;
      clearTimeout(timer);
    },
  };
}
