import { expect, test } from "vitest";
import { emptyListText } from "../../../../src/cli/invocation/open.ts";
import { parseFilters } from "../../../../src/cli/parsing/node-filters.ts";

test("an empty list is reported with the name of its group", () => {
  expect(emptyListText("machines", { options: {}, fields: {} })).toBe("no machines");
  expect(
    emptyListText("boot-source-selections", { options: { watch: true }, fields: { limit: ["3"] } }),
  ).toBe("no boot source selections");
});

test("the filters of the line are named as they are typed", () => {
  const options = { tags: ["gpu", "a b"], mine: true, limit: 3, where: parseFilters(["pool=web|db,zone=n"]) };
  const fields = { status: ["ready", "new"], erase: false, hostname: undefined };
  expect(emptyListText("machines", { options, fields }, ["web-*"])).toBe(
    "no machines match 'web-*' --status ready --status new --no-erase " +
      "--mine --tags gpu --tags 'a b' --where 'pool=web|db,zone=n'",
  );
});
