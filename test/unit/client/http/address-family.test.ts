import { expect, test } from "vitest";
import { normaliseBaseUrl, resolveAddress } from "../../../../src/client/http/address.ts";
import { createRandom } from "../../random.ts";
import { endpoint } from "./endpoint.ts";

const hosts = [
  "lab.example",
  "LAB.Example",
  "127.0.0.1",
  "[::1]",
  "[2001:DB8::1]",
  "localhost",
  "bücher.example",
  "h",
];
const ports = ["", ":80", ":443", ":5240", ":65535"];
const words = [
  "SVC",
  "api",
  "2.0",
  "version",
  "machines",
  "METAL",
  "a.b",
  "%20x",
  "ü",
  "api2",
  "1.0",
  "x;y=1",
];

function generated(count: number) {
  const random = createRandom(7);
  return Array.from({ length: count }, () => {
    const path = Array.from(
      { length: random.below(5) },
      () => `${random.pick(["/", "/", "//", "/./", "/x/../"])}${random.pick(words)}`,
    ).join("");
    const origin = `${random.pick(["http", "https", "HTTP", "hTTps"])}://${random.pick(hosts)}${random.pick(ports)}`;
    return { origin, path, end: random.pick(["", "/", "//", "#x", "/#a/b"]) };
  });
}

test("a base address is normalised once and for all, and stays at its host", () => {
  for (const { origin, path, end } of generated(2000)) {
    const typed = `${origin}${path}${end}`;
    const base = normaliseBaseUrl(typed);
    expect([typed, normaliseBaseUrl(base)]).toEqual([typed, base]);
    expect([typed, new URL(base).origin]).toEqual([typed, new URL(origin).origin]);
    expect(base).not.toMatch(/\/$|\/api(?:\/|$)(?:\d|version|$)/);
  }
});

test.each(["", "/"])("what is pasted after a base address changes nothing (%j)", (end) => {
  for (const tail of [
    "",
    "/api",
    "/api/2.0",
    "/api/2.0/machines",
    "/api/2.0/machines/op-deploy",
    "/api/version",
  ]) {
    expect(normaliseBaseUrl(`http://lab.example:5240/SVC${tail}${end}`)).toBe("http://lab.example:5240/SVC");
    expect(normaliseBaseUrl(`http://lab.example:5240${tail}${end}`)).toBe("http://lab.example:5240");
  }
});

test("a whole address is taken as it stands at this service, and refused at any other", () => {
  for (const { origin, path, end } of generated(2000)) {
    const query = end.startsWith("#") ? "" : "?a=1";
    const typed = `${origin}${path}${query}`;
    const baseUrl = normaliseBaseUrl(`${origin}/SVC`);
    const resolved = resolveAddress(endpoint({ baseUrl }), typed);
    expect([typed, new URL(resolved).href]).toEqual([typed, new URL(typed).href]);
    for (const other of ["http://other.example/SVC", `${baseUrl.replace(/\/SVC$/, "")}.other.example/SVC`]) {
      if (!URL.canParse(other) || new URL(other).origin === new URL(origin).origin) continue;
      expect(() => resolveAddress(endpoint({ baseUrl: other }), typed), typed).toThrow("not at this service");
    }
  }
});

test("an address without a path keeps its host and port", () => {
  const at = (baseUrl: string, typed: string) => resolveAddress(endpoint({ baseUrl }), typed);
  expect(at("http://lab.example/SVC", "http://lab.example")).toBe("http://lab.example/");
  expect(at("http://lab.example/SVC", "http://lab.example?op=x")).toBe("http://lab.example/?op=x");
  expect(at("http://[::1]:5240/SVC", "http://[::1]:5240")).toBe("http://[::1]:5240/");
  expect(at("http://lab.example/SVC", "http://lab.example#top")).toBe("http://lab.example/");
});
