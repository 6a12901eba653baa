import { expect, test } from "vitest";
import { addedOptions } from "../../../../src/catalogue/commands/operation-options.ts";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";

test("every field of encoded bytes has an option of text that is encoded already, and is checked as such", async () => {
  for (const { id, operation } of await loadAllOperations()) {
    const encoded = addedOptions(operation).filter(({ name }) => name.endsWith("-base64"));
    const fields = [operation, operation.followUp?.operation].flatMap((each) => each?.fields ?? []);
    const names = fields
      .filter(({ type }) => type === "base64")
      .map(({ name }) => `${name.replaceAll("_", "-")}-base64`);
    expect(encoded.map(({ name }) => name).sort(), id).toEqual([...new Set(names)].sort());
    for (const option of encoded) expect(option, id).toMatchObject({ type: "base64", value: "base64" });
  }
});
