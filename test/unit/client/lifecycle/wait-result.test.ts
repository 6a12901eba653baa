import { expect, test } from "vitest";
import { statuses } from "../../../../src/catalogue/statuses.ts";
import { failureOf } from "../../../../src/client/lifecycle/wait-result.ts";

const hintOf = (count: number, before: number | undefined, to = "Allocated") => {
  const targets = Array.from({ length: count }, (_, index) => ({
    ...{
      systemId: `id${index}`,
      hostname: `web-${index}`,
      nameForCommands: `web-${index}`,
      statusBefore: before,
    },
  }));
  const outcomes = targets.map(({ systemId, hostname }) => ({
    ...({
      systemId,
      hostname,
      result: "aborted",
      from: "Ready",
      to,
      reason: "aborted",
      elapsedMs: 1,
    } as const),
  }));
  const ending = { resume: undefined, targets, isOperation: true, isAborting: true };
  return failureOf(outcomes, ending)?.details.hint;
};

test.each([
  [1, statuses.ready.id, "Allocated", "it is still allocated: svc machines release web-0"],
  [2, statuses.ready.id, "Allocated", "2 machines are still allocated: svc machines release web-0 web-1"],
  [12, statuses.ready.id, "Allocated", expect.stringMatching(/^12 machines .* web-9 \(and 2 more\)$/)],
  [1, statuses.allocated.id, "Allocated", undefined],
  [1, statuses.new.id, "New", undefined],
])("an abort of %d machines that were in %j and are %s says %j", (count, before, to, hint) => {
  expect(hintOf(count, before, to)).toEqual(hint);
});
