import type { AnswerDifferenceId } from "../../src/catalogue/commands/sandbox-answers.ts";
import type { AnswerDifference } from "./sandbox-answer-differences.ts";
import type { SandboxAnswer } from "./sandbox-caller.ts";
import type { SandboxFixture } from "./sandbox-fixture.ts";
import { statusTypeAndText } from "./sandbox-request-differences.ts";

/** Marks a machine broken; returns the answer, and the events of this change, newest first. */
async function markBroken(fixture: SandboxFixture, id: string, values: Record<string, string> = {}) {
  const query = { id, level: "DEBUG" };
  const [last] = (await fixture.callOk("GET", "/events/op-query", query)).events as { id: number }[];
  const broken = await fixture.callOk("POST", `/machines/${id}/op-mark_broken`, values);
  const { events } = await fixture.callOk("GET", "/events/op-query", {
    ...query,
    after: String(last?.id ?? 0),
  });
  return { broken, events: events as { level: string; type: string; description: string }[] };
}

async function lockedMachine(fixture: SandboxFixture): Promise<string> {
  const id = await fixture.machine("deployed");
  await fixture.callOk("POST", `/machines/${id}/op-lock`);
  return id;
}

export const machineDifferences = {
  "changed-node": {
    async observe(fixture) {
      const id = await fixture.machine("allocated");
      const device = await fixture.callOk("POST", "/devices/", { mac_addresses: fixture.mac() });
      const failed = await fixture.machine("failed_testing");
      const deployed = await fixture.machine("deployed");
      const deploying = await fixture.machine("deploying");
      const answers = [
        await fixture.call("POST", `/machines/${deploying}/op-abort`),
        await fixture.call("POST", `/machines/${failed}/op-override_failed_testing`),
        await fixture.call("POST", `/machines/${deployed}/op-power_off`),
        await fixture.call("POST", `/machines/${deployed}/op-power_on`),
        await fixture.call("POST", `/machines/${deployed}/op-test`),
        await fixture.call("POST", `/machines/${id}/op-set_owner_data`, { role: "web" }),
        await fixture.call("POST", `/machines/${id}/op-set_workload_annotations`, { team: "a" }),
        await fixture.call("POST", `/devices/${device.system_id}/op-set_owner_data`),
        await fixture.call("POST", `/devices/${device.system_id}/op-set_workload_annotations`, { a: "b" }),
      ];
      const ids = [
        deploying,
        failed,
        deployed,
        deployed,
        deployed,
        id,
        id,
        device.system_id,
        device.system_id,
      ];
      return answers.map((each, index) => [
        each.status,
        each.text === "" ? "nothing" : each.json.system_id === ids[index],
      ]);
    },
    documented: Array(9).fill([204, "nothing"]),
    deployed: Array(9).fill([200, true]),
  },
  "untyped-answers": {
    async observe(fixture) {
      const { id: fabric } = await fixture.callOk("POST", "/fabrics/", { name: fixture.fresh("empty") });
      const device = await fixture.callOk("POST", "/devices/", { mac_addresses: fixture.mac() });
      const machine = await fixture.machine("new");
      const answers = [await fixture.call("DELETE", `/fabrics/${fabric}/`)];
      for (const node of [`machines/${machine}`, `nodes/${machine}`, `devices/${device.system_id}`])
        answers.push(await fixture.call("GET", `/${node}/op-power_parameters`));
      answers.push(await fixture.call("POST", "/discovery/op-clear", { all: true }));
      return answers.map(({ status, contentType, text }) => [status, contentType, text]);
    },
    documented: ["", "{}", "{}", "{}", ""].map((text) => [200, undefined, text]),
    deployed: [
      [204, "text/plain", ""],
      ...Array(3).fill([200, "application/json; charset=utf-8", "{}"]),
      [204, "text/plain", ""],
    ],
  },
  "unavailable-action": {
    async observe(fixture) {
      const id = await fixture.machine("commissioning");
      const answers = [];
      for (const operation of ["commission", "test"])
        answers.push(await fixture.call("POST", `/machines/${id}/op-${operation}`));
      return answers.map(({ status, text }) => [status, text]);
    },
    documented: ["commission", "test"].map((verb) => [
      409,
      `Can't ${verb} a machine that is in the 'Commissioning' state`,
    ]),
    deployed: ["Commission", "Test"].map((action) => [
      400,
      `{"__all__": ["${action} is not available because of the current state of the node."]}`,
    ]),
  },
  "allocation-names": {
    async observe(fixture) {
      const answers = [];
      for (const [name, value] of [
        ["tags", "nosuch"],
        ["not_tags", "nosuch"],
        ["zone", "nosuch"],
        ["not_in_pool", "nosuch"],
        ["arch", "pdp11/generic"],
        ["name", "nosuch"],
      ] as const)
        answers.push(await fixture.call("POST", "/machines/op-allocate", { [name]: value, dry_run: true }));
      return answers.map(({ status, text }) => (status === 400 ? text : status));
    },
    documented: [409, 200, 409, 200, 409, 409],
    deployed: [
      `{"tags": ["No such tag(s): 'nosuch'."]}`,
      `{"not_tags": ["No such tag(s): 'nosuch'."]}`,
      '{"zone": ["No such zone(s): nosuch."]}',
      '{"not_in_pool": ["No such pool(s): nosuch."]}',
      '{"arch": ["Architecture not recognised."]}',
      409,
    ],
  },
  "set-zone": {
    async observe(fixture) {
      const nodes = await fixture.machine();
      const answers = [];
      for (const group of ["machines", "nodes"])
        answers.push(await fixture.call("POST", `/${group}/op-set_zone`, { nodes, zone: "south" }));
      return answers.map(statusTypeAndText);
    },
    documented: Array(2).fill([204, "text/plain", ""]),
    deployed: Array(2).fill([200, "application/json", "null"]),
  },
  "registered-mac": {
    async observe(fixture) {
      const mac_address = fixture.mac();
      return statusTypeAndText(await fixture.call("GET", "/machines/op-is_registered", { mac_address }));
    },
    documented: [200, "text/plain", "false"],
    deployed: [200, "application/json", "false"],
  },
  "abortable-work": {
    async observe(fixture) {
      const statuses = [];
      for (const [state, operation] of [
        ["allocated", "release"],
        ["deployed", "rescue_mode"],
        ["rescue", "exit_rescue_mode"],
      ] as const) {
        const id = await fixture.machine(state);
        await fixture.callOk("POST", `/machines/${id}/op-${operation}`);
        statuses.push((await fixture.call("POST", `/machines/${id}/op-abort`)).status);
        statuses.push((await fixture.callOk("GET", `/machines/${id}/`)).status_name);
      }
      return statuses;
    },
    documented: [204, "Releasing failed", 204, "Deployed", 204, "Rescue mode"],
    deployed: [409, "Releasing", 409, "Entering rescue mode", 409, "Exiting rescue mode"],
  },
  "power-on": {
    async observe(fixture) {
      const id = await fixture.machine("allocated");
      await fixture.callOk("POST", `/machines/${id}/op-power_on`);
      return (await fixture.callOk("GET", `/machines/${id}/`)).status_name;
    },
    documented: "Allocated",
    deployed: "Deploying",
  },
  "broken-by-stranger": {
    async observe(fixture) {
      const id = await fixture.machine("allocated", "bob");
      const { status } = await fixture.call("POST", `/machines/${id}/op-mark_broken`);
      return [status, (await fixture.callOk("GET", `/machines/${id}/`)).status_name];
    },
    documented: [200, "Broken"],
    deployed: [403, "Allocated"],
  },
  "broken-release": {
    async observe(fixture) {
      const results = [];
      for (const state of ["deployed", "allocated", "rescue"] as const) {
        const id = await fixture.machine(state);
        const { broken, events } = await markBroken(fixture, id);
        const { owner, osystem } = broken;
        const types = events
          .filter(({ type }) => /broken|changed/.test(type))
          .map(({ type, description }) => (type === "Node changed status" ? description : type));
        const fixed = await fixture.callOk("POST", `/machines/${id}/op-mark_fixed`);
        results.push([owner, osystem !== "", fixed.status_name, types]);
      }
      return results;
    },
    documented: [
      ["admin", true, "Deployed", ["Marked broken", "From 'Deployed' to 'Broken'"]],
      [null, false, "Ready", ["Marked broken", "From 'Allocated' to 'Broken'"]],
      [null, false, "Ready", ["Marked broken", "From 'Rescue mode' to 'Broken'"]],
    ],
    deployed: [
      ...["Deployed", "Allocated"].map((before) => [
        null,
        false,
        "Ready",
        [
          "From 'Ready' to 'Broken'",
          "From 'Releasing' to 'Ready'",
          `From '${before}' to 'Releasing'`,
          "User marking node broken",
        ],
      ]),
      [null, false, "Ready", ["From 'Rescue mode' to 'Broken'", "User marking node broken"]],
    ],
  },
  "broken-comment": {
    async observe(fixture) {
      const id = await fixture.machine("allocated");
      const { broken, events } = await markBroken(fixture, id, { comment: "PSU dead" });
      const debugEvents = events
        .filter(({ level, type }) => level === "DEBUG" && /broken|changed/.test(type))
        .map(({ type, description }) => `${type}: ${description}`);
      return [broken.error_description, debugEvents];
    },
    documented: ["PSU dead", ["Node changed status: From 'Allocated' to 'Broken'"]],
    deployed: [
      undefined,
      [
        "Node changed status: From 'Ready' to 'Broken'",
        "Node changed status: From 'Releasing' to 'Ready'",
        "Node changed status: From 'Allocated' to 'Releasing'",
        "User marking node broken: (admin) - PSU dead",
      ],
    ],
  },
  "locked-zone": {
    async observe(fixture) {
      const id = await lockedMachine(fixture);
      const answer = await fixture.call("POST", "/nodes/op-set_zone", { nodes: id, zone: "south" });
      return [answer.status, (await fixture.callOk("GET", `/machines/${id}/`)).zone.name];
    },
    documented: [403, "default"],
    deployed: [200, "south"],
  },
  "locked-delete": {
    async observe(fixture) {
      const statuses = [];
      for (const group of ["machines", "nodes"]) {
        const id = await lockedMachine(fixture);
        statuses.push((await fixture.call("DELETE", `/${group}/${id}/`)).status);
        statuses.push((await fixture.call("GET", `/machines/${id}/`)).status);
      }
      return statuses;
    },
    documented: [403, 200, 403, 200],
    deployed: [204, 404, 204, 404],
  },
  "power-address": {
    async observe(fixture) {
      const address = fixture.fresh("bmc-");
      const create = () =>
        fixture.call("POST", "/machines/", {
          architecture: "amd64/generic",
          mac_addresses: fixture.mac(),
          power_type: "ipmi",
          power_parameters_power_address: address,
          commission: false,
        });
      await create();
      let secondAnswer: SandboxAnswer | undefined;
      const begun = create().then((answer) => {
        secondAnswer = answer;
      });
      for (let seconds = 0; secondAnswer === undefined && seconds < 60; seconds += 1) {
        await fixture.advance(1000);
        await new Promise((resume) => setTimeout(resume, 1));
      }
      await begun;
      return [secondAnswer?.status, secondAnswer?.headers["retry-after"]];
    },
    documented: [200, undefined],
    deployed: [409, "5"],
  },
  "filter-commas": {
    async observe(fixture) {
      const ids = [await fixture.machine("new"), await fixture.machine("new")];
      const { json } = await fixture.call("GET", "/machines/", { id: ids.join(",") });
      return json.length;
    },
    documented: 2,
    deployed: 0,
  },
  "mount-options": {
    async observe(fixture) {
      const id = await fixture.machine("ready");
      const mount = (mount_point: string, values: Record<string, string>) =>
        fixture.callOk("POST", `/machines/${id}/op-mount_special`, {
          fstype: "tmpfs",
          mount_point,
          ...values,
        });
      await mount("/a", { mount_option: "size=1G" });
      const machine = await mount("/b", { mount_options: "size=2G" });
      return machine.special_filesystems.map((each: { mount_options: string }) => each.mount_options);
    },
    documented: ["size=1G", ""],
    deployed: ["", "size=2G"],
  },
  "cache-mode": {
    async observe(fixture) {
      const id = await fixture.machine("ready");
      await fixture.callOk("POST", `/machines/${id}/op-set_storage_layout`, { storage_layout: "blank" });
      for (const name of ["sdx", "sdy"])
        await fixture.callOk("POST", `/nodes/${id}/blockdevices/`, {
          name,
          size: "8G",
          block_size: 512,
          model: "m",
          serial: fixture.fresh("s"),
        });
      const set = await fixture.callOk("POST", `/nodes/${id}/bcache-cache-sets/`, { cache_device: "sdx" });
      const create = (cache_mode: string) =>
        fixture.call("POST", `/nodes/${id}/bcaches/`, {
          backing_device: "sdy",
          cache_set: set.id,
          cache_mode,
        });
      return [(await create("WRITEBACK")).status, (await create("writeback")).status];
    },
    documented: [200, 400],
    deployed: [400, 200],
  },
  "partition-tag": {
    async observe(fixture) {
      const id = await fixture.machine("deployed");
      const { boot_disk: disk } = await fixture.callOk("GET", `/machines/${id}/`);
      const path = `/nodes/${id}/blockdevices/${disk.id}/partition/${disk.partitions[0].id}?op=add_tag`;
      return (await fixture.call("POST", path, { tag: "fast" })).status;
    },
    documented: 409,
    deployed: 200,
  },
} satisfies Partial<Record<AnswerDifferenceId, AnswerDifference>>;
