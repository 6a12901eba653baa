import { expect, test } from "vitest";
import { emptyListText } from "../../../../src/cli/invocation/open.ts";

test("an empty list is reported by what it is a list of", () => {
  expect(emptyListText("machines", { options: {}, fields: {} })).toBe("no machines");
  expect(
    emptyListText("boot-source-selections", { options: { watch: true }, fields: { limit: ["3"] } }),
  ).toBe("no boot source selections");
});

test("the filters of the line are named as they are typed", () => {
  const options = { tags: ["gpu", "a b"], mine: true, limit: 3, where: { pool: ["web", "db"], zone: "n" } };
  const fields = { status: ["ready", "new"], erase: false, hostname: undefined };
  expect(emptyListText("machines", { options, fields }, ["web-*"])).toBe(
    "no machines match 'web-*' --status ready --status new --no-erase " +
      "--where pool=web --where pool=db --where zone=n --mine --tags gpu --tags 'a b'",
  );
});
