import { describe, expect, test } from "vitest";
import { createLedger, outcomeOfStatus } from "../../../../src/client/http/ledger.ts";
import type { ChangeOutcome } from "../../../../src/core/failure.ts";

describe("the ledger of changes", () => {
  test("without a change nothing was sent", () => {
    expect(createLedger().outcome()).toBe("not_sent");
  });

  test("a change is in doubt until its outcome is known", () => {
    const ledger = createLedger();
    const settle = ledger.begin("POST /machines/abc123/op-deploy");
    expect(ledger.outcome()).toBe("unknown");
    expect(ledger.changes()).toEqual([{ request: "POST /machines/abc123/op-deploy", outcome: "unknown" }]);
    settle("done");
    expect(ledger.outcome()).toBe("done");
    expect(ledger.changes()).toEqual([{ request: "POST /machines/abc123/op-deploy", outcome: "done" }]);
  });

  test("reading the service resolves changes in doubt, and no others", () => {
    const ledger = createLedger();
    ledger.begin("POST /zones/")("refused");
    ledger.begin("POST /zones/");
    ledger.clearDoubts(() => "done");
    expect(ledger.changes().map(({ outcome }) => outcome)).toEqual(["refused", "done"]);
  });

  test("a change with several requests resolves their doubts with its own, also in the ledger of the run", () => {
    const run = createLedger();
    run.begin("POST /tags/");
    const requests = createLedger(run);
    const steps = createLedger<number>();
    steps.begin(1, requests);
    requests.begin("POST /zones/")("refused");
    requests.begin("POST /zones/");
    steps.clearDoubts(() => "unknown");
    expect(run.changes().map(({ outcome }) => outcome)).toEqual(["unknown", "refused", "unknown"]);
    steps.clearDoubts(() => "done");
    expect(run.changes().map(({ outcome }) => outcome)).toEqual(["unknown", "refused", "done"]);
  });

  test.each<[readonly ChangeOutcome[], ChangeOutcome]>([
    [["not_sent"], "not_sent"],
    [["not_sent", "refused"], "refused"],
    [["refused", "done", "refused"], "done"],
    [["done", "unknown", "refused"], "unknown"],
    [["unknown", "done"], "unknown"],
  ])("%j together is %s", (outcomes, together) => {
    const ledger = createLedger();
    for (const outcome of outcomes) ledger.begin("POST /x/")(outcome);
    expect(ledger.outcome()).toBe(together);
  });

  test.each<[number, ChangeOutcome]>([
    [200, "done"],
    [204, "done"],
    [302, "refused"],
    [400, "refused"],
    [404, "refused"],
    [408, "unknown"],
    [429, "refused"],
    [500, "unknown"],
    [502, "unknown"],
    [503, "refused"],
    [504, "unknown"],
    [520, "unknown"],
  ])("%i says %s", (status, outcome) => {
    expect(outcomeOfStatus(status)).toBe(outcome);
  });
});
