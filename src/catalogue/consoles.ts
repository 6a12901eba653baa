/** How the serial console of machines of one power type is opened; `{name}` is a power parameter. */
export type Console =
  | {
      readonly program: string;
      readonly words: readonly string[];
      /** Words for parameters that a machine may lack, before the last `lastWords`. */
      readonly optional?: readonly { readonly parameter: string; readonly words: readonly string[] }[];
      readonly lastWords: readonly string[];
      /** The program's environment variables that hold secrets, which are never words. */
      readonly secrets?: Readonly<Record<string, string>>;
      /** How parameters look that are safe to hand to the program. */
      readonly forms?: Readonly<Record<string, RegExp>>;
      /** The keys that end the console. */
      readonly exitKeys: string;
      /** What to install. */
      readonly requiredPackage: string;
    }
  /** The console is on a page of the controller. */
  | { readonly page: string };

/** A host and perhaps a port; nothing that a program could read as an option. */
const host = /^[\w[][\w.:[\]%-]*$/;

/** Without a query: `?command=` of a libvirt address names a program to run. */
const libvirt =
  /^(?:qemu|xen|lxc|test)(?:\+(?:ssh|libssh2?|tls|tcp|unix))?:\/\/(?:[\w.-]+@)?(?:[\w[][\w.:[\]-]*)?\/\w*$/;

const page = { page: "https://{power_address}/" } as const;

/** By power type. Other types switch outlets or call programs, and have no console. */
export const consoles: Readonly<Record<string, Console>> = {
  ipmi: {
    program: "ipmitool",
    words: ["-I", "lanplus", "-H", "{power_address}"],
    optional: [
      { parameter: "power_user", words: ["-U", "{power_user}"] },
      { parameter: "privilege_level", words: ["-L", "{privilege_level}"] },
      { parameter: "cipher_suite_id", words: ["-C", "{cipher_suite_id}"] },
      { parameter: "k_g", words: ["-K"] },
    ],
    lastWords: ["-E", "sol", "activate"],
    secrets: { IPMI_PASSWORD: "power_pass", IPMI_KGKEY: "k_g" },
    forms: { power_address: host, privilege_level: /^[A-Za-z]+$/, cipher_suite_id: /^\d+$/ },
    exitKeys: "~. after Enter",
    requiredPackage: "the package ipmitool",
  },
  virsh: {
    program: "virsh",
    words: ["--connect", "{power_address}", "console"],
    lastWords: ["{power_id}"],
    forms: { power_address: libvirt },
    exitKeys: "Ctrl-]",
    requiredPackage: "the package libvirt-clients",
  },
  redfish: page,
  hmc: page,
  hmcz: page,
  ucsm: page,
  vmware: page,
  mscm: page,
  lxd: page,
  amt: { page: "http://{power_address}:16992/" },
};
