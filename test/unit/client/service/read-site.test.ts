import { describe, expect, test } from "vitest";
import { fabricGroup } from "../../../../src/catalogue/groups/networks.ts";
import { withoutSecrets } from "../../../../src/client/service/read-site.ts";
import { rejection } from "../../rejection.ts";
import { clientOf, linesOf, recordsOf, startSite } from "../../sandbox/copy/copied.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const hidden = "********";

describe("secrets are replaced", () => {
  const rules = { sensitive: ["key"], mayHoldDocuments: false, keyParts: ["ABCDEFGHIJKLMNOPQR"] };
  test.each<readonly [string, unknown, unknown]>([
    ["by name", { power_pass: "x", user: "y" }, { power_pass: hidden, user: "y" }],
    ["as the catalogue says", { key: "abc", id: 4 }, { key: hidden, id: 4 }],
    ["below a secret name", { credentials: [{ a: "x", n: 5 }] }, { credentials: [{ a: hidden, n: hidden }] }],
    ["user data", { user_data: "I2Nsb3Vk" }, { user_data: hidden }],
    ["in a URL", { url: "https://me:pw@host/x" }, { url: `https://${hidden}@host/x` }],
    [
      "in a parameter of a URL",
      { url: "https://host/x?token=pw&a=1" },
      { url: `https://host/x?token=${hidden}&a=1` },
    ],
    ["the key that reads", { description: "by ABCDEFGHIJKLMNOPQR" }, { description: `by ${hidden}` }],
    [
      "nothing else",
      { name: "web-01", list: [1, null, true, ""] },
      { name: "web-01", list: [1, null, true, ""] },
    ],
  ])("%s", (_, value, expected) => {
    expect(withoutSecrets(value, rules)).toEqual(expected);
  });

  test("in scripts and files, which are otherwise unchanged", () => {
    const contents = { ...rules, mayHoldDocuments: true };
    const script = "#!/bin/sh\nexport API_TOKEN=abcdef123456\necho done\n";
    const { data } = withoutSecrets({ data: base64(script) }, contents) as { data: string };
    const text = Buffer.from(data, "base64").toString();
    expect(text).toBe(script.replace("abcdef123456", hidden));
    const plain = { data: base64("#!/bin/sh\necho done\n") };
    expect(withoutSecrets(plain, contents)).toBe(plain);
    expect(withoutSecrets("secret: hush\n", contents)).toBe(`secret: ${hidden}\n`);
  });
});

describe("a service that fails", () => {
  test.each([
    ["errors=1,status=403,on=tags.list", "tags", "no permission to read them"],
    ["errors=1,status=410,on=static-routes.list", "static routes", "the service has none"],
    ["errors=1,status=403,on=svc.get_config", "configuration", "no permission to read"],
  ])("%s: the copy has the rest", async (fault, warning, reason) => {
    const { sandbox, methods } = await startSite({ machines: 2, faults: [fault] });
    const lines = await linesOf(recordsOf(clientOf(sandbox, sandbox.keys.administrator)));
    const unread = lines.filter((line) => "unread" in line);
    expect(unread).toEqual([{ unread: warning, reason: expect.stringContaining(reason) }]);
    expect(lines.at(-1)).toEqual({ end: true, lines: lines.length - 1 });
    expect([...methods]).toEqual(["GET"]);
  });

  test.each([
    ["half=1,on=machines.list"],
    ["drop=1,on=subnets.list"],
    ["errors=1,status=500,on=ip-addresses.list"],
    ["half=1,on=file.read"],
    ["errors=1,status=403,on=machines.list"],
  ])("%s: the copy ends with the failure, and without its last line", async (fault) => {
    const { sandbox, methods } = await startSite({ machines: 30, faults: [fault] });
    const lines: unknown[] = [];
    const failure = await rejection(async () => {
      for await (const line of recordsOf(clientOf(sandbox, sandbox.keys.administrator))) lines.push(line);
    });
    expect(failure).toMatchObject({
      kind: expect.stringMatching(/^(?:other|unreachable|serverError|notAuthenticated|forbidden)$/),
    });
    expect(JSON.stringify(lines.at(-1))).not.toContain('"end"');
    expect([...methods].filter((method) => method !== "GET")).toEqual([]);
  });
});

describe("a service that answers an object in place of lists", () => {
  const copyWithout = async (lists: RegExp) => {
    const { sandbox } = await startSite({ machines: 2 });
    const client = clientOf(sandbox, sandbox.keys.administrator);
    return await linesOf(
      recordsOf({
        ...client,
        call: (operation, values, options) =>
          lists.test(operation.path)
            ? client.call(fabricGroup.operations["fabric.read"], { id: "0" }, options)
            : client.call(operation, values, options),
      }),
    );
  };

  test.each([
    [/^\/machines\/$/, "machines"],
    [/^\/\w+\/$/, "resourcepools"],
  ])("cannot be copied: %s", async (lists, kind) => {
    expect(await rejection(() => copyWithout(lists))).toMatchObject({
      message: `the site cannot be copied: ${kind}: the service's answer is not a list`,
      details: { hint: expect.stringMatching(/^is http:.* the address of the service\?$/) },
    });
  });

  test("is copied without a single one", async () => {
    expect((await copyWithout(/^\/license-keys\/$/)).filter((line) => "unread" in line)).toEqual([
      { unread: "license keys", reason: "the service's answer is not a list" },
    ]);
  });
});

test("one request per object is sent only if no list contains it", async () => {
  const { sandbox, paths } = await startSite({ machines: 60 });
  await linesOf(recordsOf(clientOf(sandbox, sandbox.keys.administrator)));
  const ofMachines = paths.filter((path) => /\/(?:machines|nodes)\//.test(path));
  expect(ofMachines.map((path) => path.replace(/^.*api\/2.0/, ""))).toEqual([
    "/machines/",
    ...["/machines/op-power_parameters", "/machines/op-power_parameters"],
  ]);
});
