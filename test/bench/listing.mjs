import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { compare, measure, range, report, svc } from "./run.mjs";

/**
 * Lists 10,000 machines of about 20 kB from a server that has the answer ready: as a table compared with curl
 * | jq, and as JSON compared with curl. curl takes little more than 0.1 s for the 200 MB, so many rounds are
 * needed.
 */
const count = 10_000;
const jsonRounds = 15;
const template = JSON.parse(readFileSync(new URL("../fixtures/machine.json", import.meta.url), "utf8"));

/** A list of machines as JSON. */
export function machinesAnswer(first, length) {
  const machines = Array.from({ length }, (_, offset) => {
    const index = first + offset;
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
  const separated = machines.flatMap((machine, index) => [Buffer.from(index === 0 ? "[" : ","), machine]);
  return Buffer.concat([...separated, Buffer.from("]")]);
}

/** Answers every request with the same body. */
export async function serve(body) {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, url: `http://127.0.0.1:${server.address().port}/SVC` };
}

const columns =
  "[.fqdn,.status_name,.power_state,.owner,.pool.name,.zone.name,.architecture,.cpu_count,.memory,.distro_series]";

export async function benchListing() {
  const body = machinesAnswer(0, count);
  const { server, url } = await serve(body);
  const curl = `curl -sf ${url}/api/2.0/machines/`;
  const env = { SVC_URL: url, SVC_API_KEY: "a:b:c" };
  try {
    const table = await compare(
      { command: `${svc} machines list`, env },
      { command: `${curl} | jq -r '.[]|${columns}|@tsv'` },
      3,
    );
    const memory = await measure(`${svc} machines list`, env);
    report(
      "10,000 machines as a table",
      `${table.ratio.toFixed(1)} x as fast as curl | jq (goal 3.5; ${range(table)}), ${memory.memoryMiB.toFixed(0)} MiB (goal 120)`,
    );
    const json = await compare(
      { command: `${curl} | cat` },
      { command: `${svc} machines list -o json | cat`, env },
      jsonRounds,
    );
    report(
      "10,000 machines as JSON in a pipe",
      `${json.ratio.toFixed(1)} x the time of curl (goal 5.5; ${range(json)}), ${json.memoryMiB.toFixed(0)} MiB`,
    );
  } finally {
    server.close();
  }
}
