import { configItemNames, configItems } from "../../../catalogue/config-items.ts";
import type { ConfigItem } from "../../../catalogue/operation.ts";
import { invalidField, ServiceError } from "../../state/service-error.ts";
import type { ConfigValue } from "../../state/settings.ts";
import { usesDeployedStyle, type World } from "../../state/world.ts";
import { parseAddress } from "../../values/blocks.ts";
import { parseBoolean, wordsOf } from "../../values/spellings.ts";

/** Defaults of live services. The API documentation gives only those of ports and `metrics_push_interval`. */
const defaults: Readonly<Record<string, ConfigValue>> = {
  active_discovery_interval: 10_800,
  allow_only_trusted_transfers: true,
  auto_vlan_creation: true,
  boot_images_auto_import: true,
  commissioning_distro_series: "jammy",
  completed_intro: true,
  curtin_verbose: true,
  default_boot_interface_link_type: "auto",
  default_distro_series: "jammy",
  default_dns_ttl: 30,
  default_min_hwe_kernel: "",
  default_osystem: "ubuntu",
  default_storage_layout: "flat",
  dnssec_validation: "auto",
  enable_analytics: true,
  enable_http_proxy: true,
  enlist_commissioning: true,
  hardware_sync_interval: "15m",
  logship_port: 5238,
  max_node_commissioning_results: 10,
  max_node_installation_results: 3,
  max_node_release_results: 3,
  max_node_testing_results: 10,
  metrics_push_interval: 60,
  network_discovery: "enabled",
  node_timeout: 30,
  ntp_servers: "ntp.example",
  release_notifications: true,
  session_length: 1_209_600,
  subnet_ip_exhaustion_threshold_count: 16,
  svc_auto_ipmi_cipher_suite_id: "3",
  svc_auto_ipmi_k_g_bmc_key: "",
  svc_auto_ipmi_user: "svc",
  svc_auto_ipmi_user_privilege_level: "ADMIN",
  svc_auto_ipmi_workaround_flags: "",
  svc_internal_domain: "svc-internal",
  svc_name: "sandbox",
  svc_proxy_port: 8000,
  svc_syslog_port: 5247,
  theme: "",
  tls_cert_expiration_notification_interval: 30,
  use_rack_proxy: true,
};

const defaultOf = (item: ConfigItem): ConfigValue =>
  defaults[item.name] ?? (item.type === "boolean" ? false : item.type === "integer" ? 0 : null);

const items: ReadonlyMap<string, ConfigItem> = new Map(configItems.map((item) => [item.name, item]));

/** Live services send this error without a character set. */
const jsonHeaders = { "Content-Type": "application/json" };

/** First word of item names in live services, by the first word in the API documentation. */
const deployedWords: Readonly<Record<string, string>> = {
  hvmgr: "vcenter",
  logship: "promtail",
  metrics: "prometheus",
  os: "windows",
};

function servedName(world: World, name: string): string {
  const [word = ""] = name.split("_");
  const segment = usesDeployedStyle(world, "segment-names") ? world.segment.toLowerCase() : word;
  const deployedWord = usesDeployedStyle(world, "config-names") ? deployedWords[word] : undefined;
  return `${word === "svc" ? segment : (deployedWord ?? word)}${name.slice(word.length)}`;
}

export function requireConfigItem(world: World, name: string): ConfigItem {
  const item = configItems.find((each) => servedName(world, each.name) === name);
  if (item !== undefined) return item;
  const validNames = configItemNames.map((each) => servedName(world, each)).join(", ");
  const message = `${name} is not a valid config setting (valid settings are: ${validNames}).`;
  throw new ServiceError("invalid", { [name]: [message] }, jsonHeaders);
}

export function configValue(world: World, name: string): ConfigValue {
  const item = items.get(name);
  if (item === undefined) throw new Error(`no configuration item ${name}`);
  const { config } = world.state.settings;
  return Object.hasOwn(config, name) ? (config[name] ?? null) : defaultOf(item);
}

export function setConfigValue(world: World, item: ConfigItem, value: string): void {
  const { name } = item;
  const { config } = world.state.settings;
  const problem = valueProblem(item, value) ?? formatProblem(name, value);
  if (problem !== undefined) throw invalidField(servedName(world, name), `'${value}' ${problem}.`);
  if (item.type !== "string" && value === "") delete config[name];
  else if (item.type === "boolean") config[name] = parseBoolean(value) ?? false;
  else config[name] = item.type === "integer" ? Number(value) : value;
}

function valueProblem({ name, type, choices, min, max }: ConfigItem, value: string): string | undefined {
  if (choices !== undefined) {
    const choiceList = choices.map((choice) => choice || "(empty)").join(", ");
    return choices.includes(value) ? undefined : `is not a valid choice: one of ${choiceList}`;
  }
  if (value === "" || type === "string") return undefined;
  if (type === "boolean")
    return parseBoolean(value) === undefined ? "is not a boolean: true or false" : undefined;
  if (!/^[+-]?\d{1,15}$/.test(value)) return "is not a whole number";
  const [minimum, maximum] = name.endsWith("_port")
    ? [1, 65_535]
    : [min ?? 0, max ?? Number.MAX_SAFE_INTEGER];
  if (Number(value) < minimum) return `is too small: the minimum is ${minimum}`;
  return Number(value) > maximum ? `is too large: the maximum is ${maximum}` : undefined;
}

const isTimeSpan = (text: string): boolean =>
  text.split(/(?<=\D)(?=\d)/).every((part) => /^\d+\s*[a-zA-Z]*$/.test(part.trimEnd()));

const hostNamePattern = /^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62})(?:\.[A-Za-z0-9_-]{1,63})*\.?$/;
const isHost = (text: string): boolean => parseAddress(text) !== undefined || hostNamePattern.test(text);

interface ValueFormat {
  isValid(value: string): boolean;
  readonly requirement: string;
}

const hostFormat: ValueFormat = {
  isValid: (value) => /^[^\s]*$/.test(value),
  requirement: "must be an address or a host name",
};

const formats: Readonly<Record<string, ValueFormat>> = {
  upstream_dns: {
    isValid: (value) => wordsOf(value).every((part) => parseAddress(part) !== undefined),
    requirement: "must be IP addresses separated by spaces",
  },
  ntp_servers: {
    isValid: (value) => wordsOf(value).every(isHost),
    requirement: "must be addresses or host names separated by commas or spaces",
  },
  http_proxy: {
    isValid: (value) => value === "" || /^https?:\/\/[^\s/]+/i.test(value),
    requirement: "must be an http or https address",
  },
  remote_syslog: hostFormat,
  metrics_push_gateway: hostFormat,
  hvmgr_server: hostFormat,
  os_kms_host: hostFormat,
  hardware_sync_interval: {
    isValid: (value) => value === "" || isTimeSpan(value),
    requirement: "must be a time span, such as 15m",
  },
};

function formatProblem(name: string, value: string): string | undefined {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return format === undefined || format.isValid(value) ? undefined : format.requirement;
}
