import { describe, expect, test } from "vitest";
import {
  addressOf,
  alternativeAddressOf,
  configSegment,
  exposesKey,
  fillPath,
  isLoopback,
  normalizeBaseUrl,
  requestLabel,
  resolveAddress,
  splitOperation,
} from "../../../../src/client/http/address.ts";
import { createRandom } from "../../random.ts";
import { rejection } from "../../rejection.ts";
import { endpoint } from "./endpoint.ts";

describe("normalizeBaseUrl", () => {
  test.each([
    ["user name and password", "http://admin:hunter2@host:5240/SVC", "hunter2"],
    ["an API key in its place", "aaaaaaaaaaaaaaaaaa:bbbbbbbbbbbbbbbbbb:cccccccccccccccc", "aaaa"],
    ["another scheme", "ftp://hidden/SVC", "hidden"],
    ["a query", "http://host/SVC?token=hunter2", "hunter2"],
    ["nothing", "  ", "??"],
    ["a scheme alone", "http://", "??"],
    ["an invalid host", "http://ho st/SVC", "ho st"],
  ])("refuses %s as a usage failure and echoes no secret", async (_, input, secret) => {
    const failure = await rejection(() => normalizeBaseUrl(input));
    expect(failure.kind).toBe("usage");
    expect(`${failure.message} ${failure.details.hint}`).not.toContain(secret);
  });

  test("suggests a scheme for text that looks like a host", async () => {
    const failure = await rejection(() => normalizeBaseUrl("boot.example:5240/SVC"));
    expect(failure.message).toContain("no scheme");
    expect(failure.details.hint).toContain("http://boot.example:5240/SVC");
  });

  test.each([
    ["http://host:5240/SVC", "http://host:5240/SVC"],
    ["  http://host:5240/SVC/ \n", "http://host:5240/SVC"],
    ["http://host:5240/SVC/api/2.0/", "http://host:5240/SVC"],
    ["http://host:5240/SVC/api/2.0", "http://host:5240/SVC"],
    ["http://host:5240/SVC/api/2.0/machines/", "http://host:5240/SVC"],
    ["http://host:5240/SVC/api/version/", "http://host:5240/SVC"],
    ["http://host:5240/SVC/api", "http://host:5240/SVC"],
    ["HTTP://HOST:80//SVC//", "http://host/SVC"],
    ["https://boot.example.net/apple", "https://boot.example.net/apple"],
    ["https://boot.example.net/METAL#/machines", "https://boot.example.net/METAL"],
    ["https://boot.example.net", "https://boot.example.net"],
    ["http://[::1]:5240/a/b/", "http://[::1]:5240/a/b"],
  ])("reads %s as %s", (input, base) => {
    expect(normalizeBaseUrl(input)).toBe(base);
  });
});

describe("fillPath", () => {
  test.each([".", "..", ""])("refuses %j, which would address another resource", async (value) => {
    expect((await rejection(() => fillPath("/files/{filename}/", () => value))).kind).toBe("usage");
  });

  test("refuses a lone surrogate", async () => {
    expect((await rejection(() => fillPath("/files/{filename}/", () => "\ud800"))).kind).toBe("usage");
  });

  test("reports a missing value by its name", async () => {
    expect((await rejection(() => fillPath("/a/{system_id}/", () => undefined))).message).toContain(
      "system_id",
    );
  });

  test("encodes all characters that could end a segment, and accepts 0", () => {
    expect(fillPath("/files/{filename}/", () => "a/b?c#d%e&é'(*)!.. ")).toBe(
      "/files/a%2Fb%3Fc%23d%25e%26%C3%A9%27%28%2A%29%21..%20/",
    );
    expect(fillPath("/fabrics/{fabric_id}/vlans/{vid}/", () => "0")).toBe("/fabrics/0/vlans/0/");
  });
});

test("the configuration group's segment comes from the base address", () => {
  expect(configSegment("http://host/METAL")).toBe("metal");
  expect(configSegment("http://host/a/Boot")).toBe("boot");
  expect(configSegment("http://host")).toBe("svc");
  expect(addressOf("http://host/METAL", "/svc/op-get_config")).toBe(
    "http://host/METAL/api/2.0/metal/op-get_config",
  );
});

test("paths under the base address have a second one", () => {
  expect(addressOf("http://host/SVC", "/api/version/")).toBe("http://host/SVC/api/version/");
  expect(alternativeAddressOf("http://host/SVC", "/api/version/")).toBe("http://host/SVC/api/2.0/version/");
  expect(alternativeAddressOf("http://host/SVC", "/machines/")).toBeUndefined();
});

test.each([
  ["/machines/op-allocate", "/machines/", "allocate"],
  ["/p/{device_id}/partition/{id}op-add_tag", "/p/{device_id}/partition/{id}", "add_tag"],
  ["/machines/{system_id}/", "/machines/{system_id}/", undefined],
  ["/commissioning-scripts/{name}", "/commissioning-scripts/{name}", undefined],
])("takes %s apart", (path, resource, op) => {
  expect(splitOperation(path)).toEqual({ resource, op });
});

describe("resolveAddress", () => {
  test.each([
    "http://evil.example/SVC/api/2.0/machines/",
    "https://host:5240/SVC/api/2.0/machines/",
    "//evil.example/SVC/",
    "http://host:5240@evil.example/",
    "http://host:5240.evil.example/",
  ])("refuses %s: a signed request goes to one service only", async (uri) => {
    expect((await rejection(() => resolveAddress(endpoint(), uri))).kind).toBe("usage");
  });

  test.each([
    ["/SVC/api/2.0/machines/abc/", "http://host:5240/SVC/api/2.0/machines/abc/"],
    ["/api/version/", "http://host:5240/SVC/api/version/"],
    ["machines/?op=x", "http://host:5240/SVC/api/2.0/machines/?op=x"],
    ["/machines/a b/#top", "http://host:5240/SVC/api/2.0/machines/a%20b/"],
    ["files/a%2Fb/", "http://host:5240/SVC/api/2.0/files/a%2Fb/"],
    ["http://host:5240/SVC/api/2.0/zones/?a=/b", "http://host:5240/SVC/api/2.0/zones/?a=/b"],
    ["machines/\r\nX: y", "http://host:5240/SVC/api/2.0/machines/%0D%0AX:%20y"],
  ])("resolves %j", (input, url) => {
    expect(resolveAddress(endpoint(), input)).toBe(url);
  });

  const prefixes = ["", "/SVC", "/LAB", "/x/y/LAB", "/a/b/c/d/e", "/metal%20works/SVC"];
  test.each(prefixes.flatMap((ownPrefix) => prefixes.map((base) => [ownPrefix, base])))(
    "accepts paths of a service at %j behind a proxy at %j",
    (ownPrefix, base) => {
      const at = endpoint({ baseUrl: `http://host:5240${base}` });
      for (const path of ["/api/2.0/boot-resources/5/upload/17/", "/api/2.0/files/a%2Fapi%2F2.0%2Fb/?op=x"])
        expect(resolveAddress(at, `${ownPrefix}${path}`)).toBe(`http://host:5240${base}${path}`);
    },
  );
});

test("a label is the method and the path under the API", () => {
  const label = (url: string) => requestLabel({ method: "GET", url });
  expect(label("http://host/SVC/api/2.0/machines/abc/op-deploy?x=1")).toBe("GET /machines/abc/op-deploy");
  expect(label("http://host/SVC/api/2.0/machines/?op=allocate&name=x")).toBe("GET /machines/?op=allocate");
  expect(label("http://host/SVC/api/version/")).toBe("GET /api/version/");
});

test.each([
  ["http://localhost:1/SVC", true],
  ["http://127.3.2.1/", true],
  ["http://[::1]/", true],
  ["http://localhost.example/", false],
  ["http://127.0.0.1.example/", false],
  ["http://10.0.0.1/", false],
])("%s is loopback: %s", (url, is) => {
  expect(isLoopback(url)).toBe(is);
});

test("warns only if the secret itself would be sent readable", () => {
  expect(exposesKey(endpoint())).toBe(true);
  expect(exposesKey(endpoint({ baseUrl: "https://host/SVC" }))).toBe(false);
  expect(exposesKey(endpoint({ baseUrl: "http://127.0.0.1:5240/SVC" }))).toBe(false);
  expect(exposesKey(endpoint({ signature: "hmac-sha1" }))).toBe(false);
  expect(exposesKey(endpoint({ credentials: undefined }))).toBe(false);
});

const hosts = [
  ...["lab.example", "LAB.Example", "127.0.0.1", "[::1]", "[2001:DB8::1]", "localhost", "bücher.example"],
  "h",
];
const ports = ["", ":80", ":443", ":5240", ":65535"];
const words = [
  ...["SVC", "api", "2.0", "version", "machines", "METAL", "a.b", "%20x", "ü", "api2", "1.0", "x;y=1"],
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

test("normalising a base address twice changes nothing, and its host stays", () => {
  for (const { origin, path, end } of generated(500)) {
    const input = `${origin}${path}${end}`;
    const base = normalizeBaseUrl(input);
    expect(normalizeBaseUrl(base), input).toEqual(base);
    expect(new URL(base).origin, input).toEqual(new URL(origin).origin);
    expect(base).not.toMatch(/\/$|\/api(?:\/|$)(?:\d|version|$)/);
  }
});

test.each(["", "/"])("paths pasted after a base address are removed (%j)", (end) => {
  for (const tail of [
    "",
    ...["/api", "/api/2.0", "/api/2.0/machines", "/api/2.0/machines/op-deploy", "/api/version"],
  ]) {
    expect(normalizeBaseUrl(`http://lab.example:5240/SVC${tail}${end}`)).toBe("http://lab.example:5240/SVC");
    expect(normalizeBaseUrl(`http://lab.example:5240${tail}${end}`)).toBe("http://lab.example:5240");
  }
});

test("an absolute address is accepted at this service, and refused at any other", () => {
  for (const { origin, path, end } of generated(500)) {
    const query = end.startsWith("#") ? "" : "?a=1";
    const input = `${origin}${path}${query}`;
    const baseUrl = normalizeBaseUrl(`${origin}/SVC`);
    const resolved = resolveAddress(endpoint({ baseUrl }), input);
    expect(new URL(resolved).href, input).toEqual(new URL(input).href);
    for (const other of ["http://other.example/SVC", `${baseUrl.replace(/\/SVC$/, "")}.other.example/SVC`]) {
      if (!URL.canParse(other) || new URL(other).origin === new URL(origin).origin) continue;
      expect(() => resolveAddress(endpoint({ baseUrl: other }), input), input).toThrow("not at this service");
    }
  }
});

test("an address without a path keeps its host and port", () => {
  const at = (baseUrl: string, input: string) => resolveAddress(endpoint({ baseUrl }), input);
  expect(at("http://lab.example/SVC", "http://lab.example")).toBe("http://lab.example/");
  expect(at("http://lab.example/SVC", "http://lab.example?op=x")).toBe("http://lab.example/?op=x");
  expect(at("http://[::1]:5240/SVC", "http://[::1]:5240")).toBe("http://[::1]:5240/");
  expect(at("http://lab.example/SVC", "http://lab.example#top")).toBe("http://lab.example/");
});
