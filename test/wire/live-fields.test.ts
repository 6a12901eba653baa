import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOfTest } from "../temporary-folder.ts";
import { describedService } from "./described-service.ts";
import { partsIn } from "./live-service.ts";

const runLine = async (line: string) => {
  const service = await describedService();
  const { code, stderr } = await service.svc(line);
  const requests = service.requests.filter((label) => label !== "GET /describe/");
  const at = service.requests.findIndex((label) => !label.startsWith("GET "));
  return { code, stderr, requests, parts: partsIn(service.bodies[at] ?? "") };
};

describe("requests that live services parse differently from their description", () => {
  test.each([
    ["subnets update 3 --managed", [["managed", "true"]]],
    ["subnets update 3 --no-managed", [["managed", "false"]]],
    ["subnets update 3 --managed 0", [["managed", "false"]]],
    [
      "subnets update 3 --managed=0 --name x",
      [
        ["managed", "false"],
        ["name", "x"],
      ],
    ],
    ["subnets update 3 --allow-dns false", [["allow_dns", "false"]]],
    ["subnets update 3 --allow-proxy 1", [["allow_proxy", "true"]]],
    ["subnets update 3 --set managed=0", [["managed", "false"]]],
    [
      "subnets create --cidr 10.9.0.0/24 --managed FALSE",
      [
        ["cidr", "10.9.0.0/24"],
        ["managed", "false"],
      ],
    ],
    ["users create --username a --email a@b.c --password p --is-superuser", [["is_superuser", "1"]]],
    ["users create --username a --email a@b.c --password p --no-is-superuser", [["is_superuser", "0"]]],
    ["users create --username a --email a@b.c --password p --is-superuser false", [["is_superuser", "0"]]],
    ["users create --username a --email a@b.c --password p --set is_superuser=true", [["is_superuser", "1"]]],
    ["interfaces unlink-subnet abc123 7 --link-id 42", [["id", "42"]]],
    ["interfaces unlink-subnet abc123 7 --set id=42", [["id", "42"]]],
    ["volume-groups delete-logical-volume abc123 4 --logical-volume-id 9 --yes", [["id", "9"]]],
    ["tags update fast --new-name quick", [["name", "quick"]]],
    ["lab-zones update rack1 --set name=rack2", [["name", "rack2"]]],
  ])("svc %s", async (line, parts) => {
    const result = await runLine(line);
    expect(result.parts).toEqual(expect.arrayContaining([...parts]));
    expect(result.requests.filter((label) => !label.startsWith("GET "))).toHaveLength(1);
    expect(result.stderr).not.toMatch(/warning|usage/i);
  });

  test.each([
    ["raids create abc123 --level raid-1 --block-devices 5,6", "level", "raid-1", ""],
    ["partitions create abc123 sda --size 5G", "size", "5G", ""],
    ["scripts create package.json --name x --script-timeout 00:05:00", "timeout", "00:05:00", ""],
    ["vm-hosts update 4 --cpu-over-commit-ratio 2.5", "cpu_over_commit_ratio", "2.5", ""],
    ["interfaces link-subnet abc123 eth0 --mode LINK_UP", "mode", "LINK_UP", ""],
    ["interfaces create-bridge abc123 --parent 7 --bridge-stp false", "bridge_stp", "false", ""],
    ["lab-pods compose 4 --cores two", "cores", "two", "--cores takes a whole number, not 'two'"],
    ["notifications update 3 --no-dismissable", "dismissable", "false", ""],
    ["lab-pods create --type virsh --power-address q", "type", "virsh", "--power-user is required"],
  ])("svc %s is sent unchanged", async (line, name, value, warning) => {
    const { parts, stderr } = await runLine(line);
    expect(parts).toContainEqual([name, value]);
    if (warning === "") expect(stderr).not.toContain("warning");
    else expect(stderr).toContain(`according to the service's description, ${warning}`);
  });

  test("a script is uploaded byte for byte", async () => {
    const folder = folderOfTest();
    for (const text of ["#!/bin/sh\ntrue\n", "#!/bin/sh\ntrue", "x\r\n\n"]) {
      writeFileSync(join(folder, "s.sh"), text);
      const { parts } = await runLine(`scripts create --name x --script @${join(folder, "s.sh")}`);
      expect(Object.fromEntries(parts)["script"]).toBe(text);
    }
  });

  test.each(["nodes", "machines"])("%s is-action-in-progress is sent without a key", async (group) => {
    const { svc, unsigned } = await describedService();
    await svc(`${group} is-action-in-progress --mac-address 00:16:3e:00:00:01`);
    expect(unsigned).toContain(`GET /${group}/op-is_action_in_progress`);
    const { stdout } = await svc(`${group} is-action-in-progress --mac-address 00:16:3e:00:00:01 --curl`);
    expect(stdout).not.toContain("Authorization");
  });
});

test("details of a controller are decoded in every output format", async () => {
  const { svc } = await describedService();
  expect(JSON.parse((await svc("lab-rackcontrollers details rack-01 -o json")).stdout)).toEqual({
    lldp: "<lldp/>",
  });
  expect((await svc("lab-rackcontrollers details rack-01")).stdout).toContain("<lldp/>");
});

describe("a word after a flag", () => {
  test("is an argument if it is not a node name", async () => {
    const result = await runLine("config set enable_http_proxy --dry-run true");
    expect(result).toMatchObject({ code: 0, requests: [] });
  });

  test.each([
    ["machines deploy web-01 --register-vmhost True", "unexpected argument 'True'", "use --register-vmhost"],
    ["machines release web-01 --wait true", "unexpected argument 'true'", "use --wait"],
    ["machines release web-01 --wait false", "unexpected argument 'false'", "leave --wait out"],
    ["machines delete web-01 -y true", "--yes takes no value", "use --yes"],
    ["subnets update 3 --no-managed true", "--no-managed takes no value", "use --no-managed"],
  ])("makes svc %s fail with an unexpected argument", async (line, message, hint) => {
    const { code, stderr, requests } = await runLine(line);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });
});

describe("names for fields that live services accept only as numbers", () => {
  test.each([
    ["vm-hosts get lab-host", "GET /vm-hosts/4/"],
    ["vm-hosts refresh lab-host", "POST /vm-hosts/4/op-refresh"],
    ["vm-hosts update other --name x", "PUT /vm-hosts/5/"],
    ["vm-hosts compose lab-host --cores 2", "POST /vm-hosts/4/op-compose"],
    ["vm-hosts parameters lab-host", "GET /vm-hosts/4/op-parameters"],
    ["vm-hosts delete lab-host --yes", "DELETE /vm-hosts/4/"],
  ])("svc %s looks up the name first", async (line, request) => {
    expect((await runLine(line)).requests).toEqual(["GET /vm-hosts/", request]);
  });

  test.each(["get", "delete --yes", "refresh"])(
    "svc vm-hosts %s with an unknown name sends no change",
    async (verb) => {
      const result = await runLine(`vm-hosts ${verb} nosuch`);
      expect([result.code, result.requests]).toEqual([3, ["GET /vm-hosts/"]]);
      expect(result.stderr).toContain("none of the vm-hosts is called 'nosuch'");
    },
  );

  test.each([
    ["raids create abc123 --level raid-1 --block-devices sda,sdb", "block_devices", ["5", "6"]],
    ["raids create abc123 --level raid-1 --block-devices sda --block-devices 6", "block_devices", ["5", "6"]],
    ["volume-groups create abc123 --name vg --partitions sda-part2", "partitions", ["2"]],
    ["volume-groups update abc123 4 --add-block-devices sdb", "add_block_devices", ["6"]],
    ["bcaches create abc123 --backing-device sdb --cache-set 1", "backing_device", ["6"]],
    ["bcache-cache-sets create abc123 --cache-device nosuch", "cache_device", ["nosuch"]],
    ["interfaces create-bond abc123 --name b --parents eth0", "parents", ["7"]],
    ["interfaces link-subnet abc123 eth0 --mode STATIC --subnet 10.0.0.0/24", "subnet", ["3"]],
    ["ipranges create --start-ip 10.0.0.2 --end-ip 10.0.0.3 --type dynamic --subnet lab", "subnet", ["3"]],
  ])("svc %s sends ids", async (line, name, values) => {
    const { requests, parts, stderr } = await runLine(line);
    expect(parts.flatMap(([each, value]) => (each === name ? value : []))).toEqual(values);
    expect(requests.findIndex((label) => !label.startsWith("GET "))).toBe(1);
    expect(stderr).not.toContain("warning");
  });

  test("numbers are sent unchanged, and names too if the list cannot be read", async () => {
    const numbers = await runLine("bcaches create abc123 --backing-device 6 --cache-set 1");
    expect(numbers.requests[0]).toBe("POST /nodes/abc123/bcaches/");
    const unread = await runLine("bcaches create def456 --backing-device sdb --cache-set 1");
    expect(unread.parts).toContainEqual(["backing_device", "sdb"]);
  });

  test.each(["get", "delete --yes", "format --yes", "add-tag --tag x"])(
    "svc partitions %s passes on a disk name, which live services accept",
    async (verb) => {
      const [word = "", ...options] = verb.split(" ");
      const { requests } = await runLine(["partitions", word, "abc123 sda 9", ...options].join(" "));
      expect(requests).toContainEqual(expect.stringContaining("/nodes/abc123/blockdevices/sda/partition/9"));
    },
  );
});
