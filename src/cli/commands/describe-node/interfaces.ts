import { isRecord } from "../../../core/json-record.ts";
import { joined, labelled, recordsIn, valueAt } from "./node-text.ts";
import type { PageLine, Section } from "./page.ts";

type Part = Readonly<Record<string, unknown>>;

/** The interfaces of a node with their addresses, and where they are. */
export function interfacesSection(node: Part): Section {
  const boot = isRecord(node["boot_interface"]) ? node["boot_interface"] : {};
  return {
    title: "Interfaces",
    lines: recordsIn(node["interface_set"]).flatMap((port) => interfaceLines(port, boot)),
  };
}

function interfaceLines(port: Part, boot: Part): readonly PageLine[] {
  const isBoot = port["id"] !== undefined && port["id"] === boot["id"];
  const type = valueAt(port, "type");
  const parents = valueAt(port, "parents")?.replaceAll(",", ", ");
  const head = joined(
    [
      valueAt(port, "name") ?? "-",
      valueAt(port, "mac_address"),
      type === "physical" ? undefined : type,
      labelled("on", parents),
      speedText(port["link_speed"]),
      port["enabled"] === false ? "disabled" : undefined,
      port["link_connected"] === false ? "not connected" : undefined,
      isBoot ? "boot" : undefined,
    ],
    "  ",
  );
  const links = recordsIn(port["links"]);
  const hasSubnet = links.some((link) => isRecord(link["subnet"]));
  const place = hasSubnet ? undefined : vlanText(port["vlan"]);
  return [
    { text: head ?? "-" },
    ...links.flatMap((link) => linkLines(link)),
    ...(links.some((link) => valueAt(link, "ip_address") !== undefined)
      ? []
      : recordsIn(port["discovered"])
    ).flatMap((seen) => {
      const ip = valueAt(seen, "ip_address");
      return ip === undefined ? [] : [{ text: `${ip} (discovered)`, depth: 1 }];
    }),
    ...(place === undefined ? [] : [{ text: place, depth: 1 }]),
  ];
}

function linkLines(link: Part): readonly PageLine[] {
  const mode = valueAt(link, "mode");
  const ip = valueAt(link, "ip_address");
  const subnet = joined([valueAt(link, "subnet.name"), valueAt(link, "subnet.cidr")], " ");
  if (ip === undefined && subnet === undefined) return [];
  const network = isRecord(link["subnet"]) ? vlanText(link["subnet"]["vlan"]) : undefined;
  const text = joined([
    joined([ip, mode === undefined ? undefined : `(${mode})`, labelled("in", subnet)], " "),
    network,
  ]);
  return text === undefined ? [] : [{ text, depth: 1 }];
}

function vlanText(vlan: unknown): string | undefined {
  const name = valueAt(vlan, "name") ?? valueAt(vlan, "vid");
  return joined([labelled("VLAN", name), labelled("of", valueAt(vlan, "fabric"))], " ");
}

/** A speed in Mbit/s as people write it. */
function speedText(speed: unknown): string | undefined {
  const number = Number(speed);
  if (!(number > 0)) return undefined;
  return number >= 1000 ? `${number / 1000} Gbit/s` : `${number} Mbit/s`;
}
