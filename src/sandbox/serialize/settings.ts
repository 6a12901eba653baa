import { type ResultType, resultStatuses, resultTypes, type ScriptResult } from "../model/nodes/scripts.ts";
import { findScript } from "../model/settings/scripts.ts";
import type { Node } from "../state/node.ts";
import {
  contentOf,
  hardwareTypes,
  type LicenseKey,
  type PackageRepository,
  type Script,
  type SshKey,
  type SslKey,
  type StoredFile,
} from "../state/settings.ts";
import type { World } from "../state/world.ts";
import { rfc2822Time, timestamp } from "../values/quantities.ts";
import { capitalize } from "../values/spellings.ts";
import { outputOf } from "./machine-reports.ts";
import { fieldsOf, type Json, makeSerializer, resourceUri, withoutSlash } from "./references.ts";

export const serializeFile = (world: World, { filename, key }: StoredFile): Json => ({
  filename,
  anon_resource_uri: `${resourceUri(world, "files")}?op=get_by_key&key=${key}`,
  resource_uri: resourceUri(world, "files", encodeURIComponent(filename)),
});

export const serializeFileWithContent = (world: World, file: StoredFile): Json => ({
  ...serializeFile(world, file),
  content: file.content,
});

const licenseKeyFields = fieldsOf<LicenseKey>("osystem", "distroSeries", "licenseKey");

export const serializeLicenseKey = (world: World, key: LicenseKey): Json => ({
  ...licenseKeyFields(key),
  resource_uri: withoutSlash(
    resourceUri(world, "license-key", encodeURIComponent(key.osystem), encodeURIComponent(key.distroSeries)),
  ),
});

export const serializeSshKey = makeSerializer<SshKey>("account/prefs/sshkeys", ["id", "key", "keysource"]);
export const serializeSslKey = makeSerializer<SslKey>("account/prefs/sslkeys", ["id", "key"]);
export const serializeRepository = makeSerializer<PackageRepository>("package-repositories", [
  ...(["name", "url", "distributions", "disabledPockets", "disabledComponents", "disableSources"] as const),
  ...(["components", "arches", "key", "enabled", "id"] as const),
]);

const rfc2822TimeOrNull = (ms: number | null): string | null => (ms === null ? null : rfc2822Time(ms));

function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const twoDigits = (count: number) => String(count % 60).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds)}`;
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const scriptFields = fieldsOf<Script>(
  ...(["name", "title", "description", "tags", "hardwareType", "parallel", "results", "parameters"] as const),
  ...(["packages", "destructive", "forHardware", "mayReboot", "recommission"] as const),
  ...(["applyConfiguredNetworking", "id", "type"] as const),
);

const typeNames = ["Commissioning", "Installation", "Testing", "Release"];
const parallelNames = ["Disabled", "Run along other instances of this script", "Run along any other script."];

export const serializeNodeScript = (world: World, script: Script, withContent: boolean): Json => ({
  ...scriptFields(script),
  timeout: formatDuration(script.timeoutSeconds * 1000),
  default: script.default ?? false,
  history: script.revisions.map(({ id, comment, created, content }) => ({
    id,
    comment,
    created: rfc2822Time(created),
    ...(withContent ? { data: content } : {}),
  })),
  hardware_type_name: hardwareName(script.hardwareType),
  type_name: `${typeNames[script.type] ?? ""} script`,
  parallel_name: parallelNames[script.parallel] ?? "",
  resource_uri: withoutSlash(resourceUri(world, "scripts", encodeURIComponent(script.name))),
});

export const hardwareName = (type: number): string => {
  const name = hardwareTypes[type] ?? "node";
  return name.length === 3 ? name.toUpperCase() : capitalize(name);
};

export const serializeCommissioningScript = (world: World, script: Script): Json => ({
  name: script.name,
  content: contentOf(script),
  resource_uri: withoutSlash(resourceUri(world, "commissioning-scripts", encodeURIComponent(script.name))),
});

const statusNames: Readonly<Partial<Record<string, string>>> = { timedOut: "Timed out" };

export function serializeNodeResult(world: World, node: Node, result: ScriptResult): Json {
  const { stdout, stderr, exitStatus } = outputOf(world, node, result);
  return {
    id: result.id,
    name: result.name,
    script_result: exitStatus ?? 1,
    result_type: resultTypes[result.type],
    node: { system_id: node.systemId },
    data: base64(stdout + stderr),
    created: timestamp(result.startedAt ?? node.createdAt),
    updated: timestamp(result.endedAt ?? node.createdAt),
    resource_uri: resourceUri(world, "commissioning-scripts"),
  };
}

function serializeResult(world: World, node: Node, result: ScriptResult, withOutput: boolean): Json {
  const { id, name, status, startedAt, endedAt } = result;
  const { stdout, stderr, exitStatus } = outputOf(world, node, result);
  const script = findScript(world, name);
  const runtime = startedAt === null || endedAt === null ? "" : formatDuration(endedAt - startedAt);
  return {
    id,
    created: rfc2822Time(startedAt ?? node.createdAt),
    updated: rfc2822Time(endedAt ?? startedAt ?? node.createdAt),
    name,
    status: resultStatuses[status],
    status_name: statusNames[status] ?? capitalize(status),
    exit_status: exitStatus,
    started: rfc2822TimeOrNull(startedAt),
    ended: rfc2822TimeOrNull(endedAt),
    runtime,
    starttime: startedAt === null ? null : startedAt / 1000,
    endtime: endedAt === null ? null : endedAt / 1000,
    estimated_runtime: runtime || "Unknown",
    parameters: {},
    script_id: script?.id ?? null,
    script_revision_id: script?.revisions[0]?.id ?? null,
    suppressed: node.suppressed?.includes(name) ?? false,
    ...(withOutput
      ? { output: base64(stdout + stderr), stdout: base64(stdout), stderr: base64(stderr), result: "" }
      : {}),
  };
}

export interface Run {
  readonly id: number;
  readonly type: ResultType;
  readonly results: readonly ScriptResult[];
}

/** The status of a run is the first one in this list that a result has. */
const statusPriority = ["running", "pending", "failed", "timedOut", "aborted", "passed"] as const;

export function serializeRun(
  world: World,
  node: Node,
  { id, type, results }: Run,
  visibleResults: readonly ScriptResult[],
  withOutput: boolean,
): Json {
  const relevantResults = results.filter(
    ({ name, status }) => status !== "failed" || node.suppressed?.includes(name) !== true,
  );
  const status =
    results.length === 0
      ? undefined
      : (statusPriority.find((each) => relevantResults.some((result) => result.status === each)) ?? "passed");
  const starts = results.flatMap(({ startedAt }) => startedAt ?? []);
  const hasEnded = results.every(({ endedAt }) => endedAt !== null);
  const [startedAt, endedAt] = [
    starts.length === 0 ? null : Math.min(...starts),
    hasEnded && results.length > 0 ? Math.max(...results.map((each) => each.endedAt ?? 0)) : null,
  ];
  return {
    started: rfc2822TimeOrNull(startedAt),
    id,
    type: resultTypes[type],
    ended: rfc2822TimeOrNull(endedAt),
    runtime: startedAt === null || endedAt === null ? "" : formatDuration(endedAt - startedAt),
    system_id: node.systemId,
    status: status === undefined ? -1 : resultStatuses[status],
    results: visibleResults
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((result) => serializeResult(world, node, result, withOutput)),
    last_ping: rfc2822TimeOrNull(endedAt),
    type_name: capitalize(type),
    // The status name that live services answer for a run without results.
    status_name:
      status === undefined
        ? "Failed to apply custom network configuration"
        : (statusNames[status] ?? capitalize(status)),
    resource_uri: resourceUri(world, "nodes", node.systemId, "results", id),
  };
}
