import type { OperationEntry } from "../../../src/catalogue/index.ts";
import type { Globals, Invocation, OperationRun, Options } from "../../../src/cli/invocation/invocation.ts";
import { openInvocation } from "../../../src/cli/invocation/open.ts";
import type { CallOptions, Client, Values, WireRequest } from "../../../src/client/http/call.ts";
import { fakeClock, jsonAnswer } from "../client/lifecycle/fake-service.ts";
import { endpoint, entryOf } from "./command-line.ts";
import { openTerminal, type TerminalOptions } from "./terminal/terminal.ts";

export const globals: Globals = {
  profile: undefined,
  url: undefined,
  apiKeyFile: undefined,
  apiKeyStdin: false,
  output: undefined,
  columns: undefined,
  sort: undefined,
  hasHeader: true,
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
  readonly fields?: Invocation["fields"];
  readonly globals?: Partial<Globals>;
}

/** Prepares a run of a command: with a terminal, a clock that skips sleeps, and `client` as the service. */
function openHarness(client: Client, line: HarnessLine, terminalOptions: TerminalOptions) {
  const terminal = openTerminal(terminalOptions);
  const clock = fakeClock();
  const context = { ...terminal.context, clock };
  const opened = openInvocation(
    context,
    { ...globals, ...line.globals },
    {
      arguments: line.arguments ?? {},
      options: (line.options ?? {}) as Options,
      fields: line.fields ?? {},
      rest: [],
      builtins: [],
    },
  );
  const invocation: Invocation = { ...opened, connect: async () => client, open: async () => client };
  return { terminal, clock, invocation };
}

/** Collects what the command prints in `printed`. */
export function waitingHarness(
  client: Client,
  line: HarnessLine = {},
  terminalOptions: TerminalOptions = { isTTY: false },
) {
  const { invocation, ...harness } = openHarness(client, line, terminalOptions);
  const printed: unknown[] = [];
  const print: Invocation["print"] = async (value) => void printed.push(value);
  const printAnswer: Invocation["printAnswer"] = async (answer) => void printed.push(await answer.value());
  return { ...harness, invocation: { ...invocation, print, printAnswer }, printed };
}

/** A request as the service of a test receives it. */
export interface ServedRequest {
  /** `METHOD path` of the operation. */
  readonly label: string;
  readonly values: Values;
  readonly options: CallOptions | undefined;
}

/** Returns the answer to a request, or throws the client's error. */
export type Service = (request: ServedRequest) => unknown;

/** Prints on the terminal. The service is a function, and `send` answers raw requests. */
export function printingHarness(
  service: Service,
  line: HarnessLine = {},
  terminalOptions: TerminalOptions = { isTTY: false },
  send: (request: WireRequest) => unknown = () => undefined,
) {
  const requests: ServedRequest[] = [];
  const client: Client = {
    endpoint: { ...endpoint, baseUrl: "http://svc.example:5240/SVC" },
    call: async ({ method, path }, values, options) => {
      options?.signal?.throwIfAborted();
      const request = { label: `${method} ${path}`, values, options };
      requests.push(request);
      return jsonAnswer(await service(request));
    },
    send: async (request, options) => {
      options?.signal?.throwIfAborted();
      return jsonAnswer(await send(request));
    },
    clockSkewMs: () => undefined,
    close: async () => undefined,
  };
  return { ...openHarness(client, line, terminalOptions), requests, client };
}

/** The argument of an operation's action; `executed` collects the operations that it passes on. */
export function runOf(id: string, values: Values, invocation: Invocation) {
  const executed: { readonly entry: OperationEntry; readonly values: Values }[] = [];
  const run: OperationRun = {
    entry: entryOf(id),
    values,
    invocation,
    execute: async (entry, given) => {
      executed.push({ entry, values: given });
    },
  };
  return { run, executed };
}
