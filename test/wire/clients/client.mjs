// A client by Node's own fetch and sockets: prints a line for each check, and ends with 1 where one fails.

import { createHmac, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { connect } from "node:net";

const base = new URL(`${process.env.SVC_URL}/api/2.0`);
const [consumer, token, secret] = process.env.SVC_API_KEY.split(":");
const text = 'größer, "quoted" + 100 % & 日本 🙂 = a/b;c\r\nsecond line';
const form = "application/x-www-form-urlencoded";

const encode = (value) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The OAuth header of a request; HMAC-SHA1 covers `pairs` beside the query. */
function authorization(method, url, signature, pairs = []) {
  const fields = {
    oauth_consumer_key: consumer,
    oauth_token: token,
    oauth_signature_method: signature,
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: randomUUID(),
  };
  if (signature === "PLAINTEXT") fields.oauth_signature = `&${secret}`;
  else {
    const covered = [...Object.entries(fields), ...new URL(url).searchParams, ...pairs]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&");
    const address = `${url.origin}${url.pathname}`;
    const signed = [method, address, covered].map(encode).join("&");
    fields.oauth_signature = createHmac("sha1", `&${secret}`).update(signed).digest("base64");
  }
  const items = Object.entries(fields).map(([name, value]) => `${name}="${encode(value)}"`);
  return `OAuth ${items.join(", ")}`;
}

let isFailing = false;

function check(name, isRight, found = "") {
  console.log(`${isRight ? "ok" : `WRONG (${JSON.stringify(found)})`} ${name}`);
  if (!isRight) isFailing = true;
}

const parsed = (body) => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

/** Whole numbers of bytes, each a chunk of its own. */
const pieces = (body, size = 7) =>
  new ReadableStream({
    start(controller) {
      const bytes = new TextEncoder().encode(body);
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });

/** Sends fields as a form of the encoding; `op` is named in the path, the query or the form. */
async function call(how, method, path, fields = {}, op = undefined) {
  const url = new URL(base.href + path);
  const pairs = Object.entries(fields);
  if (op !== undefined && how.form === "path" && path.endsWith("/")) url.pathname += `op-${op}`;
  else if (op !== undefined && how.form === "form" && method === "POST") pairs.push(["op", op]);
  else if (op !== undefined) url.searchParams.set("op", op);
  const headers = {};
  let init = {};
  if (method === "GET" || method === "DELETE")
    for (const [name, value] of pairs) url.searchParams.append(name, value);
  else if (how.encoding === "multipart") {
    const body = new FormData();
    for (const [name, value] of pairs) body.append(name, value);
    init = { body };
  } else if (how.encoding === "urlencoded") init = { body: new URLSearchParams(pairs) };
  else {
    headers["Content-Type"] = form;
    init = { body: pieces(String(new URLSearchParams(pairs))), duplex: "half" };
  }
  const covered = method === "POST" ? pairs : [];
  headers.Authorization = authorization(method, url, how.signature, covered);
  const answer = await fetch(url, { method, headers, ...init });
  return { status: answer.status, body: parsed(await answer.text()) };
}

async function furtherResources(how, number) {
  const name = `js-${number}`;
  const ok = async (step, answer, isRight = () => true) => {
    const { status, body } = await answer;
    check(`${Object.values(how).join(" ")}: ${step}`, status < 300 && isRight(body), body);
    return body;
  };
  const ask = (...given) => call(how, ...given);
  await ok(
    "create tag",
    ask("POST", "/tags/", { name, comment: text }),
    (each) => each.comment === text.trim(),
  );
  await ok("update tag", ask("PUT", `/tags/${name}/`, { comment: "b" }), (each) => each.comment === "b");
  const zone = await ok("create zone", ask("POST", "/zones/", { name, description: "ä" }));
  await ok(
    "read zone",
    ask("GET", `/zones/${name}/`),
    (each) => each.description === "ä" && each.id === zone.id,
  );
  const machine = (await ask("GET", "/machines/", { hostname: "web-02" })).body[0].system_id;
  await ok(
    "tag a machine",
    ask("POST", `/tags/${name}/`, { add: machine }, "update_nodes"),
    (each) => each.added === 1,
  );
  await ok(
    "its machines",
    ask("GET", `/tags/${name}/`, {}, "machines"),
    ([each]) => each.system_id === machine,
  );
  await ok("filter by it", ask("GET", "/machines/", { tags: name }), (all) => all.length === 1);
  const vlan = (await ask("GET", `/nodes/${machine}/interfaces/`)).body[0].vlan.id;
  const cidr = `10.97.${number}.0/24`;
  const subnet = await ok(
    "create subnet",
    ask("POST", "/subnets/", { cidr, vlan }),
    (each) => each.cidr === cidr,
  );
  await ok("read it by its CIDR", ask("GET", `/subnets/${cidr}/`), (each) => each.id === subnet.id);
  const mac_address = `52:54:00:97:00:${number.toString(16).padStart(2, "0")}`;
  const port = await ok(
    "add interface",
    ask("POST", `/nodes/${machine}/interfaces/`, { mac_address, vlan, name }, "create_physical"),
    (each) => each.mac_address === mac_address,
  );
  const one = `/nodes/${machine}/interfaces/${port.id}/`;
  const link = { mode: "STATIC", subnet: subnet.id, ip_address: `10.97.${number}.5` };
  await ok(
    "link",
    ask("POST", one, link, "link_subnet"),
    (each) => each.links[0].ip_address === link.ip_address,
  );
  await ok(
    "update interface",
    ask("PUT", one, { mtu: "9000", tags: "a,b" }),
    (each) => each.effective_mtu === 9000,
  );
  await ok("disconnect", ask("POST", one, {}, "disconnect"), (each) => each.links.length === 0);
  await ok("delete interface", ask("DELETE", one));
  await ok("delete subnet", ask("DELETE", `/subnets/${subnet.id}/`));
  await ok(
    "blank layout",
    ask("POST", `/machines/${machine}/`, { storage_layout: "blank" }, "set_storage_layout"),
  );
  const disk = (await ask("GET", `/machines/${machine}/`)).body.physicalblockdevice_set[0].id;
  const disks = `/nodes/${machine}/blockdevices/${disk}/`;
  const { id } = await ok("create partition", ask("POST", `${disks}partitions/`, { size: 1e9 }));
  const partition = `${disks}partition/${id}`;
  await ok(
    "format",
    ask("POST", partition, { fstype: "xfs" }, "format"),
    (each) => each.filesystem.fstype === "xfs",
  );
  await ok(
    "mount",
    ask("POST", partition, { mount_point: "/ä" }, "mount"),
    (each) => each.filesystem.mount_point === "/ä",
  );
  await ok("unmount", ask("POST", partition, {}, "unmount"), (each) => each.filesystem.mount_point === null);
  await ok("delete partition", ask("DELETE", partition));
  const user = { username: name, email: `${name}@example.com`, password: text, is_superuser: "0" };
  await ok("create user", ask("POST", "/users/", user), (each) => each.username === name);
  await ok("delete user", ask("DELETE", `/users/${name}/`));
  await ok("delete zone", ask("DELETE", `/zones/${name}/`));
  await ok("delete tag", ask("DELETE", `/tags/${name}/`));
}

/** One request over an agent: what it answers, and whether it waited to be told to go on. */
const send = (method, path, { body, agent, headers = {} }) =>
  new Promise((resolve, reject) => {
    const url = new URL(base.href + path);
    let isToldToGoOn = false;
    const sent = request(url, {
      method,
      agent,
      headers: { Authorization: authorization(method, url, "PLAINTEXT"), ...headers },
    });
    sent.on("error", reject);
    sent.on("continue", () => {
      isToldToGoOn = true;
      sent.end(body);
    });
    sent.on("response", (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode,
          text: String(Buffer.concat(chunks)),
          isToldToGoOn,
          port: sent.socket?.localPort,
        }),
      );
    });
    if (headers.Expect === undefined) sent.end(body);
    else sent.flushHeaders();
  });

async function expectations() {
  const headers = { Expect: "100-continue", "Content-Type": form };
  const dry = "name=gpu-01&dry_run=true";
  const good = await send("POST", "/machines/op-allocate", { body: dry, headers });
  check("a body that waits is asked for", good.isToldToGoOn && good.status === 200, good);
  const length = { ...headers, "Content-Length": Buffer.byteLength(dry) };
  const known = await send("POST", "/machines/op-allocate", { body: dry, headers: length });
  check("also one of a known length", known.isToldToGoOn && known.status === 200, known);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set();
  for (const path of ["/machines/", "/no/", "/zones/", "/machines/?nosuch=1", "/tags/"])
    ports.add((await send("GET", path, { agent })).port);
  const json = { "Content-Type": "application/json" };
  for (const path of ["/tags/", "/machines/op-allocate"])
    ports.add((await send("POST", path, { agent, body: "{}", headers: json })).port);
  check("a connection is kept, also after refusals", ports.size === 1, [...ports]);
  agent.destroy();
}

/** Writes all requests at once, and resolves with all that comes back. */
const pipeline = (requests) =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(base.port), base.hostname);
    let heard = "";
    socket.on("error", reject);
    socket.setEncoding("utf8").on("data", (chunk) => {
      heard += chunk;
    });
    socket.on("close", () => resolve(heard));
    socket.write(requests.join(""));
  });

async function pipelining() {
  const count = 40;
  const requests = Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const body = index % 2 === 0 ? "" : `name=piped-${index}&comment=%C3%A4`;
    const [method, path] = index % 2 === 0 ? ["GET", `/zones/nosuch-${index}/`] : ["POST", "/tags/"];
    const url = new URL(base.href + path);
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const isChunked = index % 4 === 1;
    const framing = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`;
    return [
      `${method} ${url.pathname} HTTP/1.1`,
      `Host: ${base.host}`,
      `Authorization: ${authorization(method, url, "PLAINTEXT")}`,
      ...(body === "" ? [] : [`Content-Type: ${form}`, framing]),
      ...(isLast ? ["Connection: close"] : []),
      "",
      isChunked ? chunked : body,
    ].join("\r\n");
  });
  const heard = await pipeline(requests);
  const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const wanted = requests.map((_, index) => (index % 2 === 0 ? 404 : 200));
  check("pipelined requests are answered in order", String(statuses) === String(wanted), statuses);
  const made = [...heard.matchAll(/"name": ?"piped-(\d+)"/g)].map(([, index]) => Number(index));
  check(
    "and each is carried out once",
    made.length === count / 2 && made.every((each, at) => each === 2 * at + 1),
    made,
  );
}

// Every other form of request, in which each two of their traits still come together: the other half meets other answers.
let number = 0;
for (const [first, signature] of ["PLAINTEXT", "HMAC-SHA1"].entries())
  for (const [second, encoding] of ["urlencoded", "multipart", "chunked"].entries())
    for (const [third, place] of ["path", "query", "form"].entries()) {
      if ((first + second + third) % 2 !== Number(process.env.SVC_HALF)) continue;
      number += 1;
      await furtherResources({ signature, encoding, form: place }, number);
    }
await expectations();
await pipelining();
process.exitCode = isFailing ? 1 : 0;
