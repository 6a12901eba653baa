import { isUtf8 } from "node:buffer";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { binaries } from "../unit/client/http/bodies.ts";
import { createRandom, partOfRun } from "../unit/random.ts";
import { listenForTest } from "./raw-server.ts";

const actions = [null, "snapshot", "firmware"].map((op) => ({
  method: "GET",
  name: op ?? "read",
  op,
  restful: op === null,
  doc: "See it.\n",
}));

/** A service below `prefix` that describes read operations whose names do not tell the type of the answer. */
async function serviceOf(prefix: string) {
  let answer: { readonly type: string | undefined; readonly body: Buffer } = {
    type: undefined,
    body: Buffer.alloc(0),
  };
  const description = {
    hash: "h1",
    resources: [
      { anon: null, auth: { params: ["id"], path: `${prefix}/api/2.0/blobs/{id}/`, actions } },
      { anon: null, auth: { params: ["system_id"], path: `${prefix}/api/2.0/nodes/{system_id}/`, actions } },
    ],
  };
  const server = createServer((request, response) => {
    if (request.url === `${prefix}/api/2.0/describe/`) return response.end(JSON.stringify(description));
    if (request.url?.startsWith(`${prefix}/api/2.0/nodes/?`))
      return response.end(
        JSON.stringify(["aaa111", "bbb222"].map((id, at) => ({ system_id: id, hostname: `web-0${at + 1}` }))),
      );
    response.writeHead(200, answer.type === undefined ? {} : { "content-type": answer.type });
    response.end(answer.body);
  });
  const port = await listenForTest(server);
  const env = {
    SVC_URL: `http://127.0.0.1:${port}${prefix}`,
    SVC_API_KEY: "a:b:c",
    SVC_CONFIG_DIR: "/nonexistent",
    SVC_CACHE_DIR: join(folderOfTest(), "cache"),
  };
  await runSvc(["describe", "--quiet"], { env });
  return {
    svc: (line: string, terminal = {}) => runSvc(line.split(" "), { env, terminal }),
    answerBy: (body: Buffer, type: string | undefined) => {
      answer = { body, type };
    },
  };
}

const types = [
  ...[undefined, "application/octet-stream", "image/png", "application/gzip", "text/plain"],
  ...["application/x-tar", "text/plain; charset=utf-8", "video/x", "made up"],
];

/** Random bytes that are never valid text. */
function invalidText(seed: number): Buffer {
  const random = createRandom(seed);
  const bytes = Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256)));
  bytes[random.below(bytes.length)] = random.pick([0xff, 0xfe, 0xc0, 0x00, 0x07]);
  return bytes;
}

/** Random bodies that are tried below each prefix. */
const bodiesPerPrefix = 40;

describe.each([
  ["/LAB", 0],
  ["/x/y/LAB", bodiesPerPrefix],
  ["", 2 * bodiesPerPrefix],
])("a service at prefix %s", (prefix, firstSeed) => {
  test("the body of a described read is written unchanged, whatever the operation is called", async () => {
    const { svc, answerBy } = await serviceOf(prefix);
    const bodies = [
      ...binaries,
      ...Array.from({ length: bodiesPerPrefix }, (_, index) => invalidText(firstSeed + index)),
    ];
    for (const [at, body] of partOfRun([...bodies.entries()], 5, firstSeed / bodiesPerPrefix)) {
      const type = types[at % types.length];
      const line = ["blobs get 7", "blobs snapshot 7", "blobs firmware 7"][at % 3];
      answerBy(body, type);
      const { code, bytes, stderr } = await svc(String(line));
      expect([at, type, code, stderr]).toEqual([at, type, 0, ""]);
      expect(bytes.equals(body)).toBe(true);
      const object = JSON.parse((await svc(`${line} -o json`)).stdout);
      expect(object).toEqual({ id: "7", content: body.toString("base64") });
      const onTerminal = await svc(String(line), { isTTY: true });
      // A terminal gets only text, with control characters escaped.
      expect(onTerminal.stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      if (isUtf8(body) && !body.includes(0)) expect(onTerminal.code).toBe(0);
      else
        expect([onTerminal.code, onTerminal.stdout, onTerminal.stderr.includes("> FILE")]).toEqual([
          1,
          "",
          true,
        ]);
    }
  });
});

test("bytes instead of JSON are refused, and text and JSON are printed as before", async () => {
  const { svc, answerBy } = await serviceOf("/LAB");
  answerBy(invalidText(1), "application/json");
  expect(await svc("blobs snapshot 7")).toMatchObject({ code: 1, stdout: "" });
  answerBy(Buffer.from("two\nlines\n"), "text/plain");
  expect(await svc("blobs snapshot 7")).toMatchObject({ code: 0, stdout: "two\nlines\n" });
  answerBy(Buffer.from('{"id": 7, "name": "x"}'), "text/plain");
  expect(await svc("blobs snapshot 7 --columns ID")).toMatchObject({ code: 0, stdout: "ID  7\n" });
  answerBy(Buffer.alloc(0), "application/octet-stream");
  expect(await svc("blobs snapshot 7")).toMatchObject({ code: 0, stdout: "" });
});

test("bytes of several nodes are printed in base64 with the node names", async () => {
  const { svc, answerBy } = await serviceOf("/LAB");
  const body = invalidText(2);
  answerBy(body, "application/octet-stream");
  const content = body.toString("base64");
  expect(JSON.parse((await svc("nodes snapshot aaa111 bbb222 -o json")).stdout)).toEqual([
    { system_id: "aaa111", hostname: "web-01", content },
    { system_id: "bbb222", hostname: "web-02", content },
  ]);
});
