import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { compare, measure, range, report, svc } from "./run.mjs";

/**
 * 10,000 machines of about 20 kB each, from a server that has the answer ready: as a table against curl | jq, and, several times
 * as many, since curl takes a tenth of a second for the 200 MB, as JSON against curl.
 */
const count = 10_000;
const timesAsJson = 4;
const template = JSON.parse(readFileSync(new URL("../fixtures/machine.json", import.meta.url), "utf8"));

/** The machines as JSON, without the brackets of their list. */
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
    machines.flatMap((machine, index) => (index === 0 ? [machine] : [Buffer.from(","), machine])),
  );
}

const columns =
  "[.fqdn,.status_name,.power_state,.owner,.pool.name,.zone.name,.architecture,.cpu_count,.memory,.distro_series]";

export async function benchListing() {
  const body = answer();
  const server = createServer((request, response) => {
    const times = request.url.startsWith("/large/") ? timesAsJson : 1;
    const length = times * (body.length + 1) + 1;
    response.writeHead(200, { "content-type": "application/json", "content-length": length });
    for (let index = 0; index < times; index++) {
      response.write(index === 0 ? "[" : ",");
      response.write(body);
    }
    response.end("]");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const list = "/api/2.0/machines/";
  const envOf = (segment) => ({ SVC_URL: `${origin}/${segment}`, SVC_API_KEY: "a:b:c" });
  try {
    const table = await compare(
      { command: `${svc} machines list`, env: envOf("SVC") },
      { command: `curl -sf ${origin}/SVC${list} | jq -r '.[]|${columns}|@tsv'` },
      3,
    );
    const memory = await measure(`${svc} machines list`, envOf("SVC"));
    report(
      "10,000 machines as a table",
      `${table.ratio.toFixed(1)} x as fast as curl | jq (goal 5; ${range(table)}), ${memory.memoryMiB.toFixed(0)} MiB (goal 100)`,
    );
    const json = await compare(
      { command: `curl -sf ${origin}/large${list} | cat` },
      { command: `${svc} machines list -o json | cat`, env: envOf("large") },
    );
    report(
      `${(timesAsJson * count).toLocaleString("en")} machines as JSON in a pipe`,
      `${json.ratio.toFixed(1)} x the time of curl (goal 2; ${range(json)}), ${json.memoryMiB.toFixed(0)} MiB`,
    );
  } finally {
    server.close();
  }
}
