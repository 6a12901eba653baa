import { invalid, requireFound } from "../../state/service-error.ts";
import { newScriptFields, type Script, type ScriptFields, scriptTypes } from "../../state/settings.ts";
import type { World } from "../../state/world.ts";

export const allScripts = ({ state }: World): readonly Script[] => [
  ...(state.settings.hasOwnBuiltins ? [] : builtinScripts),
  ...state.settings.scripts,
];

export const findScript = (world: World, name: string | undefined): Script | undefined =>
  allScripts(world).find((each) => each.name === name || String(each.id) === name);

export const requireScript = (world: World, name: string | undefined): Script =>
  requireFound(findScript(world, name), "Script");

export const commissioningScripts = ({ state }: World): Script[] =>
  state.settings.scripts.filter((each) => each.type === scriptTypes.commissioning && !each.default);

export const requireCommissioningScript = (world: World, name: string | undefined): Script =>
  requireFound(
    commissioningScripts(world).find((each) => each.name === name),
    "Script",
  );

export const addCommissioningScript = (world: World, name: string, content: Uint8Array): Script =>
  addScript(world, newScriptFields(name, scriptTypes.commissioning), content, null);

export function addScript(world: World, fields: ScriptFields, content: Uint8Array, comment: string | null) {
  const script: Script = { ...fields, id: world.state.settings.nextScriptId++, revisions: [] };
  world.state.settings.scripts.push(script);
  addRevision(world, script, content, comment);
  return script;
}

export function addRevision(world: World, script: Script, content: Uint8Array, comment: string | null): void {
  script.revisions.unshift({
    id: world.state.settings.nextScriptId++,
    comment,
    created: world.clock.now(),
    content: Buffer.from(content).toString("base64"),
  });
}

export function refuseDefaultScript(script: Script): void {
  if (script.default) throw invalid("Not allowed to change on default scripts.");
}

type ScriptRow = readonly [
  name: string,
  title: string,
  hardwareType: number,
  timeoutSeconds: number,
  tags: string,
];

/** In the order of their ids. */
const commissioningRows: readonly ScriptRow[] = [
  ["svc-capture-lldpd", "Capture what lldpd has heard", 4, 60, "deploy-info network"],
  ["20-svc-01-install-lldpd", "Install and configure lldpd for passive capture", 0, 30, "node"],
  ["20-svc-02-dhcp-unconfigured-ifaces", "Run DHCP on interfaces without an address", 0, 120, "node"],
  ["30-svc-01-bmc-config", "Detect and set up the management controller", 0, 300, "bmc-config node"],
  ["20-svc-03-machine-resources", "Record the resources of the machine", 0, 30, "deploy-info node"],
  ["40-svc-01-machine-config-hints", "Record hints for its configuration", 0, 30, "node"],
  ["50-svc-01-commissioning", "Record the hardware as JSON", 0, 120, "deploy-info node"],
  ["svc-support-info", "Gather support information for the machine", 0, 300, "deploy-info node"],
  ["svc-lshw", "Capture lshw -xml output", 0, 300, "deploy-info node"],
  ["svc-list-modaliases", "List the aliases of kernel modules", 0, 10, "deploy-info node"],
  ["svc-get-fruid-api-data", "Read the FRU of a switch", 0, 30, "deploy-info node"],
  ["svc-kernel-cmdline", "Record the kernel command line", 0, 10, "deploy-info node"],
  ["svc-serial-ports", "Find serial ports", 0, 10, "deploy-info node"],
];

const testingRows: readonly ScriptRow[] = [
  ["smartctl-validate", "Storage status", 3, 900, "commissioning storage"],
  ["smartctl-short", "Storage integrity", 3, 900, "storage"],
  ["smartctl-long", "Storage integrity (long)", 3, 0, "storage"],
  ["smartctl-conveyance", "Storage transport", 3, 900, "storage"],
  ["memtester", "Memory integrity", 2, 0, "memory"],
  ["internet-connectivity", "Network validation", 4, 300, "internet network node"],
  ["stress-ng-cpu-long", "CPU validation", 1, 43_800, "cpu"],
  ["stress-ng-cpu-short", "CPU validation (short)", 1, 360, "cpu"],
  ["stress-ng-memory-long", "Memory validation", 2, 43_800, "memory"],
  ["stress-ng-memory-short", "Memory validation (short)", 2, 360, "memory"],
  ["ntp", "NTP clock synchronisation", 0, 60, "network node ntp"],
  ["badblocks", "Bad blocks", 3, 0, "storage"],
  ["badblocks-destructive", "Bad blocks (destructive)", 3, 0, "destructive storage"],
  ["7z", "CPU benchmark", 1, 0, "cpu"],
  ["fio", "Storage benchmark", 3, 0, "destructive storage"],
];

const createScript =
  (type: number, firstId: number) =>
  ([name, title, hardwareType, timeoutSeconds, tags]: ScriptRow, index: number): Script => ({
    ...newScriptFields(name, type),
    title,
    description: `${title}.`,
    hardwareType,
    timeoutSeconds,
    default: true,
    id: firstId + index,
    tags: tags.split(" "),
    destructive: tags.includes("destructive"),
    parallel: type === scriptTypes.commissioning && name.startsWith("svc-") ? 2 : 0,
    packages: name.includes("install-lldpd") ? { apt: ["lldpd"] } : {},
    revisions: [
      {
        id: firstId + index,
        comment: "Created by the sandbox",
        created: 0,
        content: Buffer.from(`#!/bin/sh\n# ${title}: built into the sandbox\nexit 0\n`).toString("base64"),
      },
    ],
  });

export const builtinScripts: readonly Script[] = [
  ...commissioningRows.map(createScript(scriptTypes.commissioning, 31)),
  ...testingRows.map(createScript(scriptTypes.testing, 44)),
];
