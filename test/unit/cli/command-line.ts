import { PassThrough } from "node:stream";
import { signatureOf } from "../../../src/catalogue/commands/command-spec.ts";
import { loadAllOperations, type OperationEntry } from "../../../src/catalogue/index.ts";
import type { Field } from "../../../src/catalogue/operation.ts";
import { builtinCommands } from "../../../src/cli/commands/index.ts";
import { readLine } from "../../../src/cli/line/line.ts";
import { scanLine } from "../../../src/cli/line/scan.ts";
import { commandTree } from "../../../src/cli/tree/command-tree.ts";
import { readValues } from "../../../src/cli/values/values.ts";
import type { Endpoint, WireRequest } from "../../../src/client/http/call.ts";
import { buildRequest } from "../../../src/client/http/request.ts";
import { checkValues, withDefaults } from "../../../src/client/values/check.ts";
import type { Context } from "../../../src/context.ts";

/** The built-in commands, without those of a described service. */
export const program = commandTree(builtinCommands);

export const operations: readonly OperationEntry[] = await loadAllOperations();

export function entryOf(id: string): OperationEntry {
  const entry = operations.find((each) => each.id === id);
  if (entry === undefined) throw new Error(`no operation ${id}`);
  return entry;
}

export const endpoint: Endpoint = {
  baseUrl: "http://rack.example:5240/SVC",
  addressing: "path",
  signature: "plaintext",
  credentials: undefined,
  clockOffsetMs: 0,
};

/** A context in memory whose standard input contains `input`. */
export function quietContext(input: string | Buffer = ""): Context {
  const stdin = new PassThrough();
  stdin.end(input);
  return {
    argv: [],
    env: {},
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    clock: { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() },
    random: { next: () => 0.5, hex: (length) => "0".repeat(length * 2) },
    program: { pid: 1, command: ["svc"], isRunning: () => false, startOf: async () => undefined },
    onSignal: () => () => {},
  };
}

/** Parses a command line and returns the request that it would send. */
export async function requestOf(argv: readonly string[], input = "", tree = program): Promise<WireRequest> {
  const scanned = await scanLine(argv, tree);
  const { target } = scanned;
  if (target.kind !== "operation") throw new Error(`'${argv.join(" ")}' is not an operation`);
  const line = await readLine(scanned);
  const { operation } = target.entry;
  const typed = await readValues(signatureOf(target.entry), scanned.operands, {
    ...line,
    context: quietContext(input),
  });
  const values = withDefaults(operation, typed);
  if (line.options["no-check"] !== true) checkValues(operation, values);
  const identifiers = Object.fromEntries(
    (operation.parameters ?? []).map(({ name }) => {
      const value = values[name];
      return [name, Array.isArray(value) ? value[0] : value];
    }),
  );
  return buildRequest(operation, { ...values, ...identifiers }, endpoint);
}

/** A valid value for a field. */
export function sampleOf(field: Field, entry: OperationEntry): string {
  const example = entry.operation.example?.[field.name];
  if (example !== undefined && !example.startsWith("@")) return example;
  if (field.choices?.[0] !== undefined) return field.choices[0];
  switch (field.type) {
    case "integer":
      return String(field.min ?? field.max ?? 0);
    case "size":
      return "5G";
    case "map":
      return "colour=blue";
    default:
      return `${field.name} é/&=`;
  }
}
