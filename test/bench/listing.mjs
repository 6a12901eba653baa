import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { compare, report, svc } from "./run.mjs";

/** 10,000 machines of about 20 kB each, from a server that has the answer ready: table against curl | jq, JSON against curl. */
const count = 10_000;
const template = JSON.parse(readFileSync(new URL("../fixtures/machine.json", import.meta.url), "utf8"));

function answer() {
  const machines = Array.from({ length: count }, (_, index) => {
    const more = template.interface_set.concat(template.interface_set, template.interface_set);
    return Buffer.from(
      JSON.stringify({
        ...template,
        system_id: `m${String(index).padStart(5, "0")}`,
        hostname: `node-${index}`,
        fqdn: `node-${index}.example.net`,
        interface_set: more.concat(template.interface_set.slice(0, 1)),
      }),
    );
  });
  return Buffer.concat(
    machines
      .flatMap((machine, index) => [Buffer.from(index === 0 ? "[" : ","), machine])
      .concat(Buffer.from("]")),
  );
}

const columns =
  "[.fqdn,.status_name,.power_state,.owner,.pool.name,.zone.name,.architecture,.cpu_count,.memory,.distro_series]";

export async function benchListing() {
  const body = answer();
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
    response.end(body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const base = `http://127.0.0.1:${server.address().port}/SVC`;
  const address = `${base}/api/2.0/machines/`;
  const env = { SVC_URL: base, SVC_API_KEY: "a:b:c" };
  try {
    const [jq, table] = await compare(
      { command: `curl -s ${address} | jq -r '.[]|${columns}|@tsv'` },
      { command: `${svc} machines list`, env },
    );
    report(
      "10,000 machines as a table",
      `${(jq.wallMs / table.wallMs).toFixed(1)} x as fast as curl | jq (bar 3), ${table.memoryMiB.toFixed(0)} MiB (bar 200)`,
    );
    const [curl, json] = await compare(
      { command: `curl -s ${address} | cat` },
      { command: `${svc} machines list -o json | cat`, env },
    );
    report(
      "10,000 machines as JSON",
      `${(json.wallMs / curl.wallMs).toFixed(1)} x the time of curl (bar 1.5), ${json.memoryMiB.toFixed(0)} MiB`,
    );
  } finally {
    server.close();
  }
}
