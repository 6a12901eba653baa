import { describe, expect, it } from "vitest";
import { type ConfigItem, configItemNames, configItems } from "../../../src/catalogue/config-items.ts";

const items: readonly ConfigItem[] = configItems;

describe("the configuration items", () => {
  it("are 66 names, each once", () => {
    expect(new Set(configItemNames).size).toBe(66);
    expect(configItemNames).toHaveLength(66);
  });

  it.each(items.map((item) => [item.name, item] as const))("%s is well described", (_, item) => {
    expect(item.meaning).toMatch(/^[A-Z].*[^.]$/);
    expect(item.meaning.length).toBeLessThanOrEqual(120);
    if (item.choices !== undefined) {
      expect(item.choices.length).toBeGreaterThan(1);
      expect(new Set(item.choices).size).toBe(item.choices.length);
      expect(item.choices.includes("")).toBe(item.empty !== undefined);
    }
    if (item.min !== undefined || item.max !== undefined) expect(item.type).toBe("integer");
    if (item.type === "integer" && item.default !== undefined) expect(item.default).toMatch(/^\d+$/);
  });

  it("state the documented limits", () => {
    expect(items.find(({ name }) => name === "session_length")).toMatchObject({ min: 10, max: 1_209_600 });
    expect(items.find(({ name }) => name === "svc_proxy_port")).toMatchObject({ default: "8000" });
    expect(items.find(({ name }) => name === "svc_syslog_port")).toMatchObject({ default: "5247" });
    expect(items.find(({ name }) => name === "metrics_push_interval")).toMatchObject({ default: "60" });
  });
});
