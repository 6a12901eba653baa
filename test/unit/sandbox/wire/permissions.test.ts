import { expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import { anonymousOperations } from "../../../../src/sandbox/wire/call.ts";

test("exactly the anonymous operations have handlers that accept anonymous callers", async () => {
  const operations = await loadAllOperations();
  const anonymous = operations.filter(({ operation }) => operation.who === "anonymous").map(({ id }) => id);
  const opened = ["files.get_by_key", "machines.is_registered", "nodes.is_registered"];
  expect([...anonymous, ...opened].sort()).toEqual([...anonymousOperations].sort());
});
