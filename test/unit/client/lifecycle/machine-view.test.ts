import { expect, test } from "vitest";
import { machineView } from "../../../../src/client/lifecycle/machine-view.ts";

test.each(["", ".", "..", "a\ud800", 5, null])(
  "a machine with the system_id %j cannot be addressed",
  (id) => {
    expect(machineView({ system_id: id, hostname: "web-01", status: 4 })).toBeUndefined();
  },
);

test("a machine without a host name is called by its system_id", () => {
  expect(machineView({ system_id: "abc123", status: 4 })).toMatchObject({ hostname: "abc123" });
});
