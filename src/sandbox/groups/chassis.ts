import { findDomain } from "../model/networks/domains.ts";
import type { Chassis } from "../model/nodes/chassis.ts";
import { allNodes } from "../state/access.ts";
import { notFound } from "../state/domain-error.ts";
import type { World } from "../state/world.ts";
import type { Call } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";

interface ChassisType {
  readonly needsLogin?: true;
  /** The fields that it takes, beside those that all take. */
  readonly takes?: readonly string[];
  /** Where it is not the type's own name. */
  readonly powerType?: string;
}

const chassisTypes: Readonly<Record<string, ChassisType>> = {
  hmcz: { needsLogin: true, takes: ["prefix_filter"] },
  mscm: { needsLogin: true },
  ocs: { needsLogin: true, takes: ["port"] },
  powerkvm: { takes: ["prefix_filter"], powerType: "virsh" },
  vmplatform: { takes: ["prefix_filter"], powerType: "vmware" },
  recs_box: { needsLogin: true, takes: ["port"] },
  sm15k: { needsLogin: true, takes: ["power_control"] },
  ucsm: { needsLogin: true },
  virsh: { takes: ["prefix_filter"] },
  vmmgr: { needsLogin: true, takes: ["port", "prefix_filter", "protocol"], powerType: "vmware" },
};

/** Reads and checks the form: 400 for fields, 404 where no rack controller reaches the chassis. */
export function readChassis(call: Call): Chassis {
  const form = readForm(call);
  const type = form.text("chassis_type") ?? "";
  const rule = Object.hasOwn(chassisTypes, type) ? chassisTypes[type] : undefined;
  if (rule !== undefined) checkFieldsOfType(form, type, rule);
  else if (type !== "")
    form.fail("chassis_type", `${type} is not one of ${Object.keys(chassisTypes).join(", ")}.`);
  if (form.text("password") && form.text("token_secret"))
    form.fail("token_secret", "A token is used instead of a password: give one of them.");
  const domainName = form.text("domain") ?? "";
  const domain = domainName === "" ? undefined : findDomain(call.world, domainName);
  if (domainName !== "" && domain === undefined) form.fail("domain", `Unable to find domain ${domainName}.`);
  form.check();
  const hostname = form.text("hostname") ?? "";
  return {
    hostname,
    powerType: rule?.powerType ?? type,
    prefix: form.text("prefix_filter") ?? "",
    acceptAll: form.boolean("accept_all") ?? false,
    domainId: domain?.id,
    rackController: rackReaching(call.world, hostname, form.text("rack_controller") ?? ""),
  };
}

function checkFieldsOfType(form: FormReader, type: string, { needsLogin, takes = [] }: ChassisType): void {
  const hasToken = form.text("token_name") && form.text("token_secret");
  if (needsLogin && !hasToken) for (const name of ["username", "password"]) form.required(name);
  for (const name of ["port", "power_control", "prefix_filter", "protocol"])
    if (form.text(name) && !takes.includes(name))
      form.fail(name, `${name} is not used by chassis type ${type}.`);
}

function rackReaching(world: World, hostname: string, asked: string): string {
  const rack = allNodes(world, "rackController").find(
    (each) => asked === "" || each.systemId === asked || each.hostname === asked,
  );
  if (rack === undefined) throw notFound(`Unable to find specified rack ${asked}.`);
  if (hostname.endsWith(".invalid"))
    throw notFound(`Unable to find a rack controller with access to ${hostname}.`);
  return rack.hostname;
}
