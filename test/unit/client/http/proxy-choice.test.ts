import { expect, test } from "vitest";
import { proxyFor } from "../../../../src/client/http/proxy-choice.ts";
import { Failure } from "../../../../src/core/failure.ts";

const proxy = "http://proxy.example:3128";
const isExempt = (origin: string, NO_PROXY: string): boolean =>
  proxyFor(origin, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY }) === undefined;

test.each([
  ["http://svc.test", "svc.test SVC.TEST .svc.test *.svc.test test .test *.test svc.test. svc.test:80 *"],
  ["https://svc.test", "svc.test:443 test:443"],
  ["http://svc.test:5240", "svc.test svc.test:5240 svc.test:05240"],
  ["http://svc.test.", "svc.test svc.test."],
  ["http://10.1.2.3", "10.1.2.3 10.1.2.3:80 10.0.0.0/8 10.1.2.3/32 0.0.0.0/0"],
  ["http://[fd00::1]", "fd00::1 [fd00::1] [fd00::1]:80 fd00:0:0::1 FD00::1 fd00::/8"],
])("NO_PROXY exempts %s by each of %s", (origin, entries) => {
  for (const entry of entries.split(" ")) {
    for (const list of [entry, `a.example,${entry}`, ` a.example  ${entry} `, `,${entry},`]) {
      expect(isExempt(origin, list), entry).toBe(true);
    }
  }
});

test.each([
  ["http://svc.test", "vc.test svc.test:8080 svc.tes http://svc.test ** *.* svc.* a.svc.test , 10.0.0.0/8"],
  ["https://svc.test", "svc.test:80"],
  ["http://10.1.2.3", "10.1.2 10.* 2.3 .3 11.0.0.0/8 10.0.0.0/99 10.0.0.0/x 10.0.0.0/ 10.1.2.3:81 fd00::/8"],
  ["http://[fd00::1]", "fd00::2 :1 1 [fd00::1]:81 fe00::/8 fd00::/999 0.0.0.0/0"],
])("NO_PROXY does not exempt %s by any of %s", (origin, entries) => {
  for (const entry of entries.split(" ")) expect(isExempt(origin, entry), entry).toBe(false);
});

test.each([
  ["proxy.example:3128", undefined],
  ["HTTP://proxy.example:3128/path?query", undefined],
  ["http://u@proxy.example:3128", "u:"],
  ["u:p@proxy.example:3128", "u:p"],
  ["http://u:p%40%3a%25@proxy.example:3128/", "u:p@:%"],
  ["http://:p@proxy.example:3128", ":p"],
])("%s is the address of a proxy", (address, user) => {
  const choice = proxyFor("http://svc.test", { http_proxy: address, HTTP_PROXY: "http://other.example" });
  expect(choice?.origin).toBe(proxy);
  const [, credentials = ""] = choice?.authorization?.split(" ") ?? [];
  expect(Buffer.from(credentials, "base64").toString()).toBe(user ?? "");
});

test("an invalid proxy address is refused without being repeated", () => {
  const hosts = ["", ":80", "a b", "[::1", "host:99999"].map((host) => `http://u:PASSWORD@${host}`);
  const schemes = ["socks", "socks4", "socks5", "ftp", "file", "data"].map(
    (name) => `${name}://u:PASSWORD@host:1`,
  );
  const users = ["u:PASSWORD%zz", "u:PASSWORD%ff", "u%:PASSWORD", "u:PASSWORD/x", "u:PASSWORD#x"];
  for (const HTTPS_PROXY of [...hosts, ...schemes, ...users.map((user) => `http://${user}@host:1`)]) {
    let failure: unknown;
    try {
      proxyFor("https://svc.test", { HTTPS_PROXY });
    } catch (error) {
      failure = error;
    }
    expect(failure instanceof Failure && failure.kind, HTTPS_PROXY).toBe("usage");
    expect(`${failure}${JSON.stringify(failure)}`).not.toContain("PASSWORD");
  }
});
