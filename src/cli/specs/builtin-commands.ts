import type { BuiltinSpec, CommandSpec } from "../../catalogue/commands/command-spec.ts";
import { serviceOptions } from "../../catalogue/commands/options.ts";
import { defaults } from "../../catalogue/defaults.ts";
import type { GroupName } from "../../catalogue/index.ts";
import { imageFileType, option, pollInterval, progress, waitTimeout } from "../../catalogue/option-spec.ts";
import { statusValues, waitTargets } from "../../catalogue/statuses.ts";
import { aliasCommands } from "./alias-commands.ts";
import { completionCommands } from "./completion-commands.ts";
import { desiredCommands } from "./desired-commands.ts";
import { doctorCommands } from "./doctor-commands.ts";
import { profileCommands } from "./profile-commands.ts";
import { reachCommands } from "./reach-commands.ts";
import { sandboxCommands } from "./sandbox-commands.ts";
import { nodeDescribeCommands, seeingCommands } from "./seeing-commands.ts";

/** The compiler requires an action in `cli/commands` for each id. */
export const builtinCommands = {
  ...profileCommands,
  ...aliasCommands,
  ...doctorCommands,
  operations: () =>
    ({
      summary: "List every operation of the service and its command",
      options: [option("all", "include operations that the service describes beyond the documents")],
      ignores: ["show-secrets", "curl"],
      example: "svc operations -o json",
    }) as const satisfies BuiltinSpec,
  describe: () =>
    ({
      summary: "Show what the service offers, documented or not",
      arguments: [{ name: "group", help: "group; all when omitted", names: "groups" }],
      notes: [
        "A service describes itself, and svc learns additional commands from that: at login, and when a command line has an unknown word.",
        "The description is kept in the cache folder until the service says that it has changed.",
      ],
      options: [option("refresh", "ask the service again instead of using the cache")],
      ignores: ["show-secrets", "curl"],
      example: "svc describe",
    }) as const satisfies BuiltinSpec,
  ...completionCommands,
  api: () =>
    ({
      summary: "Send any signed request",
      arguments: [
        {
          name: "method",
          help: "GET, POST, PUT or DELETE",
          required: true,
          choices: ["GET", "POST", "PUT", "DELETE"],
        },
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
        option("input", "send this file as the body; - for standard input", { value: "file", type: "path" }),
        option("include", "print status and headers before the body"),
      ],
      example: "svc api GET machines/ -f hostname=web-01",
    }) as const satisfies BuiltinSpec,
  "machines.wait": () =>
    ({
      summary: "Wait until machines reach a status",
      theme: "Life cycle",
      arguments: [
        {
          name: "system_id",
          help: "machine: system_id, hostname, FQDN or MAC address",
          required: true,
          variadic: true,
          names: "machines",
        },
      ],
      options: [
        option(
          "for",
          `a status, ${waitTargets.slice(0, -1).join(", ")} or ${waitTargets.at(-1)}; several mean any of them`,
          {
            value: "target",
            type: "condition",
            repeatable: true,
            suggestions: [...statusValues, ...waitTargets],
          },
        ),
        option("all", "wait for all targets of --for instead of any", { needs: ["for"] }),
        { ...waitTimeout, default: defaults.waitDeadlineMs },
        pollInterval,
        progress,
      ],
      ignores: ["curl"],
      example: "svc machines wait web-01 --for ready",
    }) as const satisfies BuiltinSpec,
  "machines.issues": () =>
    ({
      summary: "List machines that need attention, with age and reason",
      theme: "Inspection",
      notes: [
        "Failed, broken and missing machines, power errors, and operations that take longer than the service's own limit.",
        "The service cannot filter by power state: without --no-power every machine is read once, one at a time.",
      ],
      options: [
        option("where", "only machines that match these list filters", {
          value: "filter=value,...",
          type: "filters",
          repeatable: true,
        }),
        option("no-power", "ignore power errors and query by status only", { negative: true }),
      ],
      ignores: ["curl"],
      example: "svc machines issues --where pool=default",
    }) as const satisfies BuiltinSpec,
  "machines.why": () =>
    ({
      summary: "Explain why a machine failed: its state, events and scripts",
      theme: "Inspection",
      arguments: [
        {
          name: "system_id",
          help: "machine: system_id, hostname, FQDN or MAC address",
          required: true,
          names: "machines",
        },
      ],
      ignores: ["curl"],
      example: "svc machines why test-01",
    }) as const satisfies BuiltinSpec,
  "boot-resources.upload": () =>
    ({
      summary: "Upload a boot image, or resume an upload",
      arguments: [{ name: "file", help: "the image file", required: true }],
      notes: [
        "The same command resumes an upload that was interrupted.",
        "--base-image is required for custom images, and not allowed for others.",
      ],
      options: [
        option("name", "name, such as custom/golden", { value: "os/series", required: true }),
        option("architecture", "architecture, such as amd64/generic", {
          value: "arch/subarch",
          required: true,
        }),
        option("title", "human-readable title", { value: "text" }),
        { ...imageFileType, value: "type" },
        option("base-image", "image that a custom image is based on", { value: "os/series" }),
        option("no-resume", "start over instead of resuming", { negative: true }),
      ],
      example:
        "svc boot-resources upload golden.tgz --name custom/golden --architecture amd64/generic --base-image ubuntu/jammy",
    }) as const satisfies BuiltinSpec,
  "config.list": () =>
    ({
      summary: "Show every configuration item with its value",
      ignores: ["curl"],
      example: "svc config list",
    }) as const satisfies BuiltinSpec,
  "config.describe": () =>
    ({
      summary: "Explain configuration items: meaning, type, values, limits",
      arguments: [
        {
          name: "name",
          help: "configuration item; all when omitted",
          variadic: true,
          suggestions: async () => (await import("../../catalogue/config-items.ts")).configItemNames,
        },
      ],
      notes: ["Shows the documented items, without contacting the service."],
      ignores: ["profile", "show-secrets", ...serviceOptions],
      example: "svc config describe session_length",
    }) as const satisfies BuiltinSpec,
  ...desiredCommands,
  ...nodeDescribeCommands,
  ...reachCommands,
  ...seeingCommands,
  ...sandboxCommands,
};

export type BuiltinCommandId = keyof typeof builtinCommands;

export const builtinIds = Object.keys(builtinCommands) as readonly BuiltinCommandId[];

export const builtinWords = (id: BuiltinCommandId): readonly string[] => id.split(".");

export const builtinSpec = (id: BuiltinCommandId): CommandSpec => ({
  command: builtinWords(id),
  ...builtinCommands[id](),
});

/** First words of built-in commands that are neither a command nor a resource group. */
type BuiltinGroup = Exclude<RootOf<BuiltinCommandId>, GroupName>;
type RootOf<Id> = Id extends `${infer Root}.${string}` ? Root : never;

export const builtinGroups: Readonly<Record<BuiltinGroup, string>> = {
  claims: "Show and release machines held as a set",
  completion: "Complete commands and names in bash, zsh and fish",
  profiles: "Manage stored profiles",
  alias: "Manage aliases for command lines",
  sandbox: "Run the embedded service, an emulator of the API",
};
