import type { AnswerDifferenceId } from "../../src/catalogue/commands/sandbox-answers.ts";
import type { AnswerDifference } from "./sandbox-answer-differences.ts";
import type { SandboxFixture } from "./sandbox-fixture.ts";

/** A well-formed id that no discovery has. */
const noDiscovery = Buffer.from("10.0.0.1,02:00:00:00:00:00").toString("base64");

const thrice = (value: boolean) => [value, value, value];

const newDomain = (fixture: SandboxFixture, values: Record<string, string | boolean> = {}) =>
  fixture.call("POST", "/domains/", { name: `${fixture.fresh("d")}.example`, ...values });

export const networkDifferences = {
  "hidden-members": {
    async observe(fixture) {
      const description = "of a test";
      const fabric = await fixture.callOk("POST", "/fabrics/", { description });
      const path = `/fabrics/${fabric.id}/vlans/`;
      const vlan = await fixture.callOk("POST", path, { vid: 9, description });
      const machine = await fixture.callOk("GET", `/machines/${await fixture.machine()}/`);
      const image = await fixture.callOk("POST", "/boot-resources/", {
        name: `custom/${fixture.fresh("image")}`,
        architecture: "amd64/generic",
        sha256: "0".repeat(64),
        size: 5,
        base_image: "ubuntu/jammy",
      });
      return [fabric.description, vlan.description, machine.agent_name, machine.is_dpu, image.base_image];
    },
    documented: ["of a test", "of a test", "", false, "ubuntu/jammy"],
    deployed: Array(5).fill(undefined),
  },
  "custom-base-image": {
    async observe(fixture) {
      const values = { architecture: "amd64/generic", sha256: "0".repeat(64), size: 5 };
      const create = async (name: string) =>
        (await fixture.call("POST", "/boot-resources/", { name, ...values })).status < 300;
      return [await create(`custom/${fixture.fresh("i")}`), await create(fixture.fresh("i"))];
    },
    documented: [false, true],
    deployed: [true, true],
  },
  "subnet-switches": {
    async observe(fixture) {
      const { id } = await fixture.callOk("POST", "/subnets/", {
        cidr: "10.209.9.0/24",
        managed: "0",
        allow_dns: "false",
      });
      const answers = [await fixture.callOk("GET", `/subnets/${id}/`)];
      for (const value of ["0", "1", "false", "true", "False", "no", ""]) {
        const values = { managed: value, allow_dns: value, allow_proxy: value };
        answers.push(await fixture.callOk("PUT", `/subnets/${id}/`, values));
      }
      await fixture.call("DELETE", `/subnets/${id}/`);
      return answers.map(({ managed, allow_dns, allow_proxy }) => [managed, allow_dns, allow_proxy]);
    },
    documented: [[false, false, true], ...[false, true, false, true, false, false, false].map(thrice)],
    deployed: [[true, false, true], ...[true, true, false, true, false, true, true].map(thrice)],
  },
  "subnet-numbers": {
    async observe(fixture) {
      const id = await fixture.machine("ready");
      const [card] = await fixture.callOk("GET", `/nodes/${id}/interfaces/`);
      const { vlan } = await fixture.callOk("GET", "/subnets/prod-net/");
      const path = `/nodes/${id}/interfaces/${card.id}/`;
      await fixture.callOk("PUT", path, { vlan: vlan.id });
      const statuses = [];
      for (const subnet of ["1", "10.10.0.0/24", "prod-net", "nosuch"]) {
        const range = { type: "reserved", start_ip: "10.10.0.110", end_ip: "10.10.0.110", subnet };
        const created = await fixture.call("POST", "/ipranges/", range);
        if (created.status === 200) await fixture.callOk("DELETE", `/ipranges/${created.json.id}/`);
        const linked = await fixture.call("POST", `${path}?op=link_subnet`, { mode: "auto", subnet });
        statuses.push([created.status, linked.status]);
      }
      return statuses;
    },
    documented: [200, 200, 200, 400].map((status) => [status, status]),
    deployed: [200, 400, 400, 400].map((status) => [status, status]),
  },
  "pod-names": {
    async observe(fixture) {
      const pod = fixture.sandbox.world.state.places.pods[0];
      const byId = await fixture.call("GET", `/pods/${pod?.id}/`);
      const byName = await fixture.call("GET", `/pods/${pod?.name}/`);
      return [byId.status, byName.status, byName.text.includes("expected a number but got")];
    },
    documented: [200, 404, false],
    deployed: [200, 500, true],
  },
  "domain-name": {
    async observe(fixture) {
      const { id, name } = (await newDomain(fixture)).json;
      const answer = await fixture.call("PUT", `/domains/${id}/`, { ttl: 60 });
      const after = await fixture.callOk("GET", `/domains/${id}/`);
      return [answer.status, after.ttl, after.name === name];
    },
    documented: [400, null, true],
    deployed: [200, 60, true],
  },
  "forward-servers": {
    async observe(fixture) {
      const both = { authoritative: false, forward_dns_servers: "10.0.0.1" };
      const { id, name } = (await newDomain(fixture, { authoritative: false })).json;
      const updated = await fixture.call("PUT", `/domains/${id}/`, { name, ...both });
      return [(await newDomain(fixture, both)).status, updated.status];
    },
    documented: [200, 200],
    deployed: [400, 400],
  },
  "dns-resource-name": {
    observe: async (fixture) =>
      (await fixture.call("POST", "/dnsresources/", { fqdn: `${fixture.fresh("n")}.example.com` })).status,
    documented: 400,
    deployed: 200,
  },
  "device-parent": {
    async observe(fixture) {
      const parent = await fixture.machine("new");
      const { system_id } = await fixture.callOk("POST", "/devices/", {
        mac_addresses: fixture.mac(),
        parent,
      });
      const refused = await fixture.call("PUT", `/devices/${system_id}/`, { description: "hall" });
      const repeated = await fixture.call("PUT", `/devices/${system_id}/`, { description: "hall", parent });
      return [refused.status, repeated.status];
    },
    documented: [200, 200],
    deployed: [400, 200],
  },
  "taken-address": {
    async observe(fixture) {
      const { ip } = await fixture.callOk("POST", "/ipaddresses/op-reserve", { subnet: "10.20.0.0/24" });
      return (await fixture.call("POST", "/ipaddresses/op-reserve", { ip })).status;
    },
    documented: 400,
    deployed: 404,
  },
  "absent-discovery": {
    async observe(fixture) {
      const read = await fixture.call("GET", `/discovery/${encodeURIComponent(noDiscovery)}/`);
      const values = { ip: "10.0.0.1", mac: "02:00:00:00:00:00" };
      const cleared = await fixture.call("POST", "/discovery/op-clear_by_mac_and_ip", values);
      return [read.status, cleared.status, cleared.text === "Gone"];
    },
    documented: [404, 404, false],
    deployed: [410, 410, true],
  },
  "withdrawn-networks": {
    async observe(fixture) {
      const [{ name }] = await fixture.callOk("GET", "/networks/");
      const description = fixture.fresh("net");
      const created = await fixture.call("POST", "/networks/", { description });
      const path = created.status === 200 ? `/networks/${created.json.name}/` : `/networks/${name}/`;
      return [
        created.status,
        (await fixture.call("PUT", path, { description: fixture.fresh("net") })).status,
        (await fixture.call("POST", `${path}op-connect_macs`)).status,
        (await fixture.call("POST", `${path}op-disconnect_macs`)).status,
        (await fixture.call("DELETE", path)).status,
        (await fixture.call("GET", `/networks/${name}/`)).status,
      ];
    },
    documented: [200, 200, 404, 404, 200, 200],
    deployed: [410, 410, 410, 410, 410, 200],
  },
} satisfies Partial<Record<AnswerDifferenceId, AnswerDifference>>;
