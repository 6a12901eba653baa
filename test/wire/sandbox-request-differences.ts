import type { AnswerDifferenceId } from "../../src/catalogue/commands/sandbox-answers.ts";
import type { AnswerDifference } from "./sandbox-answer-differences.ts";
import type { SandboxAnswer } from "./sandbox-caller.ts";
import type { SandboxFixture } from "./sandbox-fixture.ts";

/** Seconds between the timestamp of a request and the service's clock. */
const offsets = [-86_400, -301, -300, 300, 301, 86_400, 1e9];

/** Status and content type, without the character set. */
const statusAndType = ({ status, contentType = "" }: SandboxAnswer) => [status, contentType.split(";")[0]];

/** Status, content type and body. */
export const statusTypeAndText = (answer: SandboxAnswer) => [...statusAndType(answer), answer.text];

/** The first three lines of a list, or an empty text if the list is on one line. */
async function firstLines(fixture: SandboxFixture): Promise<string> {
  const { text } = await fixture.call("GET", "/fabrics/");
  return text.includes("\n") ? text.split("\n").slice(0, 3).join("\n") : "";
}

/** Differences in how requests are addressed and signed, and how answers are formatted. */
export const requestDifferences = {
  "json-layout": {
    async observe(fixture) {
      const { text } = await fixture.call("GET", "/machines/", { hostname: "nosuch" });
      return [text, (await fixture.call("GET", "/zones-of-nowhere/")).status, await firstLines(fixture)];
    },
    documented: ["[]", 404, ""],
    deployed: ["[]", 404, '[\n    {\n        "id": 0,'],
  },
  "error-type": {
    async observe(fixture) {
      const refused = await fixture.call("POST", "/fabrics/", { name: "?" });
      const absent = await fixture.call("GET", "/machines/nosuch/");
      return [refused, absent].map(({ status, contentType }) => [status, contentType]);
    },
    documented: [400, 404].map((status) => [status, "text/plain; charset=utf-8"]),
    deployed: [
      [400, "application/json; charset=utf-8"],
      [404, "text/plain"],
    ],
  },
  "anonymous-callers": {
    async observe(fixture) {
      const ask = async (path: string, method = "GET") => (await fixture.call(method, path, {}, null)).status;
      return [
        await ask(`/machines/op-is_registered?mac_address=${fixture.mac()}`),
        await ask(`/nodes/op-is_registered?mac_address=${fixture.mac()}`),
        await ask("/files/op-get_by_key?key=nosuch"),
        await ask("/machines/"),
        await ask("/machines/?op=accept_all", "POST"),
        await ask("/devices/"),
      ];
    },
    documented: [401, 401, 401, 401, 401, 401],
    deployed: [200, 200, 404, 400, 400, 401],
  },
  "unknown-address": {
    async observe(fixture) {
      const { status, contentType, text } = await fixture.call("POST", "/ipaddresses/op-release", {
        ip: "10.10.0.99",
      });
      return [status, contentType, text];
    },
    documented: [404, "text/plain; charset=utf-8", "IP address 10.10.0.99 does not exist."],
    deployed: [
      400,
      "text/plain; charset=utf-8",
      "IP address 10.10.0.99 does not exist, is not the correct type, or does not belong to the requesting user.",
    ],
  },
  "config-values": {
    async observe(fixture) {
      const answers = [];
      for (const name of ["ntp_servers", "upstream_dns", "enable_http_proxy", "node_timeout"])
        answers.push(statusTypeAndText(await fixture.call("GET", "/lab/op-get_config", { name })));
      return answers;
    },
    documented: ["ntp.example", "", "true", "30"].map((text) => [200, "text/plain", text]),
    deployed: ['"ntp.example"', "null", "true", "30"].map((text) => [200, "application/json", text]),
  },
  "file-content": {
    async observe(fixture) {
      const filename = fixture.fresh("file");
      const file = { filename, content: '{"content": "aGVsbG8="}' };
      await fixture.call("POST", "/files/", { filename, file });
      const answer = await fixture.call("GET", "/files/op-get", { filename });
      const key = /key=(.*)$/.exec(
        (await fixture.callOk("GET", `/files/${filename}/`)).anon_resource_uri,
      )?.[1];
      const byKey = await fixture.call("GET", "/files/op-get_by_key", { key: key ?? "" });
      return [answer, byKey].map((each) => [...statusAndType(each), each.text === file.content]);
    },
    documented: Array(2).fill([200, "application/json", false]),
    deployed: Array(2).fill([200, "text/html", true]),
  },
  "created-status": {
    async observe(fixture) {
      const filename = fixture.fresh("file");
      const image = await fixture.call("POST", "/boot-resources/", {
        name: fixture.fresh("image"),
        architecture: "amd64/generic",
        sha256: "0".repeat(64),
        size: 5,
      });
      const file = await fixture.call("POST", "/files/", { filename, file: { filename, content: "x" } });
      const { token_key: token } = await fixture.callOk("POST", "/account/op-create_authorisation_token");
      const renamed = await fixture.call("POST", "/account/op-update_token_name", { token, name: "ci" });
      return [image.status, file.status, file.text === "", renamed.status];
    },
    documented: [200, 200, false, 200],
    deployed: [201, 201, true, 202],
  },
  "token-list": {
    async observe(fixture) {
      const [token] = await fixture.callOk("GET", "/account/op-list_authorisation_tokens");
      return Object.keys(token);
    },
    documented: ["token_key", "token_secret", "consumer_key", "name", "token"],
    deployed: ["name", "token"],
  },
  "event-links": {
    async observe(fixture) {
      const links = [];
      for (const path of ["/events/?op=query", "/events/op-query"]) {
        const { next_uri, prev_uri } = await fixture.callOk("GET", path, { limit: 2 });
        links.push(next_uri.includes("op=query"), prev_uri.includes("op=query"));
      }
      return links;
    },
    documented: [false, false, false, false],
    deployed: [true, true, false, false],
  },
  "segment-names": {
    async observe(fixture) {
      const status = async (name: string) =>
        (await fixture.call("GET", "/lab/op-get_config", { name })).status;
      const unknown = await fixture.call("GET", "/lab/op-get_config", { name: "nosuch" });
      const token = await fixture.callOk("POST", "/account/op-create_authorisation_token");
      const set = await fixture.call("POST", "/lab/op-set_config", { name: "lab_name", value: "x" });
      return [
        await status("svc_name"),
        await status("lab_name"),
        unknown.text.includes("lab_proxy_port"),
        token.name,
        set.status,
      ];
    },
    documented: [200, 400, false, "SVC consumer", 400],
    deployed: [400, 200, true, "LAB consumer", 200],
  },
  "config-names": {
    async observe(fixture) {
      const { text } = await fixture.call("GET", "/lab/op-get_config", { name: "nosuch" });
      const names =
        text.match(/\b(?:hvmgr|vcenter|logship|promtail|metrics|prometheus|os|windows)_\w+/g) ?? [];
      const statuses = [];
      for (const name of names)
        statuses.push((await fixture.call("GET", "/lab/op-get_config", { name })).status);
      return [names.toSorted().join(" "), new Set(statuses)];
    },
    documented: [
      "hvmgr_datacenter hvmgr_password hvmgr_server hvmgr_username logship_enabled logship_port " +
        "metrics_enabled metrics_push_gateway metrics_push_interval os_kms_host",
      new Set([200]),
    ],
    deployed: [
      "prometheus_enabled prometheus_push_gateway prometheus_push_interval promtail_enabled promtail_port " +
        "vcenter_datacenter vcenter_password vcenter_server vcenter_username windows_kms_host",
      new Set([200]),
    ],
  },
  "script-names": {
    async observe(fixture) {
      const name = fixture.fresh("probe");
      const content = { filename: "x", content: "#!/bin/sh\ntrue\n" };
      await fixture.callOk("POST", "/commissioning-scripts/", { name, content });
      const scripts = await fixture.callOk("GET", "/commissioning-scripts/");
      const read = await fixture.call("GET", `/commissioning-scripts/${name}`);
      const isListed = scripts.includes(name) || scripts.some((each: { name: string }) => each.name === name);
      return [typeof scripts[0], isListed, ...statusAndType(read), read.text === content.content];
    },
    documented: ["object", true, 200, "application/json", false],
    deployed: ["string", true, 200, "application/binary", true],
  },
  "config-without-value": {
    async observe(fixture) {
      const { status, text } = await fixture.call("POST", "/lab/op-set_config", { name: "kernel_opts" });
      return [status, text];
    },
    documented: [200, "OK"],
    deployed: [400, "No provided value!"],
  },
  "superuser-digit": {
    async observe(fixture) {
      const statuses = [];
      for (const is_superuser of ["0", "1", "true", "false", "no"]) {
        const username = fixture.fresh("user");
        const values = { username, email: `${username}@example.com`, password: "x", is_superuser };
        const { status, text } = await fixture.call("POST", "/users/", values);
        statuses.push(status === 500 ? text : status);
      }
      return statuses;
    },
    documented: [200, 200, 200, 200, 200],
    deployed: [
      200,
      200,
      ...["true", "false", "no"].map((word) => `Not a valid Boolean value (0 or 1): '${word}'`),
    ],
  },
  "keyring-data": {
    async observe(fixture) {
      const url = () => `http://images.example/${fixture.fresh("source")}/`;
      const text = Buffer.from("text").toString("base64");
      const file = { filename: "keyring", content: "file" };
      const refused = await fixture.call("POST", "/boot-sources/", { url: url(), keyring_data: text });
      const { id } = await fixture.callOk("POST", "/boot-sources/", { url: url(), keyring_data: file });
      const ignored = await fixture.callOk("PUT", `/boot-sources/${id}/`, { keyring_data: text });
      return [refused.status, Buffer.from(ignored.keyring_data, "base64").toString()];
    },
    documented: [200, "text"],
    deployed: [400, "file"],
  },

  "future-timestamp": {
    async observe(fixture) {
      const key = fixture.keys.admin;
      const ask = async (seconds: number, signature: "PLAINTEXT" | "HMAC-SHA1") => {
        const nowMs = fixture.nowMs() + seconds * 1000;
        return (await fixture.ask({ method: "GET", path: "/api/2.0/zones/", key, signature, nowMs })).status;
      };
      return await Promise.all(
        offsets.flatMap((seconds) => [ask(seconds, "PLAINTEXT"), ask(seconds, "HMAC-SHA1")]),
      );
    },
    documented: [401, 401, 401, 401, 200, 200, 200, 200, 401, 401, 401, 401, 401, 401],
    deployed: [401, 401, 401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  "partition-operations": {
    async observe(fixture) {
      const id = await fixture.machine("ready");
      const { boot_disk: disk } = await fixture.callOk("GET", `/machines/${id}/`);
      const path = `/nodes/${id}/blockdevices/${disk.id}/partition/${disk.partitions[0].id}`;
      const results = [];
      for (const op of ["add_tag", "remove_tag"])
        for (const address of [`${path}op-${op}`, `${path}/op-${op}`, `${path}?op=${op}`, path]) {
          const fields = address === path ? { op } : {};
          const { status, text } = await fixture.call("POST", address, { tag: "fast", ...fields });
          results.push([status, text.startsWith("Unrecognised signature: method=POST op=None")]);
        }
      return results;
    },
    documented: Array(8).fill([200, false]),
    deployed: [0, 1].flatMap(() => [
      [400, true],
      [404, false],
      [200, false],
      [200, false],
    ]),
  },
} satisfies Partial<Record<AnswerDifferenceId, AnswerDifference>>;
