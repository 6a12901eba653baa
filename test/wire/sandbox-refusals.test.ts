import { beforeEach, describe, expect, test } from "vitest";
import { loadAllOperations } from "../../src/catalogue/index.ts";
import type { Operation } from "../../src/catalogue/operation.ts";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { partOfRun } from "../unit/random.ts";
import type { Values } from "./sandbox-caller.ts";
import { fixtureOfFile } from "./sandbox-fixture.ts";
import { rowGroups } from "./sandbox-rows/all.ts";
import type { PreparedCall, Rows } from "./sandbox-rows/row.ts";
import { isUnchanged, stateText, wrongValues } from "./sandbox-state-text.ts";

const fixture = await fixtureOfFile();

// Keeps the state small, since it is compared before and after each request.
beforeEach(() => fixture.sandbox.reset());

const rows: Rows = Object.assign({}, ...Object.values(rowGroups));
const changing = (await loadAllOperations())
  .map(({ operation }) => operation)
  .filter(({ method, path }) => method !== "GET" && rows[`${method} ${path}`]?.ok !== undefined)
  .map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

const snapshot = () => stateText(fixture.sandbox.world);

async function send(
  operation: Operation,
  parts: PreparedCall,
  values: Values,
  key = parts.key ?? fixture.keys.admin,
) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(parts.path?.[name] ?? ""),
  );
  return fixture.ask({ method: operation.method, path: `/api/2.0${path}`, key, values });
}

const prepareCall = async (address: string): Promise<PreparedCall> =>
  (await rows[address]?.ok?.(fixture)) ?? {};

describe.each(answerStyles.map((style, turn) => [style, turn] as const))("answers as %s", (style, turn) => {
  const selectedOperations = partOfRun(changing, 6, 3 * turn);
  test.each(selectedOperations)(
    "%s with an invalid value is a 400 and changes nothing",
    async (address, operation) => {
      fixture.sandbox.world.answers.style = style;
      for (const field of operation.fields ?? [])
        for (const wrong of wrongValues(field)) {
          const parts = await prepareCall(address);
          const before = snapshot();
          const answer = await send(operation, parts, { ...parts.values, [field.name]: wrong });
          const label = `${field.name}=${wrong}`;
          expect([answer.status, isUnchanged(before, snapshot())], label).toEqual([
            expect.toSatisfy(isRefusal),
            true,
          ]);
        }
    },
  );
});

/** 410 is the answer of withdrawn operations. */
const isRefusal = (status: unknown) => status === 400 || status === 410;

test.each(partOfRun(changing, 3))(
  "%s without a required value is refused and changes nothing",
  async (address, operation) => {
    fixture.sandbox.world.answers.style = "documented";
    for (const { name, type, required } of operation.fields ?? []) {
      // A map is sent under the names of its keys, and cloning needs only one of its two switches.
      const isElsewhere = type === "map" || (address.endsWith("op-clone") && type === "boolean");
      if (!required || isElsewhere) continue;
      const parts = await prepareCall(address);
      const { [name]: _left, ...values } = parts.values ?? {};
      const before = snapshot();
      const { status } = await send(operation, parts, values);
      // An empty list of machines is accepted.
      const isRefused = status >= 400 || type === "list";
      expect([isRefused, isUnchanged(before, snapshot())], name).toEqual([true, true]);
    }
  },
);

const onMachines = changing.filter(([, { path }]) => /^\/(?:machines|nodes)\/\{system_id\}\//.test(path));

test.each(partOfRun(onMachines, 2))(
  "%s of a locked machine is forbidden and changes nothing",
  async (address, operation) => {
    fixture.sandbox.world.answers.style = "documented";
    const parts = await prepareCall(address);
    const node = fixture.sandbox.world.state.nodes.bySystemId[parts.path?.system_id ?? ""];
    if (node === undefined) throw new Error(`no node for ${address}`);
    node.locked = true;
    const before = snapshot();
    const { status } = await send(operation, parts, parts.values ?? {});
    if (operation.path.endsWith("op-unlock")) expect([status, node.locked]).toEqual([200, false]);
    else expect([status, isUnchanged(before, snapshot())]).toEqual([403, true]);
  },
);

test.each(partOfRun(onMachines, 2, 1))(
  "%s by another user is refused and changes nothing",
  async (address, operation) => {
    const parts = await prepareCall(address);
    const node = fixture.sandbox.world.state.nodes.bySystemId[parts.path?.system_id ?? ""];
    if (node === undefined) throw new Error(`no node for ${address}`);
    // Anybody may deploy a machine without an owner.
    if (node.owner === null && operation.path.endsWith("op-deploy")) return;
    const before = snapshot();
    const { status } = await send(operation, parts, parts.values ?? {}, fixture.keys.carol);
    expect([[403, 404].includes(status), isUnchanged(before, snapshot())]).toEqual([true, true]);
  },
);
