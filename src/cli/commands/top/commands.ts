import type { Context } from "../../../context.ts";
import { connectionWords } from "../../invocation/globals.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { listenToKeys } from "../../terminal/capabilities.ts";
import { runChild } from "../../terminal/child.ts";
import type { Screen } from "../../terminal/screen.ts";
import { plainNameOf, type TopMachine } from "./machines.ts";

export interface MachineCommand {
  readonly key: string;
  readonly help: string;
  /** Short form for the bottom line. */
  readonly brief?: string;
  /** Arguments of svc; `{id}` and `{name}` are replaced by those of the machine. */
  readonly words: readonly string[];
  readonly isFromProfile?: true;
  /** Its output stays on the terminal until a key is pressed. */
  readonly pauses?: true;
}

export const machineCommands: readonly MachineCommand[] = [
  { key: "s", help: "log in with ssh", brief: "ssh", words: ["machines", "ssh", "{id}"] },
  { key: "w", help: "why it failed", brief: "why", words: ["machines", "why", "{id}"], pauses: true },
  { key: "l", help: "output of its last scripts", words: ["machines", "logs", "{id}"], pauses: true },
  {
    key: "e",
    help: "follow its events; Ctrl-C ends",
    words: ["events", "query", "--id", "{id}", "--follow"],
  },
  { key: "c", help: "open its serial console", words: ["machines", "console", "{id}"] },
  { key: "o", help: "show it as JSON", words: ["machines", "get", "{id}", "-o", "json"], pauses: true },
];

export const commandWords = (
  words: readonly string[],
  machine: Pick<TopMachine, "systemId" | "hostname">,
): readonly string[] =>
  words.map((word) =>
    word.replace(/\{(?:name|id)\}/g, (part) => (part === "{id}" ? machine.systemId : plainNameOf(machine))),
  );

/** Hands the terminal to another run of svc, which uses the same connection. */
export async function runOnTerminal(
  { words, pauses }: MachineCommand,
  machine: Pick<TopMachine, "systemId" | "hostname">,
  screen: Screen,
  { context, globals }: Pick<Invocation, "context" | "globals">,
): Promise<void> {
  const [program = "svc", ...programWords] = context.program.command;
  const lineWords = commandWords(words, machine);
  const reclaimTerminal = screen.handOver();
  try {
    const allWords = [...programWords, ...lineWords, ...connectionWords(globals, context.env)];
    const code = await runChild(program, allWords, context, { env: context.env }).catch((error: Error) => {
      context.stderr.write(`${error.message}\n`);
      return 1;
    });
    if (pauses === true || code !== 0) await waitForKey(context);
  } finally {
    reclaimTerminal();
  }
}

async function waitForKey({ stdin, stderr }: Context): Promise<void> {
  stderr.write("\npress a key to return to svc top");
  stdin.setRawMode?.(true);
  await new Promise<void>((resolve) => {
    const release = () => {
      dispose();
      resolve();
    };
    const dispose = listenToKeys(stdin, release, release);
    stdin.resume();
  });
  stdin.setRawMode?.(false);
  stderr.write("\n");
}
