import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const source = join(root, "src");

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isLazy: boolean;
  readonly isType: boolean;
}

/** Every import of every file below src/, by path below src/ or by package name. */
const imports: readonly Import[] = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    const statics = [...text.matchAll(/^(?:import|export)\s+(type\s)?[^;"]*?from\s+"([^"]+)"/gms)].map(
      ([, type, target]) => ({ target, isType: type !== undefined, isLazy: false }),
    );
    const lazies = [...text.matchAll(/import\("([^"]+)"\)/g)].map(([, target]) => ({
      target,
      isType: false,
      isLazy: true,
    }));
    return [...statics, ...lazies].map(({ target = "", isType, isLazy }) => ({
      from: file,
      to: target.startsWith(".") ? relative(source, join(source, dirname(file), target)) : target,
      isLazy,
      isType,
    }));
  });

const roomOf = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : path);

/** Who may import whom; `context.ts`, `failure.ts` and `contract` are open to all but `api`. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  api: [],
  contract: ["api"],
  json: [],
  secrets: [],
  http: ["api", "json"],
  output: ["api", "json"],
  profiles: ["http/call.ts"],
  lifecycle: ["api", "http", "json"],
  reference: ["api"],
  sandbox: ["api"],
  cli: ["api", "http", "json", "output", "profiles", "lifecycle", "reference"],
};
const openToAll = ["context.ts", "failure.ts", "contract", "secrets", "version.ts"];

describe("layering", () => {
  const inside = imports.filter(({ from, to }) => from.includes("/") && to.endsWith(".ts"));

  test("a room imports only the rooms it may", () => {
    const breaches = inside.filter(({ from, to, isLazy, isType }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      if (room === target) return false;
      if (openToAll.includes(target)) return room === "api";
      if (target === "sandbox") return !((isLazy || isType) && from.startsWith("cli/commands/sandbox"));
      const allowed = mayImport[room] ?? [];
      return !allowed.includes(target) && !allowed.includes(to);
    });
    expect(breaches.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test("nobody imports the command line but the process edge", () => {
    const breaches = imports.filter(({ from, to }) => roomOf(to) === "cli" && roomOf(from) !== "cli");
    expect(breaches.map(({ from }) => from)).toEqual(["main.ts"]);
  });

  test("imports form no cycle", () => {
    const edges = new Map<string, string[]>();
    for (const { from, to, isType, isLazy } of imports) {
      if (!isType && !isLazy && to.endsWith(".ts")) edges.set(from, [...(edges.get(from) ?? []), to]);
    }
    const done = new Set<string>();
    const findCycle = (file: string, path: readonly string[]): readonly string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (done.has(file)) return undefined;
      for (const next of edges.get(file) ?? []) {
        const cycle = findCycle(next, [...path, file]);
        if (cycle !== undefined) return cycle;
      }
      done.add(file);
      return undefined;
    };
    for (const file of edges.keys()) expect(findCycle(file, []) ?? []).toEqual([]);
  });

  test("only the process edge reaches for the process, the clock and randomness", () => {
    const reaching = /\bprocess\.(?!versions)\w|\bDate\.now\(|\bMath\.random\(/;
    const breaches = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        file.endsWith(".ts") &&
        file !== "main.ts" &&
        // It takes off the signal hooks that conf's atomic writer puts on as it loads.
        file !== "profiles/writer.ts" &&
        reaching.test(readFileSync(join(source, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")),
    );
    expect(breaches).toEqual([]);
  });

  test.each([
    ["the version", ["main.ts"]],
    [
      "one ordinary command",
      [
        "cli/run.ts",
        "cli/operation/operation.ts",
        "api/groups/machines.ts",
        "cli/connection.ts",
        "output/print.ts",
      ],
    ],
  ])("%s loads no heavy package", (_, entries) => {
    const heavy = [
      "conf",
      "ora",
      "yaml",
      "cli-table3",
      "string-width",
      "bson",
      "@jmespath-community/jmespath",
      "undici",
      "@fastify/busboy",
      "ipaddr.js",
    ];
    const seen = new Set<string>();
    const visit = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { from, to, isLazy, isType } of imports) if (from === file && !isLazy && !isType) visit(to);
    };
    for (const entry of entries) visit(entry);
    expect([...seen].filter((name) => heavy.includes(name))).toEqual([]);
    expect([...seen].filter((name) => name.startsWith("sandbox/"))).toEqual([]);
  });
});
