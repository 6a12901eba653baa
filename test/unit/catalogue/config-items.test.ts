import { describe, expect, it } from "vitest";
import { configItems } from "../../../src/catalogue/config-items.ts";
import type { ConfigItem } from "../../../src/catalogue/operation.ts";

const items: readonly ConfigItem[] = configItems;

describe("the configuration items", () => {
  it.each(items.map((item) => [item.name, item] as const))("%s is well described", (_, item) => {
    expect(item.meaning).toMatch(/^[A-Z].*[^.]$/);
    expect(item.meaning.length).toBeLessThanOrEqual(120);
    if (item.choices !== undefined) {
      expect(item.choices.length).toBeGreaterThan(1);
      expect(new Set(item.choices).size).toBe(item.choices.length);
      expect(item.choices.includes("")).toBe(item.ifEmpty !== undefined);
    }
    if (item.min !== undefined || item.max !== undefined) expect(item.type).toBe("integer");
    if (item.type === "integer" && item.default !== undefined) expect(item.default).toMatch(/^\d+$/);
  });
});
