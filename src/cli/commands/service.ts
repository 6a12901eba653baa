import { methods } from "../../catalogue/operation.ts";
import { fileOption, imageFileType, option } from "../../catalogue/option-spec.ts";
import { doctorChecks } from "../doctor/check.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

const operationShape: Shape = {
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "COMMAND", path: "command", as: "words", rank: "key" },
    { header: "METHOD", path: "method", rank: "minor" },
    { header: "PATH", path: "path", rank: "minor" },
  ],
};

export const operations = command({
  command: ["operations"],
  sites: "local",
  summary: "List every operation of the service and its command",
  options: [option("all", "include undocumented operations of live services")],
  refusedGlobals: ["show-secrets", "curl"],
  example: "svc operations -o json",
  shape: operationShape,
  members: ["group", "arguments", "options", "result", "adminOnly", "deprecated", "confirm", "source"],
  run: async (invocation) => (await import("./service/describe.ts")).describeOperations(invocation),
});

export const describeService = command({
  command: ["describe"],
  sites: "read",
  summary: "Show what the service offers, documented or not",
  arguments: [{ name: "group", help: "group; all when omitted", nameOf: "groups" }],
  notes: [
    "svc learns additional commands from the service's own description, at login and with this command.",
    "The description is kept in the cache folder until the service reports a change.",
  ],
  options: [option("refresh", "ask the service again instead of using the cache")],
  refusedGlobals: ["show-secrets", "curl"],
  example: "svc describe",
  run: async (invocation) => (await import("./service/describe.ts")).describeServiceCommands(invocation),
});

export const api = command({
  command: ["api"],
  sites: "change",
  summary: "Sign and send any request",
  arguments: [
    { name: "method", help: "HTTP method", required: true, choices: methods },
    { name: "path", help: "path under /api/2.0, such as machines/ or machines/?op=x", required: true },
  ],
  options: [
    option("field", "parameter, sent as typed", {
      short: "f",
      value: "name=value",
      type: "pair",
      repeatable: true,
    }),
    option("form", "parameter from a file, as a file part", {
      short: "F",
      value: "name=@file",
      type: "pair",
      repeatable: true,
    }),
    fileOption("input", "send this file as the body; - for standard input"),
    option("include", "print status and headers before the body"),
  ],
  example: "svc api GET machines/ -f hostname=web-01",
  run: async (invocation) => (await import("./service/api.ts")).sendRequest(invocation),
});

export const doctor = command({
  command: ["doctor"],
  sites: "read",
  summary: "Find out why svc does not work, and how to fix it",
  notes: [
    "Checks svc, its settings, and the connection to the service step by step, and prints what it finds, with the fix below each problem. It changes nothing, neither on this computer nor on the service.",
    `The checks: ${Object.entries(doctorChecks)
      .map(([name, help]) => `${name} (${help})`)
      .join("; ")}.`,
    "A check is ok, warning, failed, or skipped if it does not apply or an earlier one failed. The first failed check determines the exit code; it is 0 if there are only warnings.",
    '-o json prints {"checks": [{"name", "state", "found", "fix"}], "profile", "url", "exit_code"}; fix is present only if there is one. The other formats print a row for each check.',
    "--timeout limits each step (5 s by default). --profile and --url select the service. Secrets are never printed.",
  ],
  refusedGlobals: ["curl", "retries", "show-secrets"],
  reportsSettings: true,
  columns: ["NAME", "STATE", "FOUND", "FIX"],
  example: "svc doctor",
  run: async (invocation) => (await import("./service/doctor.ts")).examineConnection(invocation),
});

export const uploadImage = command({
  command: ["boot-resources", "upload"],
  changes: true,
  sites: { refused: "a file is sent to one service" },
  summary: "Upload a boot image, or resume an upload",
  arguments: [{ name: "file", help: "the image file", required: true }],
  notes: [
    "The same command resumes an upload that was interrupted.",
    "--base-image is required for custom images, and not allowed for others.",
  ],
  options: [
    option("name", "name, such as custom/golden", { value: "os/series", required: true }),
    option("architecture", "architecture, such as amd64/generic", { value: "arch/subarch", required: true }),
    option("base-image", "image that a custom image is based on", { value: "os/series" }),
    { ...imageFileType, value: "type" },
    option("title", "human-readable title", { value: "text" }),
    option("no-resume", "start over instead of resuming"),
  ],
  example:
    "svc boot-resources upload golden.tgz --name custom/golden --architecture amd64/generic --base-image ubuntu/jammy",
  run: async (invocation) => (await import("./service/upload.ts")).sendImageFile(invocation),
});

const configShape: Shape = {
  identity: "name",
  listsItems: true,
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "VALUE", path: "value", rank: "text" },
    { header: "MEANING", path: "meaning", wide: true, rank: "text" },
  ],
};

export const listConfig = command({
  command: ["config", "list"],
  sites: "read",
  summary: "Show every configuration item with its value",
  refusedGlobals: ["curl"],
  example: "svc config list",
  shape: configShape,
  run: async (invocation) => (await import("./service/config.ts")).printItems(configShape, invocation),
});

export const describeConfig = command({
  command: ["config", "describe"],
  sites: "local",
  summary: "Explain configuration items: meaning, type, values, limits",
  arguments: [
    {
      name: "name",
      help: "configuration item; all when omitted",
      variadic: true,
      suggestions: async () => (await import("../../catalogue/config-items.ts")).configItemNames,
    },
  ],
  notes: [
    "Lists the items of the service in use; without a service, the documented items. Of undocumented items, only the names are known.",
  ],
  refusedGlobals: ["show-secrets", "curl"],
  example: "svc config describe session_length",
  run: async (invocation) => (await import("./service/config.ts")).describeItems(invocation),
});
