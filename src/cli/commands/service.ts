import { option } from "../../catalogue/option-spec.ts";
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
  run: async (invocation) => (await import("./service/operations.ts")).describeOperations(invocation),
});

export const describeService = command({
  command: ["describe"],
  sites: "read",
  summary: "Show what the service offers, documented or not",
  arguments: [{ name: "group", help: "group; all when omitted", names: "groups" }],
  notes: [
    "A service describes itself, and svc learns additional commands from that at login and with this command.",
    "The description is kept in the cache folder until the service says that it has changed.",
  ],
  options: [option("refresh", "ask the service again instead of using the cache")],
  refusedGlobals: ["show-secrets", "curl"],
  example: "svc describe",
  run: async (invocation) => (await import("./service/describe.ts")).describeServiceCommands(invocation),
});

export const api = command({
  command: ["api"],
  sites: "change",
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
  run: async (invocation) => (await import("./service/api.ts")).sendRequest(invocation),
});
