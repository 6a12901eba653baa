import { describe, expect, it } from "vitest";
import { progressForm } from "../../../../src/cli/waiting/progress.ts";
import { fakeService } from "../../client/lifecycle/fake-service.ts";
import { waitingHarness } from "../harness.ts";

describe("the form of progress", () => {
  const harness = (options: object, env: Record<string, string>, isTTY: boolean, quiet = false) =>
    waitingHarness(fakeService(), { options: { ...options }, globals: { quiet } }, { env, isTTY });

  it.each([
    ["live", {}, {}, true],
    ["lines", {}, {}, false],
    ["lines", {}, { TERM: "dumb" }, true],
    ["lines", {}, { CI: "true" }, true],
    ["live", {}, { CI: "false" }, true],
    ["json", { progress: "json" }, {}, true],
    ["lines", { progress: "lines" }, {}, true],
    ["none", { progress: "none" }, {}, true],
    ["live", { progress: "auto" }, {}, true],
  ])("is %s with %j and %j on a terminal (%s), and none with --quiet", (form, options, env, isTTY) => {
    expect(progressForm(harness(options, env, isTTY).invocation)).toBe(form);
    expect(progressForm(harness(options, env, isTTY, true).invocation)).toBe("none");
  });

  it("is lines on a terminal without columns", () => {
    const { invocation } = harness({}, {}, true);
    Object.assign(invocation.context.stderr, { columns: 0 });
    expect(progressForm(invocation)).toBe("lines");
  });
});
