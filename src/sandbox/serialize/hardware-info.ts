import type { Node } from "../state/node.ts";

const processors: Readonly<Record<string, string>> = {
  amd64: "Sandbox Core 2.4GHz",
  arm64: "Sandbox Neo 2.4GHz",
  ppc64el: "Sandbox Power 2.4GHz",
  s390x: "Sandbox Z 2.4GHz",
};

export function hardwareInfoOf(node: Node): Readonly<Record<string, string>> {
  const [family = ""] = node.architecture.split("/");
  if (node.cpuCount === 0 || node.nodeType !== "machine") return node.hardwareInfo;
  const product = node.cpuCount > 4 ? "Machine 2U" : "Machine 1U";
  const inventory: Readonly<Record<string, string>> = {
    ...{ system_vendor: "Sandbox", system_product: product, system_serial: `SB-${node.systemId}` },
    ...{ mainboard_vendor: "Sandbox", mainboard_product: product, mainboard_serial: `MB-${node.systemId}` },
    mainboard_firmware_vendor: "Sandbox",
    mainboard_firmware_version: node.cpuCount > 4 ? "2.14.1" : "1.8.0",
    mainboard_firmware_date: node.cpuCount > 4 ? "09/12/2024" : "03/15/2023",
    ...(processors[family] === undefined ? {} : { cpu_model: processors[family] }),
  };
  const reported = Object.entries(node.hardwareInfo).filter(([, text]) => text !== "Unknown");
  return { ...node.hardwareInfo, ...inventory, ...Object.fromEntries(reported) };
}
