import { describe, expect, it } from "vitest";
import { loadAllOperations } from "../../../src/catalogue/index.ts";

const operations = new Map((await loadAllOperations()).map(({ id, operation }) => [id, operation]));

function patternOf(id: string, name: string): RegExp {
  const field = operations.get(id)?.fields?.find((candidate) => candidate.name === name);
  if (field?.pattern === undefined) throw new Error(`${id} has no pattern for ${name}`);
  return new RegExp(`^(?:${field.pattern})$`, "s");
}

interface Samples {
  readonly field: readonly [id: string, name: string];
  readonly refused: readonly string[];
  readonly accepted: readonly string[];
}

const data = "AAAAC3NzaC1lZDI1NTE5AAAAIE0k1Xq5m1c3cU0m8wq2a1b0Yf3xS5nR7dV9pL2kJ4hG";

const samples: readonly Samples[] = [
  {
    field: ["ssh-keys.create", "key"],
    refused: [
      "",
      data,
      "ssh-ed25519",
      "ssh-ed25519 ",
      `ssh-ed448 ${data}`,
      `ecdsa-sha2-nistp224 ${data}`,
      `ssh-rsa ${data}\nssh-rsa ${data}`,
      "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n",
    ],
    accepted: [
      `ssh-ed25519 ${data}`,
      `ssh-rsa ${data}==`,
      `ecdsa-sha2-nistp521 ${data}=\n`,
      `ssh-dss ${data} someone@somewhere, with a remark\r\n`,
    ],
  },
  {
    field: ["ssh-keys.import", "keysource"],
    refused: ["", "gh", "gh:", "gl:octo", "GH:octo", "octo"],
    accepted: ["gh:octo", "lp:someone"],
  },
  {
    field: ["boot-resources.create", "size"],
    refused: ["", "11.5", "-1", "1G", "0x10"],
    accepted: ["0", "11", "9007199254740993"],
  },
  {
    field: ["machines.allocate", "devices"],
    refused: ["", "vendor_id", "vendor=8086", "vendor_id=8086,colour=red", "vendor_id=8086,"],
    accepted: ["vendor_id=8086", "vendor_id=8086,product_name=Fast NIC", "commissioning_driver="],
  },
  {
    field: ["machines.allocate", "subnets"],
    refused: ["vid:", "vid:-1", "vid:4095", "vid:04", "vid:10000", "foo:1", "fabric:", "10.0.0.0:1"],
    accepted: [
      ...["1", "vid:0", "vid:9", "vid:99", "vid:4000", "vid:4094", "ip:10.10.0.1", "name:prod-net"],
      ...["space:prod", "10.10.0.0/24", "2001:db8::/64", "a subnet"],
    ],
  },
  {
    field: ["machines.allocate", "storage"],
    refused: ["a:b(", "a:", "a:10(ssd", "10)", "10,,20", "a b:10"],
    accepted: ["", "10", "root:10(ssd)", "root:10.5(ssd,fast),data:200", "a:1,b:2(x)"],
  },
  {
    field: ["machines.allocate", "interfaces"],
    refused: [
      ...["a:foo=1", "up", "up:", "space=prod", "up:mode=auto", "up:type=bonded"],
      ...["up:space=prod,mode=dhcp", "a:type=physical;b:type=tap"],
    ],
    accepted: [
      "up:mode=unconfigured",
      "up:type=physical,space=prod",
      "up:type=unknown",
      "a:type=bond;b:type=vlan",
    ],
  },
  {
    field: ["machine.deploy", "distro_series"],
    refused: ["ubuntu/", "/jammy", "ubuntu/jammy/amd64"],
    accepted: ["jammy", "22.04", "ubuntu/jammy", "ubuntu/22.04", ""],
  },
  ...["vm-host.update", "pod.update"].flatMap((id) =>
    ["cpu_over_commit_ratio", "memory_over_commit_ratio"].map((name) => ({
      field: [id, name] as const,
      refused: ["-1", "2,5", "x", "1."],
      accepted: ["1", "2.5", "0.5"],
    })),
  ),
];

describe.each(samples)("the pattern of $field", ({ field: [id, name], refused, accepted }) => {
  const pattern = patternOf(id, name);

  it.each(refused)("refuses %j", (value) => {
    expect(value).not.toMatch(pattern);
  });

  it.each(accepted)("accepts %j", (value) => {
    expect(value).toMatch(pattern);
  });
});

describe("every pattern", () => {
  const patterns = [...operations].flatMap(([id, { fields }]) =>
    (fields ?? []).flatMap((field) => (field.pattern === undefined ? [] : [`${id} ${field.name}`])),
  );

  it("of an operation is tested above", () => {
    const coveredFields = new Set(samples.map(({ field }) => field.join(" ")));
    const ofLists = /^[\w-]+\.list devices$/;
    expect(patterns.filter((name) => !coveredFields.has(name) && !ofLists.test(name))).toEqual([]);
  });
});
