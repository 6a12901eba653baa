import { words } from "./field.ts";
import type { ConfigItem } from "./operation.ts";

const itemOfType =
  (type: ConfigItem["type"]) =>
  (name: string, meaning: string, attributes: Partial<ConfigItem> = {}): ConfigItem => ({
    name,
    type,
    meaning,
    ...attributes,
  });

const boolean = itemOfType("boolean");
const integer = itemOfType("integer");
const text = itemOfType("string");

export const configItems: readonly ConfigItem[] = [
  integer(
    "active_discovery_interval",
    "Interval at which rack controllers scan subnets with active discovery",
  ),
  boolean("allow_only_trusted_transfers", "Allow zone transfers from trusted sources only, not from all"),
  boolean("auto_vlan_creation", "Create a VLAN and fabric for interfaces that match no existing ones"),
  boolean("boot_images_auto_import", "Import and refresh boot images every 60 minutes"),
  boolean("boot_images_no_proxy", "Reach the image repository directly, without the proxy"),
  text("commissioning_distro_series", "Default release of the operating system for commissioning"),
  boolean("completed_intro", "The initial setup has been completed"),
  boolean("curtin_verbose", "Print verbose output of the fast-path installer"),
  text("default_boot_interface_link_type", "IP mode of the boot interface during commissioning", {
    choices: ["auto", "dhcp", "link_up", "static"],
  }),
  text("default_distro_series", "Default release of the operating system for deployment"),
  integer("default_dns_ttl", "Default time-to-live of DNS records", { unit: "seconds" }),
  text("default_min_hwe_kernel", "Default minimum kernel version of new and commissioned nodes"),
  text("default_osystem", "Default operating system for deployment"),
  text("default_storage_layout", "Storage layout applied during commissioning", {
    choices: ["bcache", "blank", "custom", "flat", "lvm", "vmfs6", "vmfs7"],
  }),
  boolean("disk_erase_with_quick_erase", "Erase only the start and end of each disk by default; not secure"),
  boolean("disk_erase_with_secure_erase", "Use the drive's secure erase by default, if it has one"),
  text("dns_trusted_acl", "Additional networks that may resolve names through the service", {
    form: "IPs or ACL names",
  }),
  text("dnssec_validation", "DNSSEC validation of upstream zones, if the service runs its own DNS server"),
  boolean("enable_analytics", "Use web analytics in the UI"),
  boolean("enable_disk_erasing_on_release", "Always erase disks on release"),
  boolean("enable_http_proxy", "Use the built-in proxy, or http_proxy, for nodes and image downloads"),
  boolean("enable_kernel_crash_dump", "Collect kernel crash dumps on deployed machines"),
  boolean("enable_third_party_drivers", "Install proprietary drivers"),
  boolean("enlist_commissioning", "Run all built-in commissioning scripts during enlistment"),
  boolean("force_v1_network_yaml", "Always write the network YAML in its legacy v1 form"),
  text("hardware_sync_interval", "Interval at which hardware-sync machines send their hardware information", {
    form: "systemd time span",
  }),
  text("http_proxy", "Proxy of provisioned nodes and of image downloads", { ifEmpty: "the built-in proxy" }),
  text("kernel_opts", "Default kernel boot parameters"),
  text("svc_auto_ipmi_cipher_suite_id", "Default IPMI cipher suite", {
    choices: ["", "3", "8", "12", "17"],
    ifEmpty: "the default of the IPMI tools",
  }),
  text("svc_auto_ipmi_k_g_bmc_key", "IPMI K_g key that is set on BMCs and then required", { secret: true }),
  text("svc_auto_ipmi_user", "IPMI user created at enlistment or commissioning"),
  text("svc_auto_ipmi_user_privilege_level", "Privilege level of the user in svc_auto_ipmi_user", {
    choices: ["ADMIN", "OPERATOR", "USER"],
  }),
  text("svc_auto_ipmi_workaround_flags", "IPMI workaround", {
    choices: [
      "",
      ...words("authcap endianseq forcepermsg idzero integritycheckvalue intel20 ipmiping"),
      ...words("nochecksumcheck opensesspriv sun20 supermicro20 unexpectedauth"),
    ],
    ifEmpty: "none",
  }),
  text("svc_internal_domain", "Domain of the service's internal services; must not exist upstream"),
  text("svc_name", "Name of the service instance"),
  integer("svc_proxy_port", "Port of the built-in proxy", { default: "8000" }),
  integer("svc_syslog_port", "Port of the built-in syslog", { default: "5247" }),
  integer("max_node_commissioning_results", "Maximum number of commissioning runs whose results are kept"),
  integer("max_node_installation_results", "Maximum number of installation runs whose results are kept"),
  integer("max_node_release_results", "Maximum number of release runs whose results are kept"),
  integer("max_node_testing_results", "Maximum number of testing runs whose results are kept"),
  text("network_discovery", "Passive observation of attached networks; enables active subnet mapping"),
  integer("node_timeout", "Time limit for commissioning, testing, deployment and rescue mode", {
    unit: "minutes",
  }),
  boolean("ntp_external_only", "Point controllers and deployed machines directly to external NTP servers"),
  text("ntp_servers", "NTP servers", { form: "addresses or host names, separated by commas or spaces" }),
  boolean("prefer_v4_proxy", "Prefer IPv4 when the proxy resolves names"),
  boolean("metrics_enabled", "Export metrics, at the cluster's endpoint and to the push gateway"),
  text("metrics_push_gateway", "Push gateway for metrics", { form: "address or host name" }),
  integer("metrics_push_interval", "Interval between pushes of metrics", { default: "60", unit: "minutes" }),
  boolean("logship_enabled", "Stream logs to a log-shipping endpoint"),
  integer("logship_port", "TCP port of the log-shipping endpoint"),
  boolean("release_notifications", "Notify of new releases"),
  text("remote_syslog", "Remote syslog server for machine logs", { ifEmpty: "the service itself" }),
  integer("session_length", "Time until a session ends", { min: 10, max: 1_209_600, unit: "seconds" }),
  integer("subnet_ip_exhaustion_threshold_count", "Warn when a subnet has this many free addresses or fewer"),
  text("theme", "Theme of the UI"),
  boolean("tls_cert_expiration_notification_enabled", "Notify before the certificate expires"),
  integer("tls_cert_expiration_notification_interval", "Notify this long before the certificate expires", {
    unit: "days",
  }),
  text("upstream_dns", "Upstream DNS servers, if the service runs its own DNS", {
    form: "IP addresses separated by spaces",
  }),
  boolean("use_peer_proxy", "Use http_proxy as the peer of the built-in proxy, if that is enabled"),
  boolean("use_rack_proxy", "Route DNS and metadata traffic through the rack that a machine boots from"),
  text("hvmgr_datacenter", "Hypervisor-manager datacenter for deployed hypervisor hosts"),
  text("hvmgr_server", "Hypervisor-manager server for deployed hypervisor hosts", { form: "FQDN or IP" }),
  text("hvmgr_username", "Hypervisor-manager user for deployed hypervisor hosts"),
  text("hvmgr_password", "Hypervisor-manager password for deployed hypervisor hosts", { secret: true }),
  text("os_kms_host", "Host for key-management activation", { form: "FQDN or IP" }),
];

export const configItemNames = configItems.map(({ name }) => name);
