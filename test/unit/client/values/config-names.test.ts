import { expect, test } from "vitest";
import { alternativeItemName, nameAtService } from "../../../../src/client/values/config-names.ts";

const lab = "http://host:5240/LAB";

test.each([
  ["svc_name", lab, "lab_name", "lab_name"],
  ["lab_name", lab, "lab_name", "svc_name"],
  ["lab_nothing", lab, "lab_nothing", undefined],
  ["ntp_servers", lab, "ntp_servers", undefined],
  ["svc_name", "http://host:5240/SVC", "svc_name", undefined],
  ["lab_name", "http://host:5240/SVC", "lab_name", undefined],
])("%s at %s is %s there, and %s otherwise", (name, address, there, other) => {
  expect([nameAtService(name, address), alternativeItemName(name, address)]).toEqual([there, other]);
});
