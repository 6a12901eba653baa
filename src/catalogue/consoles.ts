/** How to open the serial console of machines with one power type. `{name}` is replaced by a power parameter. */
type Console =
  | {
      readonly program: string;
      readonly words: readonly string[];
      /** Words that are inserted before `lastWords` if the machine has the parameter. */
      readonly optional?: readonly { readonly parameter: string; readonly words: readonly string[] }[];
      readonly lastWords: readonly string[];
      /** Environment variables for secrets, which must not be on the program's command line. */
      readonly secrets?: Readonly<Record<string, string>>;
      /** Patterns of parameter values that are safe on the program's command line. */
      readonly forms?: Readonly<Record<string, RegExp>>;
      readonly exitKeys: string;
      readonly requiredPackage: string;
    }
  /** The console is on a page of the BMC. */
  | { readonly page: string };

/** A host, perhaps with a port. It must not begin with a dash, which the program would read as an option. */
const host = /^[\w[][\w.:[\]%-]*$/;

/** An address without a query, because `?command=` in a libvirt address names a program to run. */
const libvirt =
  /^(?:qemu|xen|lxc|test)(?:\+(?:ssh|libssh2?|tls|tcp|unix))?:\/\/(?:[\w.-]+@)?(?:[\w[][\w.:[\]-]*)?\/\w*$/;

const page = { page: "https://{power_address}/" } as const;

/** Consoles by power type. Other types switch outlets or run programs, and have no console. */
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
  openbmc: page,
  hmc: page,
  hmcz: page,
  ucsm: page,
  vmware: page,
  mscm: page,
  lxd: page,
  amt: { page: "http://{power_address}:16992/" },
  proxmox: { page: "https://{power_address}:8006/" },
};
