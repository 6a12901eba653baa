const help = "machine: system_id, hostname, FQDN or MAC address";

export const machineArgument = { name: "system_id", help, required: true, names: "machines" } as const;

export const machinesArgument = {
  name: "system_id",
  help: `${help}; ranges, and - for standard input`,
  variadic: true,
  names: "machines",
} as const;
