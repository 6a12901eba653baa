import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { signatureOf } from "../../../../src/catalogue/commands/command-spec.ts";
import { memberName } from "../../../../src/catalogue/commands/library-text.ts";
import { loadAllOperations, type OperationEntry } from "../../../../src/catalogue/index.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { readLine } from "../../../../src/cli/line/line.ts";
import { scanLine } from "../../../../src/cli/line/scan.ts";
import { resultType } from "../../../../src/cli/reference/library-operations.ts";
import { commandTree } from "../../../../src/cli/tree/command-tree.ts";
import { exampleOf } from "../../../../src/cli/tree/operation-spec.ts";
import { readValues } from "../../../../src/cli/values/values.ts";
import { readWholeBody } from "../../../../src/client/http/answer-body.ts";
import type { Value } from "../../../../src/client/http/call.ts";
import { isContent } from "../../../../src/client/http/request.ts";
import { connect, SvcError } from "../../../../src/client/library/index.ts";
import { loadServedOperations } from "../../../../src/sandbox/groups/handlers.ts";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { sandboxOfFile } from "../../../sandboxes.ts";
import { runSvc } from "../../../svc-run.ts";
import { quietContext } from "../../cli/command-line.ts";
import { shellWords } from "../../cli/reference/sandbox-line.ts";
import { partOfRun } from "../../random.ts";
import { declaredMembers, misfits } from "./declared.ts";

const served = new Set((await loadServedOperations()).map(({ id }) => id));
const operations = (await loadAllOperations()).filter(({ id }) => served.has(id));
const declared = declaredMembers(
  ["resource", "nodes", "networks", "storage", "account"].map((name) =>
    readFileSync(join(import.meta.dirname, `../../../../src/client/library/results/${name}.ts`), "utf8"),
  ),
);

/** Expected refusals: live services have removed networks and let only owners mark machines as broken. */
const removed = { kind: "notFound", exitCode: 3, status: 410 };
const missing = { ...removed, status: 404 };
const refusedAnywhere = {
  "rack-controller.override_failed_testing": { kind: "conflict", exitCode: 6, status: 409 },
  "vm-cluster.read": missing,
  "vm-cluster.update": missing,
  "vm-cluster.delete": missing,
};
const refusals: Readonly<Record<"documented" | "deployed", Readonly<Record<string, object>>>> = {
  documented: {
    ...refusedAnywhere,
    "network.connect_macs": missing,
    "network.disconnect_macs": missing,
    "network.list_connected_macs": missing,
  },
  deployed: {
    ...refusedAnywhere,
    "networks.create": removed,
    "network.delete": removed,
    "network.update": removed,
    "network.connect_macs": removed,
    "network.disconnect_macs": removed,
    "network.list_connected_macs": missing,
    "machine.mark_broken": { kind: "forbidden", exitCode: 5, status: 403 },
  },
};

/** The library arguments of an operation's example: identifiers, and fields by the library's names. */
async function givenBy(entry: OperationEntry) {
  const commands = exampleOf(entry).split(" | ").map(shellWords);
  const [, ...words] = commands.at(-1) ?? [];
  const [[program = "", ...args]] = commands.length > 1 ? [commands[0] ?? []] : [[]];
  const input = program === "" ? "" : execFileSync(program, args, { encoding: "utf8" });
  const scanned = await scanLine(words, commandTree(builtinCommands));
  const line = await readLine(scanned);
  const values = await readValues(signatureOf(entry), scanned.operands, {
    ...line,
    context: quietContext(input),
  });
  const { parameters = [], fields = [] } = entry.operation;
  const fieldsByName = new Map(fields.map((field) => [field.name, field]));
  const set: Record<string, string> = {};
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || parameters.some((parameter) => parameter.name === name)) continue;
    const field = fieldsByName.get(name);
    if (field === undefined) set[name] = String(value);
    else members[memberName(name)] = field.type === "base64" ? decoded(value) : await plain(value);
  }
  const identifiers = parameters.map(({ name }) => [values[name]].flat()[0]);
  return [...identifiers, members, { set }];
}

const decoded = (value: Value): Uint8Array => Buffer.from(String(value), "base64");

const plain = async (value: Value): Promise<unknown> =>
  isContent(value) ? readWholeBody(value.open()) : value;

/** Live services return names or plain contents here, unlike the documented types. */
const namedByDeployed: ReadonlySet<string> = new Set([
  "commissioning-scripts.list",
  "commissioning-script.read",
]);

describe.each(["documented", "deployed"] as const)(
  "the example of every operation, with %s answers",
  async (answers) => {
    let isAsAtStart = true;
    const shared = await sandboxOfFile({ answers, instant: true });

    const entries = partOfRun(operations, 6, answers === "deployed" ? 3 : 0);
    test.each(entries.map((entry) => [entry.id, entry] as const))("%s", async (id, entry) => {
      const { group, operation } = entry;
      // Resetting is faster than starting a sandbox, but instantaneous operations cannot be aborted.
      const isInstant = !id.endsWith(".abort");
      const sandbox = isInstant ? shared : await startSandbox({ answers });
      if (isInstant && !isAsAtStart) sandbox.reset();
      isAsAtStart = operation.method === "GET" && operation.examplePreparation === undefined;
      const svc = await connect({ url: sandbox.url, key: sandbox.keys.administrator, env: {} });
      try {
        const env = { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator };
        for (const line of operation.examplePreparation?.split(" && ") ?? [])
          await runSvc(shellWords(line).slice(1), { env });
        const methods = svc[memberName(group.name)] as Record<string, (...input: unknown[]) => unknown>;
        const call = () => Promise.resolve(methods[memberName(operation.verb)]?.(...input));
        const input = await givenBy(entry);
        const refusal = refusals[answers][id];
        if (refusal !== undefined) {
          const error: unknown = await call().catch((caught: unknown) => caught);
          expect(error).toBeInstanceOf(SvcError);
          expect(error).toMatchObject(refusal);
          return;
        }
        const { type, item } = resultType(entry);
        const value = await call();
        if (answers === "deployed" && namedByDeployed.has(id)) return;
        expect(misfits(value, type, declared)).toEqual([]);
        if (operation.method !== "GET" || item === undefined) return;
        const items: unknown[] = [];
        for await (const each of elementsOf(methods[memberName(operation.verb)], input)) items.push(each);
        expect(items).toEqual(
          operation.rows === undefined ? value : Reflect.get(Object(value), operation.rows),
        );
        expect(items.flatMap((each) => misfits(each, item, declared))).toEqual([]);
      } finally {
        await svc.close();
        if (!isInstant) await sandbox.stop();
      }
    });
  },
);

const elementsOf = (method: ((...given: unknown[]) => unknown) | undefined, given: readonly unknown[]) =>
  method?.(...given) as AsyncIterable<unknown>;
