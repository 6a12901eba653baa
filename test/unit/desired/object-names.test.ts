import { describe, expect, test } from "vitest";
import { fullName, nameOf, splitName } from "../../../src/desired/object-names.ts";
import { kindOf } from "./state.ts";

const nameFrom = (kind: string, texts: Readonly<Record<string, string>>, fallback?: string) =>
  nameOf(kindOf(kind), (field) => texts[field], fallback);

describe("names", () => {
  test.each([
    ["domains", { name: "Example.COM." }, "example.com", "Example.COM."],
    ["dnsresources", { name: "www", domain: "Example.com" }, "www.example.com", "www.example.com"],
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

test.each([
  ["@", "example.com", "example.com"],
  ["www", "example.com", "www.example.com"],
  ["www.", "example.com", "www.example.com"],
])("%s and %s make %s", (first, domain, full) => expect(fullName(first, domain)).toBe(full));
