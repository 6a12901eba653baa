import { describe, expect, test } from "vitest";
import { normalAddress, normalBoolean, normalNumber, normalText } from "../../../src/desired/normal-text.ts";

describe("addresses", () => {
  test.each([
    ["10.0.0.1", "10.0.0.1"],
    ["10.0.0.9/24", "10.0.0.0/24"],
    ["10.0.0.0/24", "10.0.0.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["255.255.255.255/32", "255.255.255.255/32"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["::", "::"],
  ])("%s is %s", (text, normal) => expect(normalAddress(text)).toBe(normal));

  test.each([
    ["2001:db8:10::/64", "2001:DB8:0010:0:0:0:0:0/64"],
    ["2001:db8:10::5/64", "2001:db8:10::/64"],
    ["::/0", "2001:db8::/0"],
    ["::ffff:10.0.0.1", "::ffff:a00:1"],
  ])("%s and %s are the same", (one, other) => {
    expect(normalAddress(one)).toBeDefined();
    expect(normalAddress(one)).toBe(normalAddress(other));
  });

  test.each([
    "",
    ...["10.0.0", "10.0.0.1/33", "10.0.0.1/x", "10.0.0.1/", "::/129", "fe80::1%eth0", "1/2", "a/b/c"],
    "010.0.0.1",
  ])("%j is other text", (text) => expect(normalAddress(text)).toBeUndefined());
});

describe("texts", () => {
  test.each([
    [undefined, " two words\r\nand a line\n", "two words\nand a line"],
    [undefined, "10.0.0.7/24", "10.0.0.0/24"],
    ["host", "WEB-01.Example.com.", "web-01.example.com"],
    ["mac", "52-54-00-AA-00-01", "52:54:00:aa:00:01"],
    ["word", "TXT", "txt"],
    ["sshKey", "ssh-ed25519  AAAA me@here\n", "ssh-ed25519 AAAA"],
  ] as const)("as %s: %j is %j", (likeness, text, normal) => expect(normalText(text, likeness)).toBe(normal));

  test("letter case counts by default", () => {
    expect(normalText("Alpha")).not.toBe(normalText("alpha"));
  });
});

test.each([
  ["true", ["true", "Yes", "on", "1"]],
  ["false", ["False", "off", "0"]],
  [undefined, ["maybe", ""]],
])("the boolean %j has several spellings: %j", (normal, texts) =>
  expect(texts.map(normalBoolean)).toEqual(texts.map(() => normal)),
);

test.each<[string | undefined, string]>([
  ["7", "007"],
  ["5", "+5"],
  ["0", "-0"],
  ["9007199254740993", "9007199254740993"],
  ["1.5", "1.50"],
  ["1000", "1e3"],
  [undefined, "1e999999"],
  [undefined, ""],
  [undefined, "x"],
])("the number %j is spelled %j", (normal, text) => expect(normalNumber(text)).toBe(normal));
