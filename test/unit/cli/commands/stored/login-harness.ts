import { expect } from "vitest";
import type { Globals, Invocation, Options } from "../../../../../src/cli/invocation/invocation.ts";
import type { Client, Endpoint } from "../../../../../src/client/http/call.ts";
import { readProfiles } from "../../../../../src/client/profiles/store.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";
import { jsonAnswer } from "../../../client/lifecycle/fake-service.ts";
import { labKey, otherKey } from "../../../client/profiles/lab.ts";
import { globals } from "../../harness.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../../terminal/terminal.ts";

/** A request as the service receives it. */
interface ServedRequest {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly values: unknown;
}

/** Returns the answer, or throws the failure of the request. */
type Service = (request: ServedRequest) => unknown;

const healthy: Service = ({ path }) => (path.startsWith("/api/version") ? "2.0" : []);

export const refusal = (kind: Failure["kind"], status: number) =>
  new Failure(kind, `answered ${status}`, { status });

interface Harness extends Terminal {
  readonly invocation: Invocation;
  readonly folder: string;
  readonly requests: readonly ServedRequest[];
  readonly printed: readonly unknown[];
}

export interface HarnessOptions extends TerminalOptions {
  readonly words?: Invocation["arguments"];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly globals?: Partial<Globals>;
  readonly service?: Service;
  readonly clockSkewMs?: number;
  readonly folder?: string;
  /** The user whose key it is; the service does not report one by default. */
  readonly user?: string;
}

/** Prepares one run of a command at a terminal, with a new folder and an in-memory service. */
export function openHarness(options: HarnessOptions = {}): Harness {
  const { service = healthy, folder = folderOfTest(), clockSkewMs } = options;
  const terminal = openTerminal({ isTTY: false, ...options });
  const requests: ServedRequest[] = [];
  const printed: unknown[] = [];
  const say = (text: string) => void terminal.context.stderr.write(`${text}\n`);
  const invocation: Invocation = {
    context: terminal.context,
    globals: { ...globals, configDir: folder, ...options.globals },
    messages: { note: say, warn: say, detail: say },
    arguments: options.words ?? {},
    rest: [],
    builtins: [],
    options: (options.options ?? {}) as Options,
    fields: {},
    connect: () => Promise.reject(new Error("no connection is in force here")),
    open: async ({ endpoint }): Promise<Client> => ({
      endpoint,
      call: async ({ path }, values) => {
        requests.push({ endpoint, path, values });
        const value = service({ endpoint, path, values });
        return {
          status: 200,
          contentType: undefined,
          headers: {},
          value: async () => value,
          bytes: () => {
            throw new Error("unread");
          },
        };
      },
      send: async () => jsonAnswer({ username: options.user }),
      clockSkewMs: () => clockSkewMs,
      close: async () => {},
    }),
    outputSettings: () => ({ format: "table", hasHeader: true, showSecrets: false, color: false }),
    print: async (value) => void printed.push(value),
    printAnswer: () => Promise.reject(new Error("unused")),
  };
  return { ...terminal, invocation, folder, requests, printed };
}

export const words = (first: string, url?: string) => ({ "name-or-url": first, url });
export const withKey = { SVC_API_KEY: labKey };
export const storedIn = ({ folder }: Harness) => readProfiles(folder).profiles;

export const expectNoKeyShown = (harness: Harness, failure?: Failure) => {
  const output = JSON.stringify([harness.shown, harness.printed, failure?.message, failure?.details]);
  for (const part of [...labKey.split(":"), ...otherKey.split(":")]) expect(output).not.toContain(part);
};
