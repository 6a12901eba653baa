import { boolean, integer, text, words } from "../field.ts";
import type { Field, Rule } from "../operation.ts";
import { flag, joinWithAnd, needs } from "../rule.ts";

const typesWithLogin = ["recs_box", "sm15k", "vmmgr", "mscm", "ocs", "ucsm", "hmcz"] as const;

const onlyFor = (field: string, ...types: readonly string[]): Rule => ({
  kind: "onlyWhen",
  fields: [field],
  when: "chassis_type",
  is: types,
  message: `${flag(field)} is for chassis ${types.length > 1 ? "types" : "type"} ${joinWithAnd(types)} only`,
});

/** Unknown types are accepted, because other deployments have other chassis types. */
export const addChassisFields: readonly Field[] = [
  text("chassis_type", "type of chassis", {
    required: true,
    suggestions: words("hmcz mscm ocs powerkvm vmplatform recs_box sm15k ucsm virsh vmmgr"),
  }),
  text("hostname", "address of the chassis", { required: true, form: "URL|host|IP" }),
  boolean("accept_all", "commission every machine that is enlisted"),
  text("domain", "domain of the new machines"),
  text("password", "password for the chassis, as @file or @-", { secret: true }),
  text("username", "user name for the chassis"),
  integer("port", "port; recs_box, vmmgr and ocs only", { min: 1, max: 65_535 }),
  text("power_control", "power control; sm15k only", {
    choices: ["ipmi", "restapi", "restapi2"],
    default: "ipmi",
  }),
  text("prefix_filter", "enlist only names with this prefix; some chassis types only"),
  text("protocol", "protocol; vmmgr only", { default: "https" }),
  text("rack_controller", "rack controller to use", { kind: "node" }),
  text("token_name", "token used with --token-secret instead of a password"),
  text("token_secret", "secret of the token, as @file or @-", { secret: true }),
  boolean("verify_ssl", "verify the certificate of the chassis"),
];

export const addChassisRules: readonly Rule[] = [
  {
    kind: "needs",
    field: "chassis_type",
    is: typesWithLogin,
    needs: ["username", "password"],
    unless: ["token_name", "token_secret"],
    message: `chassis types ${typesWithLogin.join(", ")} need --username and --password, or a token`,
  },
  onlyFor("port", "recs_box", "vmmgr", "ocs"),
  onlyFor("power_control", "sm15k"),
  onlyFor("prefix_filter", "virsh", "vmmgr", "powerkvm", "vmplatform", "hmcz"),
  onlyFor("protocol", "vmmgr"),
  needs("token_name", "token_secret"),
  needs("token_secret", "token_name"),
  {
    kind: "exclusive",
    fields: ["password", "token_secret"],
    message: "give a token or a password, not both",
  },
];
