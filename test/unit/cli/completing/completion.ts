import { answerCompletion } from "../../../../src/cli/completing/answer.ts";
import { systemClock } from "../../../../src/core/clock.ts";
import { fastProcess } from "../../../fast-process.ts";

/** The completions offered for a line with the cursor at its end. `withinMs` is the time limit. */
export async function answer(
  shell: string,
  line: string,
  env: Readonly<Record<string, string>>,
  withinMs = 60_000,
): Promise<readonly string[]> {
  const words = line.split(" ");
  const word = words.at(-1) ?? "";
  const args = shell === "bash" ? [word, `svc ${line}`] : [word, ...words.slice(0, -1)];
  return (await ask([shell, ...args], env, withinMs)).slice(1);
}

export async function ask(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  withinMs = 60_000,
): Promise<readonly string[]> {
  let output = "";
  const context = {
    ...fastProcess,
    argv: ["__complete", ...args],
    env,
    clock: systemClock,
    stdout: {
      write: (text: string, done: () => void) => {
        output += text;
        done();
      },
    },
    get stderr(): never {
      throw new Error("standard error is the line that is being typed");
    },
    get stdin(): never {
      throw new Error("standard input belongs to the shell");
    },
  } as unknown as Parameters<typeof answerCompletion>[0];
  await answerCompletion(context, systemClock.monotonic() + withinMs);
  return output.split("\n").slice(0, -1);
}
