import { describe, expect, test } from "vitest";
import { readDoc } from "../../../../src/client/description/read.ts";

const doc = `Link an interface to a subnet.

Links an interface with the given
system_id.

A second paragraph.

:param mode: Required.  The mode. Possible values are:

- \`\`AUTO\`\`: an address from the subnet.
- \`\`DHCP\`\`: by DHCP.

  \`\`no value\`\` of the list.
:type mode: String

 :param subnet: Optional.  Subnet id
linked to interface.  (Default: the
first).
:type subnet: Int

 :param kind: Optional. One of them. Possible values are: \`\`a\`\`, \`\`b\`\`,
\`\`c\`\`. Not \`\`d\`\`.
:type kind: String

 :param force: Optional. Even so. (Default: False)
:type force: Boolean
`;

describe("the text of an action", () => {
  const { title, prose, parameters } = readDoc(doc);
  const byName = Object.fromEntries(parameters.map((each) => [each.name, each]));

  test("has a title and prose", () => {
    expect(title).toBe("Link an interface to a subnet");
    expect(prose).toEqual(["Links an interface with the given system_id.", "A second paragraph."]);
  });

  test("has parameters of many lines, with lists and blank lines", () => {
    expect(parameters.map(({ name, required, type }) => [name, required, type])).toEqual([
      ["mode", true, "string"],
      ["subnet", false, "int"],
      ["kind", false, "string"],
      ["force", false, "boolean"],
    ]);
    expect(byName["subnet"]?.text).toBe("Subnet id linked to interface.");
  });

  test("has defaults, and values from sentences and lists", () => {
    expect(byName["subnet"]?.default).toBe("the first");
    expect(byName["force"]?.default).toBe("False");
    expect(byName["mode"]?.values).toEqual(["AUTO", "DHCP"]);
    expect(byName["kind"]?.values).toEqual(["a", "b", "c"]);
  });

  test("merges several descriptions of one parameter", () => {
    const twice = readDoc(
      "T\n:param a: Required. One.\n:type a: Int\n:param a: Optional. Two.\n:type a: String\n:param b: Required. x\n:type b: Int",
    );
    expect(twice.parameters).toMatchObject([
      { name: "a", required: false, type: "string", text: "One." },
      { name: "b", required: true, type: "int" },
    ]);
  });

  test.each([
    "",
    ...["\n\n", ":param", ":param x", ":param :", ":type a: Int", "   :param a b: c"],
    "x".repeat(200_000),
  ])("takes %j", (text) => {
    expect(readDoc(text).parameters.length).toBeLessThan(2);
  });

  test("is read in linear time", () => {
    const long = `T\n${":param a: Required. possible values are: ".repeat(5_000)}`;
    expect(readDoc(long).parameters).toHaveLength(1);
    expect(readDoc(`T\n:param a: ${"possible values ``".repeat(20_000)}`).parameters).toHaveLength(1);
    expect(readDoc(`T\n:param a: ${"(default ".repeat(20_000)}`).parameters).toHaveLength(1);
  });
});
