import type { OperationEntry } from "../../../src/catalogue/index.ts";
import type { Invocation, OperationRun, Options } from "../../../src/cli/invocation/invocation.ts";
import { openInvocation } from "../../../src/cli/invocation/open.ts";
import type { CallOptions, Client, Values, WireRequest } from "../../../src/client/http/call.ts";
import { fakeClock, jsonAnswer } from "../client/lifecycle/fake-service.ts";
import { entryOf } from "./command-line.ts";
import { openTerminal, type TerminalOptions } from "./terminal/terminal.ts";
import { globals, type HarnessLine } from "./waiting-harness.ts";

/** A request as the service of a test receives it. */
export interface ServedRequest {
  /** `METHOD path` of the operation. */
  readonly label: string;
  readonly values: Values;
  readonly options: CallOptions | undefined;
}

/** Returns the answer to a request, or throws the client's error. */
export type Service = (request: ServedRequest) => unknown;

/**
 * Prepares a run of a command with real output, in which the service is a function. `send` handles raw
 * requests.
 */
export function printingHarness(
  service: Service,
  line: HarnessLine & { readonly fields?: Invocation["fields"] } = {},
  terminalOptions: TerminalOptions = { isTTY: false },
  send: (request: WireRequest) => unknown = () => undefined,
) {
  const terminal = openTerminal(terminalOptions);
  const clock = fakeClock();
  const requests: ServedRequest[] = [];
  const client: Client = {
    endpoint: {
      baseUrl: "http://svc.example:5240/SVC",
      addressing: "path",
      signature: "plaintext",
      credentials: undefined,
      clockOffsetMs: 0,
    },
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
  return { terminal, clock, invocation, requests, client };
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
