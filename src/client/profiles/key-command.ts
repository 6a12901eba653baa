import { spawn } from "node:child_process";
import type { Context } from "../../context.ts";
import { Failure, systemErrorCode, systemErrorText } from "../../core/failure.ts";
import { shellWord, shellWords } from "../../core/text/shell-words.ts";
import type { Credentials } from "../http/call.ts";
import { parseKey } from "./credentials.ts";

/** The user may have to touch a security key or type a passphrase. */
const commandLimitMs = 60_000;
const maxOutputLength = 4096;

/** Runs the command without a shell. The first line of its output is the key. No message repeats the output. */
export async function runKeyCommand(
  text: string,
  source: string,
  env: Context["env"],
  {
    signal,
    limitMs = commandLimitMs,
  }: { readonly signal?: AbortSignal | undefined; readonly limitMs?: number } = {},
): Promise<Credentials> {
  const [program = "", ...words] = wordsOfCommand(text);
  const needsShell = words.some((word) => /^[|;&<>]|[|;&]$/.test(word)) && !/sh$/.test(program);
  const commandFailure = (why: string) =>
    new Failure("notAuthenticated", `${source} failed: ${why}`, {
      hint: needsShell ? `it needs a shell: sh -c ${shellWord(text)}` : `run it by itself: ${text}`,
    });
  const limit = AbortSignal.timeout(limitMs);
  const commandOutput = await new Promise<string>((resolve, reject) => {
    // The command's prompts and errors go to the terminal.
    const child = spawn(program, words, { env, stdio: ["ignore", "pipe", "inherit"] });
    const end = (reason: unknown) => {
      child.kill("SIGKILL");
      // A process that the command started may still hold the pipe open.
      child.stdout.destroy();
      reject(reason);
    };
    limit.addEventListener("abort", () =>
      end(commandFailure(`it printed no key within ${limitMs / 1000} s`)),
    );
    signal?.addEventListener("abort", () => end(signal.reason));
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      output += piece;
      if (output.length > maxOutputLength) end(commandFailure("it printed more than a key"));
    });
    child.on("error", (error) => {
      const isMissing = systemErrorCode(error) === "ENOENT";
      reject(commandFailure(isMissing ? `${program} is not installed` : systemErrorText(error)));
    });
    child.on("exit", (code, signalName) => {
      // Ctrl-C on a terminal interrupts the command as well as svc.
      if (signalName === "SIGINT") reject(new Failure("interrupted", "interrupted"));
      else if (code !== 0) reject(commandFailure(signalName ?? `exit code ${code}`));
    });
    child.on("close", () => resolve(output));
  });
  return parseKey(commandOutput.trim().split("\n")[0] ?? "", source);
}

export function wordsOfCommand(text: string): readonly string[] {
  const words = shellWords(text);
  if (words !== undefined && words.length > 0) return words;
  throw new Failure("usage", "key-command takes a command with its arguments, quoted as in a shell");
}
