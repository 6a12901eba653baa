import { findDomain } from "../model/networks/domains.ts";
import type { Chassis } from "../model/nodes/chassis.ts";
import { allNodes } from "../state/access.ts";
import { notFound } from "../state/domain-error.ts";
import type { Call } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Document 3, "op-add_chassis": which fields each type takes, beside those that all take. */
const chassisTypes: Readonly<Record<string, { readonly login?: true; readonly takes?: readonly string[] }>> =
  {
    hmcz: { login: true, takes: ["prefix_filter"] },
    mscm: { login: true },
    ocs: { login: true, takes: ["port"] },
    powerkvm: { takes: ["prefix_filter"] },
    vmplatform: { takes: ["prefix_filter"] },
    recs_box: { login: true, takes: ["port"] },
    sm15k: { login: true, takes: ["power_control"] },
    ucsm: { login: true },
    virsh: { takes: ["prefix_filter"] },
    vmmgr: { login: true, takes: ["port", "prefix_filter", "protocol"] },
  };

const particular = ["port", "power_control", "prefix_filter", "protocol"] as const;

/** Reads and checks the form: 400 for fields, 404 where no rack controller reaches the chassis. */
export function readChassis(call: Call): Chassis {
  const reading = readForm(call.form);
  const type = reading.required("chassis_type");
  const hostname = reading.required("hostname");
  const rule = Object.hasOwn(chassisTypes, type) ? chassisTypes[type] : undefined;
  if (type !== "" && rule === undefined)
    reading.fail("chassis_type", `${type} is not one of ${Object.keys(chassisTypes).join(", ")}.`);
  const given = (name: string) => (reading.text(name) ?? "") !== "";
  const hasToken = given("token_name") && given("token_secret");
  if (rule?.login === true && !hasToken) {
    reading.required("username");
    reading.required("password");
  }
  if (given("password") && given("token_secret"))
    reading.fail("token_secret", "A token is used instead of a password: give one of them.");
  for (const name of particular)
    if (rule !== undefined && given(name) && rule.takes?.includes(name) !== true)
      reading.fail(name, `${name} is not used by chassis type ${type}.`);
  reading.integer("port", 1, 65_535);
  const control = reading.text("power_control") || "ipmi";
  if (!["ipmi", "restapi", "restapi2"].includes(control))
    reading.fail("power_control", `${control} is not one of ipmi, restapi, restapi2.`);
  const acceptAll = reading.boolean("accept_all") ?? false;
  reading.boolean("verify_ssl");
  const domainName = reading.text("domain") ?? "";
  const domain = domainName === "" ? undefined : findDomain(call.world, domainName);
  if (domainName !== "" && domain === undefined)
    reading.fail("domain", `Unable to find domain ${domainName}.`);
  reading.check();

  const racks = allNodes(call.world, "rackController");
  const asked = reading.text("rack_controller") ?? "";
  const rack =
    asked === "" ? racks[0] : racks.find((each) => each.systemId === asked || each.hostname === asked);
  if (rack === undefined) throw notFound(`Unable to find specified rack ${asked}.`);
  if (hostname.endsWith(".invalid"))
    throw notFound(`Unable to find a rack controller with access to ${hostname}.`);
  return {
    hostname,
    powerType: type === "powerkvm" ? "virsh" : type === "vmmgr" || type === "vmplatform" ? "vmware" : type,
    prefix: reading.text("prefix_filter") ?? "",
    acceptAll,
    domainId: domain?.id,
    rackController: rack.hostname,
  };
}
