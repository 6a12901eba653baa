import { describe, expect, test } from "vitest";
import {
  nameOf,
  normalAddress,
  normalBoolean,
  normalNumber,
  normalText,
  splitName,
} from "../../../src/desired/normal-text.ts";
import { kindOf } from "./state.ts";

test("JSON is compared with sorted members and every digit", () => {
  expect(normalText('{"b":[{"d":1,"c":12345678901234567890}],"a":null}', "json")).toBe(
    '{"a":null,"b":[{"c":12345678901234567890,"d":1}]}',
  );
});

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
    [undefined, "Alpha", "Alpha"],
    ["host", "WEB-01.Example.com.", "web-01.example.com"],
    ["mac", "52-54-00-AA-00-01", "52:54:00:aa:00:01"],
    ["word", "TXT", "txt"],
    ["sshKey", "ssh-ed25519  AAAA me@here\n", "ssh-ed25519 AAAA"],
  ] as const)("as %s: %j is %j", (likeness, text, normal) => expect(normalText(text, likeness)).toBe(normal));
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

const nameFrom = (kind: string, texts: Readonly<Record<string, string>>, fallback?: string) =>
  nameOf(kindOf(kind), (field) => texts[field], fallback);

describe("names", () => {
  test.each([
    ["domains", { name: "Example.COM." }, "example.com", "Example.COM."],
    ["dnsresources", { name: "www", domain: "Example.com" }, "www.example.com", "www.example.com"],
    ["dnsresources", { name: "www.", domain: "example.com" }, "www.example.com", "www.example.com"],
    ["dnsresources", { name: "@", domain: "example.com" }, "example.com", "example.com"],
    ["boot-source-selections", { os: "ubuntu", release: "noble" }, "ubuntu\0noble", "ubuntu/noble"],
    ["ipranges", { start_ip: "2001:DB8::1" }, "2001:db8::1", "2001:DB8::1"],
    [
      "dnsresource-records",
      { name: "a", domain: "b.c", rrtype: "TXT", rrdata: "x y" },
      "a.b.c\0txt\0x y",
      "a.b.c/TXT/x y",
    ],
  ])("of %s %j", (kind, texts, key, name) => expect(nameFrom(kind, texts)).toEqual({ key, name }));

  test("an SSH key is named by its fingerprint, regardless of its comment", () => {
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILetVnR3yDdWqrmlQrK+BPd9uuJRFdhfIgcNdNjMR3nc";
    const one = nameFrom("sshkeys", { key: `${key} me@here` });
    expect(one).toEqual(nameFrom("sshkeys", { key: `${key}\n` }));
    expect(one?.name).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });

  test("the name of a secret key contains no part of it", () => {
    const name = nameFrom("sslkeys", { key: "-----BEGIN CERTIFICATE-----\nMIIB\n" })?.name;
    expect(name).toMatch(/^sha256:[0-9a-f]{16}$/);
  });

  test("a key that lacks a part is undefined", () => {
    expect(nameFrom("dnsresources", { name: "www" })).toBeUndefined();
    expect(nameFrom("boot-source-selections", { os: "ubuntu" })).toBeUndefined();
  });

  test("a joined name provides its parts", () => {
    expect(nameFrom("dnsresources", {}, "www.example.com")?.key).toBe("www.example.com");
  });
});

test.each([
  ["a.b.example.com", ["example.com", "b.example.com"], ["a", "b.example.com"]],
  ["example.com", ["example.com"], ["@", "example.com"]],
  ["www.other.test", ["example.com"], ["www", "other.test"]],
  ["alone", [], ["alone", ""]],
])("%s with the domains %j is %j", (full, domains, parts) => expect(splitName(full, domains)).toEqual(parts));
