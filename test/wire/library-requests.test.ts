import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memberName } from "../../src/catalogue/commands/library-text.ts";
import { loadAllOperations, type OperationEntry } from "../../src/catalogue/index.ts";
import { connect } from "../../src/client/library/index.ts";
import { runSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { createRandom, hasTurn, partOfRun } from "../unit/random.ts";
import { nodeIds, randomCall } from "./library-call.ts";
import { listen } from "./raw-server.ts";

/** Random calls of each operation; each day makes one of them. */
const calls = 2;

const folder = folderOfFile();
const part = "k".repeat(18);
const key = `${part}:${part}:${part}`;

const nodes = nodeIds.map((id) => ({
  system_id: id,
  hostname: id,
  fqdn: `${id}.lab`,
  node_type: 0,
  status: 4,
  status_name: "Ready",
  power_state: "off",
  locked: false,
}));

function answerTo(path: string, method = ""): unknown {
  if (method === "GET" && /\/(machines|devices|nodes)\/(\?.*)?$/.test(path)) return nodes;
  const id = nodeIds.find((each) => path.includes(`/${each}/`));
  return nodes.find(({ system_id }) => system_id === id) ?? {};
}

let requests: string[] = [];
const server = createServer(async (request, response) => {
  requests.push(requestText(request, (await buffer(request)).toString("latin1")));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(answerTo(request.url ?? "", request.method)));
});

/** Returns a request as text without the parts that differ each time: signature, boundary and user agent. */
function requestText({ method, url, rawHeaders }: IncomingMessage, body: string): string {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !/^(authorization|user-agent)$/i.test(name)
      ? [`${name}: ${rawHeaders[index + 1]}`]
      : [],
  );
  const fullText = [`${method} ${url}`, ...headers, "", body].join("\r\n");
  const boundary = /boundary=(\S+)/.exec(fullText)?.[1];
  return boundary === undefined ? fullText : fullText.replaceAll(boundary, "BOUNDARY");
}

const operations = await loadAllOperations();
let url: string;
let svc: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}/SVC`;
  svc = await connect({ url, key, env: {} });
});
afterAll(async () => {
  await svc.close();
  server.closeAllConnections();
  server.close();
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The first request of the operation itself, skipping requests that look up nodes. */
function operationRequest({ operation: { method, path } }: OperationEntry): string | undefined {
  const [, base = "", op] = /^(.*?)(?:op-(\w+))?$/.exec(path) ?? [];
  const end = op === undefined ? "(\\?\\S*)?\r\n" : `(op-${op}|\\?op=${op})\\b`;
  const start = base
    .split(/\{[a-z_]+\}/)
    .map(escaped)
    .join("[^/]+");
  const form = new RegExp(`^${method} \\S*${start.replace(/\/$/, "/?")}${end}`);
  return requests.find((request) => form.test(request));
}

/** Runs `work` and returns its result and the request it sent for the operation. */
async function requestOf(entry: OperationEntry, work: () => Promise<unknown>) {
  requests = [];
  const result = await work().catch((error: unknown) => error);
  return { request: operationRequest(entry), result };
}

describe("a library call and the equivalent command line", () => {
  test.each(partOfRun(operations, 3).map((entry) => [entry.id, entry] as const))(
    "send identical requests: %s",
    async (id, entry) => {
      const chance = createRandom([...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
      const methods = svc[memberName(entry.group.name)] as Record<
        string,
        (...methodArguments: unknown[]) => Promise<unknown>
      >;
      const env = { SVC_URL: url, SVC_API_KEY: key, SVC_CACHE_DIR: folder };
      for (let count = 0; count < calls; count += 1) {
        const { line, methodArguments } = randomCall(entry, chance, folder);
        if (!hasTurn(count, calls)) continue;
        const fromLine = await requestOf(entry, () => runSvc(line, { env }));
        const fromLibrary = await requestOf(
          entry,
          async () => await methods[memberName(entry.operation.verb)]?.(...methodArguments),
        );
        expect([line, fromLibrary.request, fromLibrary.result]).toEqual([
          line,
          fromLine.request,
          fromLibrary.result,
        ]);
        expect([line, fromLine.result, fromLibrary.request]).toEqual([
          line,
          fromLine.result,
          expect.any(String),
        ]);
      }
    },
  );
});
