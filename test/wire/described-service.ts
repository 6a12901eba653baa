import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { serialize } from "bson";
import { fastProcess } from "../fast-process.ts";
import { storeDescription } from "../stored-description.ts";
import { runSvc, startSvc } from "../svc-run.ts";
import { folderOfTest } from "../temporary-folder.ts";
import { fixture } from "../unit/client/description/fixture.ts";
import { listenForTest } from "./raw-server.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export const json = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

/**
 * The fictional resources of the fixture (`/lab-zones/`) answer like the documented ones they are modelled
 * on.
 */
const fixtureAnswers: Readonly<Record<string, unknown>> = {
  "GET /zones/": [{ name: "default", id: 1, description: "", resource_uri: "/SVC/api/2.0/zones/default/" }],
  "GET /subnets/10.0.0.0%2F24/": {
    id: 3,
    cidr: "10.0.0.0/24",
    name: "lab",
    vlan: { id: 2, name: "untagged" },
  },
  "GET /nodes/": [
    { system_id: "abc123", hostname: "web-01", fqdn: "web-01.svc" },
    { system_id: "def456", hostname: "web-02", fqdn: "web-02.svc" },
  ],
  "GET /nodes/def456/interfaces/": [
    { id: 8, name: "eth0", tags: [], vlan: null },
    { id: 9, name: "eth1", tags: [], vlan: null },
  ],
  "GET /nodes/abc123/interfaces/": [{ id: 7, name: "eth0", tags: [], vlan: { vid: 0, name: "untagged" } }],
  "GET /machines/": [],
  "POST /tags/fast/op-update_nodes": { added: 2, removed: 0 },
  "GET /rackcontrollers/": [
    { system_id: "rrrrrr", hostname: "rack-01", fqdn: "rack-01.svc" },
    { system_id: "ssssss", hostname: "rack02", fqdn: "rack02.svc" },
    { system_id: "tttttt", hostname: "twin-01" },
    { system_id: "uuuuuu", hostname: "twin-01" },
  ],
  "GET /rackcontrollers/rrrrrr/": { system_id: "rrrrrr", hostname: "rack-01" },
  "GET /rackcontrollers/ssssss/": { system_id: "ssssss", hostname: "rack02" },
  "POST /rackcontrollers/rrrrrr/op-power_off": { system_id: "rrrrrr", hostname: "rack-01" },
  "GET /vm-hosts/": [
    { id: 4, name: "lab-host" },
    { id: 5, name: "other" },
  ],
  "POST /vm-hosts/4/op-refresh": { id: 4, name: "lab-host" },
  "GET /nodes/abc123/blockdevices/": [
    { id: 5, name: "sda", partitions: [{ id: 2, path: "/dev/disk/by-dname/sda-part2" }] },
    { id: 6, name: "sdb", partitions: [] },
  ],
  "GET /subnets/": [{ id: 3, cidr: "10.0.0.0/24", name: "lab" }],
  "GET /nodes/abc123/raids/": [{ id: 9, name: "md0" }],
  "GET /nodes/abc123/raid/9/": { id: 9, name: "md0", level: "raid-1" },
};

/** The body of every download: bytes that are not text, with every kind of line end. */
export const content = Buffer.from([0xfd, 0x37, 0x7a, 0x00, 0xff, 0x0d, 0x0a, 0x1b, 0x5b, 0x32, 0x4a, 0x0a]);

const describeFixture: Handler = (_, response) => json(response, { ...fixture, hash: "h1" });

/**
 * Starts a service with this description and returns an svc with its own cache. Unless `isKnown` is false,
 * the description is already stored. `requests` are those received after that, in order.
 */
export async function describedService(describeIt: Handler = describeFixture, isKnown = true) {
  const requests: string[] = [];
  const bodies: string[] = [];
  const unsigned: string[] = [];
  let answer = describeIt;
  let hash = "h1";
  let silentPath = "";
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://x");
    const label = `${request.method} ${pathname.replace("/SVC/api/2.0", "")}`;
    requests.push(label);
    if (request.headers.authorization === undefined) unsigned.push(label);
    response.setHeader("X-Svc-Api-Hash", hash);
    bodies.push(await text(request));
    if (label === "GET /describe/") return answer(request, response);
    if (silentPath !== "" && label.includes(silentPath)) return request.socket.destroy();
    if (/^GET \/(?:nodes\/abc123\/(?:lab-)?results|(?:lab-)?scripts)\//.test(label)) {
      const isJson = label.includes("json");
      response.writeHead(200, { "content-type": isJson ? "application/json" : "text/plain" });
      return response.end(isJson ? '{"a": 1}' : content);
    }
    if (label.endsWith("/op-details"))
      return response
        .writeHead(200, { "content-type": "application/bson" })
        .end(serialize({ lldp: Buffer.from("<lldp/>") }));
    const value = fixtureAnswers[label.replace(/lab[-_]/g, "")];
    if (value === undefined) return json(response, "Not Found", 404);
    json(response, value);
  });
  const port = await listenForTest(server);
  const cache = folderOfTest();
  const url = `http://127.0.0.1:${port}/SVC`;
  const env = {
    SVC_URL: url,
    SVC_API_KEY: "a:b:c",
    SVC_CONFIG_DIR: join(cache, "config"),
    SVC_CACHE_DIR: cache,
  };
  if (isKnown && describeIt === describeFixture) await storeDescription("fixture", url, env);
  else if (isKnown) await runSvc(["describe", "--quiet"], { env, clock: fastProcess.clock });
  for (const list of [requests, bodies, unsigned]) list.length = 0;
  return {
    requests,
    bodies,
    unsigned,
    cache,
    url,
    folder: () => join(cache, "descriptions", readdirSync(join(cache, "descriptions"))[0] ?? ""),
    /** Requests for this path get no answer from now on. */
    stopAnswering: (path: string) => {
      silentPath = path;
    },
    describeBy: (handler: Handler, changed = hash) => {
      answer = handler;
      hash = changed;
    },
    env,
    start: (line: string) => startSvc(line.split(" "), { env }),
    svc: (line: string, further: Readonly<Record<string, string>> = {}, clock = fastProcess.clock) =>
      runSvc(line.split(" "), { env: { ...env, ...further }, clock }),
    descriptions: () => requests.filter((each) => each === "GET /describe/").length,
  };
}
