import { serviceOptions } from "../../catalogue/commands/options.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

const listShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "VALUE", path: "value", rank: "text" },
    { header: "MEANING", path: "meaning", wide: true, rank: "text" },
  ],
};

export const listConfig = command({
  command: ["config", "list"],
  summary: "Show every configuration item with its value",
  ignores: ["curl"],
  example: "svc config list",
  shape: listShape,
  run: async (invocation) => (await import("./config/items.ts")).printItems(listShape, invocation),
});

export const describeConfig = command({
  command: ["config", "describe"],
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
  run: async (invocation) =>
    (await import("./config/items.ts")).describeItems(invocation.arguments.name, invocation),
});
