import { describe, expect, test } from "vitest";
import { connectAll } from "../../src/client/library/connect-all.ts";
import { useSites } from "./sites-fixture.ts";

const { folder, sites } = useSites();

describe("the library", () => {
  const open = (sites: readonly string[]) =>
    connectAll(sites, { configDir: folder, retries: 0, timeoutMs: 2_000 }, {});
  type Call = (
    ...callArguments: readonly unknown[]
  ) => Promise<Record<string, unknown>> & AsyncIterable<Record<string, unknown>>;
  const methods = (of: Readonly<Record<string, unknown>>, group: string) =>
    of[group] as Record<string, Call | undefined>;

  test("returns names, lists and errors of all sites", async () => {
    const all = await open(["east", "west", "refused"]);
    const both = await open(["east", "west"]);
    const machines = methods(both, "machines");
    const shownSites: unknown[] = [];
    for await (const { site } of machines["list"]?.() ?? []) shownSites.push(site);
    expect(shownSites).toEqual([...Array(4).fill("east"), ...Array(3).fill("west")]);
    expect(await machines["get"]?.("west/web-01")).toMatchObject({ hostname: "web-01" });
    expect(await machines["get"]?.("gpu-01")).toMatchObject({ hostname: "gpu-01" });
    await expect(machines["get"]?.("db-01")).rejects.toMatchObject({
      kind: "usage",
      hint: "use east/db-01 or west/db-01",
    });
    await expect(machines["get"]?.("nope")).rejects.toMatchObject({ kind: "notFound" });
    await expect(methods(both, "tags")["create"]?.({ name: "x" })).rejects.toMatchObject({ kind: "usage" });
    await expect(machines["list"]?.()).resolves.toHaveLength(7);
    await expect(methods(all, "machines")["list"]?.()).rejects.toMatchObject({
      kind: "unreachable",
      site: "refused",
      message: expect.stringMatching(/^refused: /),
    });
    const results = await all.each((svc) => methods(svc, "version")["get"]?.() ?? Promise.resolve({}));
    expect(results).toMatchObject([
      { site: "east", value: "2.0" },
      { site: "west", value: "2.0" },
      { site: "refused", error: { kind: "unreachable" } },
    ]);
    await all.close();
    await both.close();
  });

  test("works at one site, at the first with a match, and waits at all", async () => {
    const all = await open(["east", "west"]);
    expect(all.at("west").url).toBe(sites().west.url);
    expect(() => all.at("nope")).toThrow("'nope' is not one of the sites");
    const allocate = methods(all, "machines")["allocate"];
    expect(await allocate?.({ name: "gpu-01" })).toMatchObject({ hostname: "gpu-01", site: "east" });
    await expect(allocate?.({ name: "gpu-01" })).rejects.toMatchObject({ kind: "conflict", site: "west" });
    await expect(allocate?.({ nme: "gpu-01" })).rejects.toMatchObject({ kind: "usage", site: "east" });
    expect(await all.waitFor("west/web-01", "ready")).toMatchObject({ hostname: "web-01", site: "west" });
    const names = ["west/web-02", "west/web-02", "east/web-01", "west/web-01"];
    expect(await all.waitFor(names, "ready")).toMatchObject([
      { hostname: "web-02", site: "west" },
      { hostname: "web-01", site: "west" },
      { hostname: "web-01", site: "east" },
    ]);
    for (const input of [5, []])
      await expect(all.waitFor(input, "ready")).rejects.toMatchObject({ kind: "usage" });
    await all.close();
  });

  test("iterates over all sites before it fails, and looks names up at all", async () => {
    const all = await open(["refused", "east", "west"]);
    const shownSites: unknown[] = [];
    const iterate = async () => {
      for await (const { site } of methods(all, "machines")["list"]?.() ?? []) shownSites.push(site);
    };
    await expect(iterate()).rejects.toMatchObject({ kind: "unreachable", site: "refused" });
    expect(shownSites).toHaveLength(7);
    await expect(methods(all, "machines")["get"]?.("web-02")).rejects.toMatchObject({ site: "refused" });
    await all.close();
  });

  test("refuses an unknown profile, no profile, and one address for all sites", async () => {
    await expect(open(["east", "nope"])).rejects.toMatchObject({ kind: "notFound" });
    await expect(open([])).rejects.toMatchObject({ kind: "usage" });
    await expect(connectAll(["east"], { url: "http://127.0.0.1:1/SVC" }, {})).rejects.toMatchObject({
      kind: "usage",
    });
  });
});
