import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

const listShape: Shape = {
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
  shape: listShape,
  run: async (invocation) => (await import("./config/items.ts")).printItems(listShape, invocation),
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
    "Lists the items of the service in use; without a service, the documented items. Only the names of undocumented items are known.",
  ],
  refusedGlobals: ["show-secrets", "curl"],
  example: "svc config describe session_length",
  run: async (invocation) => (await import("./config/items.ts")).describeItems(invocation),
});
