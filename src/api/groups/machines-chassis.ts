import type { Field, Rule } from "../operation.ts";

const needsLogin = ["recs_box", "sm15k", "vmmgr", "mscm", "ocs", "ucsm", "hmcz"] as const;

/** Other deployments have other chassis types, so these are completed and others are not refused. */
export const addChassisFields = [
  {
    name: "chassis_type",
    type: "string",
    required: true,
    suggestions: [
      "hmcz",
      "mscm",
      "ocs",
      "powerkvm",
      "vmplatform",
      "recs_box",
      "sm15k",
      "ucsm",
      "virsh",
      "vmmgr",
    ],
    help: "kind of chassis",
  },
  { name: "hostname", type: "string", required: true, form: "URL|host|IP", help: "address of the chassis" },
  { name: "accept_all", type: "boolean", help: "commission every machine that is enlisted" },
  { name: "domain", type: "string", help: "domain of the new machines" },
  { name: "password", type: "string", secret: true, help: "password for the chassis, as @file or @-" },
  { name: "username", type: "string", help: "user name for the chassis" },
  { name: "port", type: "integer", min: 1, max: 65_535, help: "port; recs_box, vmmgr and ocs only" },
  {
    name: "power_control",
    type: "string",
    choices: ["ipmi", "restapi", "restapi2"],
    default: "ipmi",
    help: "power control; sm15k only",
  },
  { name: "prefix_filter", type: "string", help: "enlist only names with this prefix; by chassis type" },
  { name: "protocol", type: "string", default: "https", help: "protocol; vmmgr only" },
  { name: "rack_controller", type: "string", kind: "node", help: "rack controller to use" },
  { name: "token_name", type: "string", help: "token used with --token-secret instead of a password" },
  { name: "token_secret", type: "string", secret: true, help: "secret of the token, as @file or @-" },
  { name: "verify_ssl", type: "boolean", help: "verify the certificate of the chassis" },
] as const satisfies readonly Field[];

export const addChassisRules = [
  {
    kind: "needs",
    field: "chassis_type",
    is: needsLogin,
    needs: ["username", "password"],
    unless: ["token_name", "token_secret"],
    says: `chassis types ${needsLogin.join(", ")} need --username and --password, or a token`,
  },
  {
    kind: "onlyWhen",
    fields: ["port"],
    when: "chassis_type",
    is: ["recs_box", "vmmgr", "ocs"],
    says: "--port is for chassis types recs_box, vmmgr and ocs only",
  },
  {
    kind: "onlyWhen",
    fields: ["power_control"],
    when: "chassis_type",
    is: ["sm15k"],
    says: "--power-control is for chassis type sm15k only",
  },
  {
    kind: "onlyWhen",
    fields: ["prefix_filter"],
    when: "chassis_type",
    is: ["virsh", "vmmgr", "powerkvm", "vmplatform", "hmcz"],
    says: "--prefix-filter is for chassis types virsh, vmmgr, powerkvm, vmplatform and hmcz only",
  },
  {
    kind: "onlyWhen",
    fields: ["protocol"],
    when: "chassis_type",
    is: ["vmmgr"],
    says: "--protocol is for chassis type vmmgr only",
  },
  { kind: "needs", field: "token_name", needs: ["token_secret"], says: "--token-name needs --token-secret" },
  { kind: "needs", field: "token_secret", needs: ["token_name"], says: "--token-secret needs --token-name" },
  {
    kind: "exclusive",
    fields: ["password", "token_secret"],
    says: "a token is used instead of a password: give one of them",
  },
] as const satisfies readonly Rule[];
