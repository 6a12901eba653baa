import { expect, test } from "vitest";
import { consoles } from "../../../../../src/catalogue/consoles.ts";
import { consoleOf } from "../../../../../src/cli/commands/machines/consoles.ts";

const ipmi = { power_address: "10.0.0.9", power_user: "admin", power_pass: "hunter2" };

test("ipmitool gets the password only in its environment", () => {
  const result = consoleOf("web-01", "ipmi", {
    ...ipmi,
    k_g: "s3cret",
    cipher_suite_id: 17,
    privilege_level: "OPERATOR",
  });
  expect(result).toMatchObject({
    program: "ipmitool",
    words: [
      ...["-I", "lanplus", "-H", "10.0.0.9", "-U", "admin", "-L", "OPERATOR", "-C", "17", "-K"],
      ...["-E", "sol", "activate"],
    ],
    env: { IPMI_PASSWORD: "hunter2", IPMI_KGKEY: "s3cret" },
  });
});

test("virsh opens the domain on its host", () => {
  const parameters = {
    power_address: "qemu+ssh://power@10.0.0.2/system",
    power_id: "web-01",
    power_pass: "",
  };
  expect(consoleOf("web-01", "virsh", parameters)).toMatchObject({
    words: ["--connect", "qemu+ssh://power@10.0.0.2/system", "console", "web-01"],
    env: {},
  });
});

test.each(Object.keys(consoles))("no secret of %s is on a command line or in an address", (type) => {
  const secrets = { power_pass: "SECRET", password: "SECRET", certificate: "SECRET", k_g: "SECRET" };
  const isVirsh = type === "virsh";
  const parameters = { power_address: isVirsh ? "qemu:///system" : "10.0.0.9", power_id: "1", ...secrets };
  const result = consoleOf("web-01", type, parameters);
  expect(typeof result === "string" ? result : result.words.join(" ")).not.toContain("SECRET");
});

test.each([
  ["redfish", "10.0.0.9", "https://10.0.0.9/"],
  ["redfish", "https://bmc.example/redfish/v1", "https://bmc.example/"],
  ["redfish", "bmc.example:8443", "https://bmc.example:8443/"],
  ["proxmox", "10.0.0.9", "https://10.0.0.9:8006/"],
  ["proxmox", "10.0.0.9:443", "https://10.0.0.9/"],
  ["amt", "10.0.0.9:16993", "http://10.0.0.9:16993/"],
])("the address of the page of %s at %s is printed", (type, power_address, page) => {
  expect(consoleOf("web-01", type, { power_address })).toBe(page);
});

test.each([
  ["manual", {}, "no console"],
  ["", {}, "no power type"],
  ["__proto__", {}, "no console"],
  ["ipmi", {}, "no power parameter power_address"],
  ["ipmi", { ...ipmi, power_address: "-x" }, "unexpected form"],
  ["ipmi", { ...ipmi, power_user: "a b" }, "unexpected form"],
  ["virsh", { power_address: "qemu+ssh://h/system?command=/bin/sh", power_id: "a" }, "unexpected form"],
  ["virsh", { power_address: "qemu+ext:///system", power_id: "a" }, "unexpected form"],
  ["virsh", { power_address: "qemu+ssh://-oProxyCommand=x/system", power_id: "a" }, "unexpected form"],
  ["virsh", { power_address: "qemu:///system", power_id: "--help" }, "unexpected form"],
  ["redfish", { power_address: "javascript:alert(1)//x" }, "unexpected form"],
])("%s with %j is refused", (type, parameters, message) => {
  expect(() => consoleOf("web-01", type, parameters)).toThrow(message);
});
