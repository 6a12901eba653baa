import { expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import type { User } from "../../../../src/sandbox/state/users.ts";
import { errorAnswer } from "../../../../src/sandbox/wire/answers.ts";
import { anonymousOperations } from "../../../../src/sandbox/wire/call.ts";
import { requirePermission } from "../../../../src/sandbox/wire/router.ts";

const operations = await loadAllOperations();
const user = (isAdministrator: boolean): User => ({ username: "x", email: "", isAdministrator, tokens: [] });

/** The status that a caller is refused with before any handler is asked; undefined for none. */
function refusalOf(id: string, caller: User | undefined, sharesAnonymous = false): number | undefined {
  const operation = operations.find((entry) => entry.id === id)?.operation;
  if (operation === undefined) throw new Error(`no operation ${id}`);
  try {
    requirePermission({ id, operation, sharesAnonymous }, caller, undefined);
    return undefined;
  } catch (error) {
    return errorAnswer(error)?.status;
  }
}

test("handlers that take anonymous callers are those of anonymous operations", () => {
  const anonymous = operations.filter(({ operation }) => operation.who === "anonymous").map(({ id }) => id);
  const opened = ["files.get_by_key", "machines.is_registered", "nodes.is_registered"];
  expect([...anonymous, ...opened].sort()).toEqual([...anonymousOperations].sort());
});

test.each([
  ["fabrics.create", 401, 403, undefined],
  ["fabrics.list", 401, undefined, undefined],
  ["machine.deploy", 401, undefined, undefined],
  ["machines.create", undefined, undefined, undefined],
] as const)("%s: nobody %s, a user %s, an administrator %s", (id, nobody, someone, administrator) => {
  expect(refusalOf(id, undefined)).toBe(nobody);
  expect(refusalOf(id, user(false))).toBe(someone);
  expect(refusalOf(id, user(true))).toBe(administrator);
});

test("a resource that serves anonymous callers too answers 400 in the place of 401", () => {
  expect(refusalOf("machines.list", undefined, true)).toBe(400);
});
