import type { Globals, Invocation, Options } from "../../../src/cli/invocation/invocation.ts";
import { makeMessages } from "../../../src/cli/terminal/report.ts";
import type { Client } from "../../../src/client/http/call.ts";
import { fakeClock } from "../client/lifecycle/fake-service.ts";
import { openTerminal, type TerminalOptions } from "./terminal/terminal.ts";

export const globals: Globals = {
  profile: undefined,
  url: undefined,
  apiKeyFile: undefined,
  apiKeyStdin: false,
  output: undefined,
  columns: undefined,
  sort: undefined,
  header: true,
  query: undefined,
  showSecrets: false,
  quiet: false,
  verbose: false,
  debug: false,
  curl: false,
  noPager: false,
  timeoutMs: undefined,
  retries: undefined,
  caCert: undefined,
  insecure: false,
  signature: undefined,
  addressing: undefined,
  yes: false,
  color: undefined,
  configDir: undefined,
};

export interface HarnessLine {
  readonly arguments?: Invocation["arguments"];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly globals?: Partial<Globals>;
}

/**
 * Prepares a run of a command that waits: with a terminal, a clock that skips sleeps, and `client` as the
 * service.
 */
export function waitingHarness(
  client: Client,
  line: HarnessLine = {},
  terminalOptions: TerminalOptions = { isTTY: false },
) {
  const terminal = openTerminal(terminalOptions);
  const clock = fakeClock();
  const context = { ...terminal.context, clock };
  const printed: unknown[] = [];
  const all = { ...globals, ...line.globals };
  const invocation: Invocation = {
    context,
    globals: all,
    messages: makeMessages(context, all),
    arguments: line.arguments ?? {},
    rest: [],
    builtins: [],
    options: (line.options ?? {}) as Options,
    fields: {},
    connect: async () => client,
    open: async () => client,
    outputSettings: () => ({ ...all, format: all.output ?? "table" }),
    print: async (value) => {
      printed.push(value);
    },
    printAnswer: async (answer) => {
      printed.push(await answer.value());
    },
  };
  return { terminal, clock, invocation, printed };
}
