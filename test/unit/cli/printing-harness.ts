import type { OperationEntry } from "../../../src/catalogue/index.ts";
import type { Invocation, OperationRun, Options } from "../../../src/cli/invocation/invocation.ts";
import { openInvocation } from "../../../src/cli/invocation/open.ts";
import type { CallOptions, Client, Values, WireRequest } from "../../../src/client/http/call.ts";
import { fakeClock, jsonAnswer } from "../client/lifecycle/fake-service.ts";
import { entryOf } from "./command-line.ts";
import { openTerminal, type TerminalOptions } from "./terminal/terminal.ts";
import { globals, type HarnessLine } from "./waiting-harness.ts";

/** One request as the service of a test sees it. */
export interface Asked {
  /** Method and path of the operation. */
  readonly what: string;
  readonly values: Values;
  readonly options: CallOptions | undefined;
}

/** Answers a request; what it throws, the client throws. */
export type Service = (asked: Asked) => unknown;

/**
 * A command's run whose output is really written, against a service that is a function. `send` takes raw
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
  const asked: Asked[] = [];
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
      const request = { what: `${method} ${path}`, values, options };
      asked.push(request);
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
  return { terminal, clock, invocation, asked, client };
}

/** What an action of an operation is run with; `executed` gathers what it hands on. */
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
