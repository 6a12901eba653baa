import { describe, expect, test } from "vitest";
import { json, type LiveAnswer, replacedAnswers, svcAt, text } from "./live-service.ts";

/** Runs a command line against a service that gives `answer` at `route`. */
async function runWithAnswer(route: string, answer: LiveAnswer, line: string, more: readonly string[] = []) {
  const routes = { "GET machines/": () => json([machine]), [route]: () => answer };
  const live = await replacedAnswers({ routes });
  return await svcAt(live)([...line.split(" "), ...more]);
}

const machine = { system_id: "aaa111", hostname: "web-01", status: 4, status_name: "Ready" };
const empty: LiveAnswer = { status: 204, type: "text/plain", body: "" };

describe.each([
  ["abort", []],
  ["override-failed-testing", []],
  ["power-on", []],
  ["power-off", ["--yes"]],
  ["test", []],
  ["lock", []],
  ["unlock", []],
  ["set-workload-annotations", ["a=b"]],
] as const)("machines %s", (verb, words) => {
  const route = `POST machines/*/ ${verb.replaceAll("-", "_")}`;
  test.each([
    ["the node", json(machine)],
    ["nothing", empty],
    ["null", json(null)],
    ["a text", text(200, "OK")],
    ["nothing with 200", text(200, "")],
  ])("succeeds if the answer is %s", async (label, answer) => {
    const done = await runWithAnswer(route, answer, `machines ${verb} aaa111`, [...words, "-o", "json"]);
    expect(done.code).toBe(0);
    if (label === "the node") expect(JSON.parse(done.stdout)).toMatchObject({ system_id: "aaa111" });
    expect((await runWithAnswer(route, text(403, ""), `machines ${verb} aaa111`, words)).code).toBe(5);
  });
});

test.each([
  ["null", json(null)],
  ["nothing", empty],
])("set-zone succeeds if the answer is %s", async (_, answer) => {
  const line = "machines set-zone --nodes aaa111 --zone default";
  expect((await runWithAnswer("POST machines/ set_zone", answer, line)).code).toBe(0);
});

test.each([
  ["text/plain", "thirty", "thirty\n"],
  ["application/json", '"thirty"', "thirty\n"],
  ["application/json", "30", "30\n"],
  ["application/json", "true", "true\n"],
  ["application/json", "null", ""],
  ["text/plain", "", ""],
  ["text/html", "thirty", "thirty\n"],
])("prints a configuration value sent as %s %s", async (type, body, printed) => {
  const { code, stdout } = await runWithAnswer(
    "GET lab/ get_config",
    text(200, body, type),
    "config get default_dns_ttl",
  );
  expect([code, stdout]).toEqual([0, printed]);
});

test.each(["text/plain", "application/octet-stream", "application/json; charset=utf-8"])(
  "a list with content type %s is printed as a list, in any order of its members",
  async (type) => {
    const rows = [
      { id: 1, name: "fabric-1", vlans: [] },
      { vlans: [], name: "fabric-2", id: 2 },
    ];
    const { code, stdout } = await runWithAnswer(
      "GET fabrics/",
      text(200, JSON.stringify(rows), type),
      "fabrics list -o name",
    );
    expect([code, stdout]).toEqual([0, "1\n2\n"]);
  },
);

test.each([
  ["a page", text(404, "<html><body><h1>Not Found</h1></body></html>", "text/html")],
  ["nothing", text(404, "")],
  ["a text", text(404, "No Fabric matches the given query.")],
])("a 404 with %s is reported as not found", async (_, answer) => {
  const { code, stdout, stderr } = await runWithAnswer("GET fabrics/*/", answer, "fabrics get 9");
  expect([code, stdout]).toEqual([3, ""]);
  expect(stderr).not.toContain("<");
});

test.each([
  ["200", text(200, "OK")],
  ["202", text(202, "Accepted")],
  ["204", empty],
])("renaming a token succeeds if the answer is %s", async (_, answer) => {
  const line = "tokens rename aTokenKey000000001 --name x";
  expect((await runWithAnswer("POST account/ update_token_name", answer, line)).code).toBe(0);
});

test.each([
  ["200", json({ id: 4, name: "new" })],
  ["201", json({ id: 4, name: "new" }, 201)],
])("prints a fabric created with %s", async (_, answer) => {
  const { code, stdout } = await runWithAnswer("POST fabrics/", answer, "fabrics create --name new -o name");
  expect([code, stdout]).toEqual([0, "4\n"]);
});

describe.each([201, 204])("a file that is stored with an empty %i answer", (status) => {
  test.each([
    ["table", "FILENAME  x\n"],
    ["name", "x\n"],
    ["json", '{"filename":"x"}\n'],
    ["ndjson", '{"filename":"x"}\n'],
    ["yaml", "filename: x\n"],
  ])("is printed by its name as %s", async (format, text) => {
    const live = await replacedAnswers({
      routes: { "POST files/": () => ({ status, type: "text/plain", body: "" }) },
    });
    const line = ["files", "create", "--filename", "x", "--file", "-", "-o", format];
    const done = await svcAt(live)(line, "bytes");
    expect([done.code, done.stdout, done.stderr]).toEqual([0, text, ""]);
  });
});
