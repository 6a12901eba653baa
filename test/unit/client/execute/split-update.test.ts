import { expect, test } from "vitest";
import { domainGroup } from "../../../../src/catalogue/groups/dns.ts";
import { splitUpdate } from "../../../../src/client/execute/split-update.ts";
import type { Values } from "../../../../src/client/http/call.ts";

const { "domains.create": create, "domains.list": list } = domainGroup.operations;
const servers = ["10.0.0.1"];

test.each(["false", "no", "0", "False"])(
  "servers are sent separately if the domain is not authoritative (%s)",
  (authoritative) => {
    expect(splitUpdate(create, { name: "a.test", authoritative, forward_dns_servers: servers })).toEqual({
      first: { name: "a.test", authoritative },
      second: { forward_dns_servers: servers },
    });
  },
);

test.each<[string, Values]>([
  ["it is authoritative", { authoritative: "true", forward_dns_servers: servers }],
  ["nothing is said of that", { forward_dns_servers: servers }],
  ["there are no servers", { authoritative: "false" }],
])("one request will do where %s", (_, values) => {
  expect(splitUpdate(create, { name: "a.test", ...values })).toBeUndefined();
});

test("other operations send all in one request", () => {
  expect(splitUpdate(list, { authoritative: "false", forward_dns_servers: servers })).toBeUndefined();
});
