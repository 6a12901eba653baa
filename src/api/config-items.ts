/** What a configuration item holds, as its meaning implies; few types are documented. */
type ConfigItemType = "boolean" | "integer" | "string";

export interface ConfigItem {
  readonly name: string;
  readonly meaning: string;
  readonly type: ConfigItemType;
  /** The whole set of values, the empty one among them where it is a value. */
  readonly choices?: readonly string[];
  /** As documented. */
  readonly default?: string;
  /** Inclusive bounds of an integer. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  /** The form of the value in words. */
  readonly form?: string;
  /** What an empty value means, where it means something. */
  readonly empty?: string;
  /** Masked on a terminal and in `--debug`. */
  readonly secret?: true;
}

/** In the documented order. */
export const configItems = [
  {
    name: "active_discovery_interval",
    type: "integer",
    meaning: "Interval of active subnet mapping, for which racks scan the subnets enabled for it",
  },
  {
    name: "allow_only_trusted_transfers",
    type: "boolean",
    meaning: "Allow zone transfers from trusted sources only; false allows all sources",
  },
  {
    name: "auto_vlan_creation",
    type: "boolean",
    meaning:
      "Create a default VLAN and fabric for discovered interfaces that fit no existing one; off leaves them disconnected",
  },
  {
    name: "boot_images_auto_import",
    type: "boolean",
    meaning: "Import and refresh boot images every 60 minutes",
  },
  {
    name: "boot_images_no_proxy",
    type: "boolean",
    meaning: "Reach the image repository directly, without the proxy",
  },
  {
    name: "commissioning_distro_series",
    type: "string",
    meaning: "Default release of the operating system for commissioning",
  },
  { name: "completed_intro", type: "boolean", meaning: "The initial intro was completed" },
  { name: "curtin_verbose", type: "boolean", meaning: "Have the fast-path installer say more" },
  {
    name: "default_boot_interface_link_type",
    type: "string",
    choices: ["auto", "dhcp", "link_up", "static"],
    meaning: "IP mode of the boot interface at commissioning",
  },
  {
    name: "default_distro_series",
    type: "string",
    meaning: "Default release of the operating system for deployment",
  },
  {
    name: "default_dns_ttl",
    type: "integer",
    unit: "seconds",
    meaning: "Default time-to-live of DNS records",
  },
  {
    name: "default_min_hwe_kernel",
    type: "string",
    meaning: "Default minimum kernel version of new and commissioned nodes",
  },
  { name: "default_osystem", type: "string", meaning: "Default operating system for deployment" },
  {
    name: "default_storage_layout",
    type: "string",
    choices: ["bcache", "blank", "custom", "flat", "lvm", "vmfs6", "vmfs7"],
    meaning: "Storage layout applied at commissioning",
  },
  {
    name: "disk_erase_with_quick_erase",
    type: "boolean",
    meaning: "Erase quickly by default: only the beginning and end of each disk; not secure",
  },
  {
    name: "disk_erase_with_secure_erase",
    type: "boolean",
    meaning:
      "Use the drive's secure erase by default where it has one; otherwise a full wipe or a quick erase",
  },
  {
    name: "dns_trusted_acl",
    type: "string",
    form: "IPs or ACL names",
    meaning: "Further networks allowed to resolve names at the service",
  },
  {
    name: "dnssec_validation",
    type: "string",
    meaning: "DNSSEC validation of upstream zones, where the service runs its own DNS server",
  },
  { name: "enable_analytics", type: "boolean", meaning: "Web analytics in the UI" },
  { name: "enable_disk_erasing_on_release", type: "boolean", meaning: "Always erase disks on release" },
  {
    name: "enable_http_proxy",
    type: "boolean",
    meaning: "Have nodes and image downloads use the built-in proxy or that of http_proxy",
  },
  {
    name: "enable_kernel_crash_dump",
    type: "boolean",
    meaning: "Collect kernel crash dumps on deployed machines",
  },
  { name: "enable_third_party_drivers", type: "boolean", meaning: "Install proprietary drivers" },
  {
    name: "enlist_commissioning",
    type: "boolean",
    meaning: "Run all built-in commissioning scripts during enlistment",
  },
  {
    name: "force_v1_network_yaml",
    type: "boolean",
    meaning: "Always write the network YAML in its legacy v1 form",
  },
  {
    name: "hardware_sync_interval",
    type: "string",
    form: "time span of the init system",
    meaning: "Interval at which hardware-sync machines send their hardware information",
  },
  {
    name: "http_proxy",
    type: "string",
    empty: "the built-in proxy",
    meaning: "Proxy of provisioned nodes and of image downloads",
  },
  { name: "kernel_opts", type: "string", meaning: "Default kernel boot parameters" },
  {
    name: "svc_auto_ipmi_cipher_suite_id",
    type: "string",
    choices: ["", "3", "8", "12", "17"],
    empty: "the tooling's default",
    meaning: "Default IPMI cipher suite",
  },
  {
    name: "svc_auto_ipmi_k_g_bmc_key",
    type: "string",
    secret: true,
    meaning: "IPMI K_g key set at BMC configuration; once set, newly commissioned clients require it",
  },
  { name: "svc_auto_ipmi_user", type: "string", meaning: "IPMI user created at enlistment or commissioning" },
  {
    name: "svc_auto_ipmi_user_privilege_level",
    type: "string",
    choices: ["ADMIN", "OPERATOR", "USER"],
    meaning: "Privilege level of that IPMI user",
  },
  {
    name: "svc_auto_ipmi_workaround_flags",
    type: "string",
    choices: [
      "",
      "authcap",
      "endianseq",
      "forcepermsg",
      "idzero",
      "integritycheckvalue",
      "intel20",
      "ipmiping",
      "nochecksumcheck",
      "opensesspriv",
      "sun20",
      "supermicro20",
      "unexpectedauth",
    ],
    empty: "none",
    meaning: "IPMI workaround",
  },
  {
    name: "svc_internal_domain",
    type: "string",
    meaning: "Domain of the service's own services; must not collide with an upstream domain",
  },
  { name: "svc_name", type: "string", meaning: "Name of the service instance" },
  { name: "svc_proxy_port", type: "integer", default: "8000", meaning: "Port of the built-in proxy" },
  { name: "svc_syslog_port", type: "integer", default: "5247", meaning: "Port of the built-in syslog" },
  {
    name: "max_node_commissioning_results",
    type: "integer",
    meaning: "Commissioning runs whose results are kept, at most",
  },
  {
    name: "max_node_installation_results",
    type: "integer",
    meaning: "Installation runs whose results are kept, at most",
  },
  {
    name: "max_node_release_results",
    type: "integer",
    meaning: "Release runs whose results are kept, at most",
  },
  {
    name: "max_node_testing_results",
    type: "integer",
    meaning: "Testing runs whose results are kept, at most",
  },
  {
    name: "network_discovery",
    type: "string",
    meaning: "Passive observation of attached networks; enables active subnet mapping",
  },
  {
    name: "node_timeout",
    type: "integer",
    unit: "minutes",
    meaning: "Time until a node times out in commissioning, testing, deploying or entering rescue mode",
  },
  {
    name: "ntp_external_only",
    type: "boolean",
    meaning: "Point region, rack and deployed machines directly to the external NTP servers",
  },
  {
    name: "ntp_servers",
    type: "string",
    form: "addresses or host names, separated by commas and/or spaces",
    meaning: "NTP servers",
  },
  { name: "prefer_v4_proxy", type: "boolean", meaning: "Prefer IPv4 when the proxy resolves names" },
  {
    name: "metrics_enabled",
    type: "boolean",
    meaning: "Metrics exporter, with the cluster's endpoint and the push gateway",
  },
  {
    name: "metrics_push_gateway",
    type: "string",
    form: "address or host name",
    meaning: "Push gateway for metrics",
  },
  {
    name: "metrics_push_interval",
    type: "integer",
    default: "60",
    unit: "minutes",
    meaning: "Interval between pushes of metrics",
  },
  { name: "logship_enabled", type: "boolean", meaning: "Stream logs to a log-shipping endpoint" },
  { name: "logship_port", type: "integer", meaning: "TCP port of the log-shipping endpoint" },
  { name: "release_notifications", type: "boolean", meaning: "Notify of new releases" },
  {
    name: "remote_syslog",
    type: "string",
    empty: "the service itself",
    meaning: "Remote syslog server for machine logs",
  },
  {
    name: "session_length",
    type: "integer",
    min: 10,
    max: 1_209_600,
    unit: "seconds",
    meaning: "Time until a session ends",
  },
  {
    name: "subnet_ip_exhaustion_threshold_count",
    type: "integer",
    meaning: "Warn when a subnet has this many free addresses or fewer",
  },
  { name: "theme", type: "string", meaning: "Theme of the UI" },
  {
    name: "tls_cert_expiration_notification_enabled",
    type: "boolean",
    meaning: "Notify before the certificate expires",
  },
  {
    name: "tls_cert_expiration_notification_interval",
    type: "integer",
    unit: "days",
    meaning: "How long before the certificate expires to notify",
  },
  {
    name: "upstream_dns",
    type: "string",
    form: "IP addresses separated by spaces",
    meaning: "Upstream DNS servers, where the service runs its own DNS",
  },
  {
    name: "use_peer_proxy",
    type: "boolean",
    meaning: "Use the built-in proxy with http_proxy as its peer, where enable_http_proxy is set",
  },
  {
    name: "use_rack_proxy",
    type: "boolean",
    meaning: "Route DNS and HTTP metadata traffic through the rack controller a machine boots from",
  },
  {
    name: "hvmgr_datacenter",
    type: "string",
    meaning: "Hypervisor-manager datacenter passed to a deployed hypervisor host",
  },
  {
    name: "hvmgr_server",
    type: "string",
    form: "FQDN or IP",
    meaning: "Hypervisor-manager server passed to a deployed hypervisor host",
  },
  {
    name: "hvmgr_username",
    type: "string",
    meaning: "Hypervisor-manager user passed to a deployed hypervisor host",
  },
  {
    name: "hvmgr_password",
    type: "string",
    secret: true,
    meaning: "Hypervisor-manager password passed to a deployed hypervisor host",
  },
  {
    name: "os_kms_host",
    type: "string",
    form: "FQDN or IP",
    meaning: "Host of key-management activation, for deployments that use it",
  },
] as const satisfies readonly ConfigItem[];

type ConfigItemName = (typeof configItems)[number]["name"];

export const configItemNames: readonly ConfigItemName[] = configItems.map((item) => item.name);
