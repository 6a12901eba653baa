import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/** Every import below src/, with its path below src/ or its package name. */
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

/** The modules and packages that are loaded at once with these modules, including them. */
function loadedBy(entries: readonly string[]): readonly string[] {
  const loaded = new Set(entries);
  for (const file of loaded)
    for (const { from, to, isLazy, isType } of imports)
      if (from === file && !isLazy && !isType) loaded.add(to);
  return [...loaded];
}

/** The first folder of a path, or the file name if it has none. */
const partOf = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : path);

/** The parts that each part may import, including type imports and lazy imports. */
const partMayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  catalogue: [],
  client: ["catalogue", "core", "context.ts"],
  desired: ["client", "catalogue", "core", "context.ts"],
  cli: ["desired", "client", "catalogue", "core", "context.ts"],
  sandbox: ["catalogue", "core"],
};

/** Only two commands and the library start the sandbox; no other module may load it. */
const startsSandbox = ({ from, isLazy, isType }: Import): boolean =>
  from === "client/library/start-sandbox.ts" ||
  ((isLazy || isType) && from.startsWith("cli/commands/sandbox/"));

/** The same for the folders of the client, lowest layer first. */
const clientMayImport: Readonly<Record<string, readonly string[]>> = {
  json: [],
  description: [],
  http: ["json"],
  profiles: ["http"],
  values: ["http"],
  service: ["values", "http", "json"],
  lifecycle: ["http", "json"],
  names: ["values", "lifecycle", "http", "json"],
  execute: ["names", "values", "lifecycle", "http", "json"],
  library: [
    ...["execute", "names", "values", "lifecycle", "profiles", "service", "description", "http", "json"],
  ],
};

/** The same for the folders of the command line, lowest layer first. */
const cliMayImport: Readonly<Record<string, readonly string[]>> = {
  output: [],
  doctor: [],
  "names-cache": [],
  terminal: ["output"],
  parsing: ["output"],
  invocation: ["terminal", "parsing", "output", "names-cache"],
  tree: ["invocation"],
  reference: ["tree"],
  line: ["tree", "invocation", "parsing", "reference"],
  values: ["invocation", "parsing"],
  waiting: ["invocation", "parsing", "terminal", "output"],
  operation: ["waiting", "values", "invocation", "parsing", "terminal", "output", "names-cache"],
  described: ["tree", "line", "invocation", "terminal", "reference"],
  extensions: ["tree", "described", "line", "invocation", "terminal", "reference"],
  commands: [
    ...["tree", "extensions", "described", "operation", "waiting", "values", "invocation"],
    ...["parsing", "terminal", "doctor", "names-cache", "reference", "output"],
  ],
  completing: [
    ...["commands", "tree", "extensions", "described", "line", "reference", "invocation", "names-cache"],
    ...["terminal", "output"],
  ],
  "dispatch.ts": ["described", "commands", "operation", "values", "line", "invocation", "parsing"],
  sites: [...["dispatch.ts", "values", "line", "invocation", "parsing", "terminal", "output"]],
  "run.ts": [
    ...[
      "sites",
      "invocation",
      "tree",
      "commands",
      "dispatch.ts",
      "completing",
      "extensions",
      "described",
      "line",
      "terminal",
    ],
    "output",
  ],
};

describe("layering", () => {
  const inside = imports.filter(({ from, to }) => from.includes("/") && to.endsWith(".ts"));

  test("a part imports only the parts below it", () => {
    const breaches = inside.filter((each) => {
      const [part, target] = [partOf(each.from), partOf(each.to)];
      if (part === target) return false;
      if (target === "sandbox") return !startsSandbox(each);
      return partMayImport[part]?.includes(target) !== true;
    });
    expect(breaches.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test.each([
    ["client", clientMayImport],
    ["cli", cliMayImport],
  ])("a folder of %s imports only the folders below it", (part, mayImport) => {
    const folderOf = (path: string): string => partOf(path.slice(part.length + 1));
    const breaches = inside.filter(({ from, to }) => {
      if (!from.startsWith(`${part}/`) || !to.startsWith(`${part}/`)) return false;
      const [folder, target] = [folderOf(from), folderOf(to)];
      return folder !== target && mayImport[folder]?.includes(target) !== true;
    });
    expect(breaches.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test("nobody imports the command line but the process edge", () => {
    const breaches = imports.filter(({ from, to }) => partOf(to) === "cli" && partOf(from) !== "cli");
    expect([...new Set(breaches.map(({ from }) => from))]).toEqual(["main.ts"]);
  });

  test("imports of any kind form no cycle, type imports included", () => {
    const edges = new Map<string, string[]>();
    for (const each of imports) {
      if (each.to.endsWith(".ts")) edges.set(each.from, [...(edges.get(each.from) ?? []), each.to]);
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

  test("packages imported lazily are ES modules: the bundle has only the default export of others", () => {
    const packages = imports.flatMap(({ to, isLazy }) => (isLazy && /^[a-z][^:/.]*$/.test(to) ? to : []));
    expect([...new Set(packages)].sort()).toEqual(["bson", "chalk", "conf", "ora"]);
  });

  test("only the process edge reaches for the process, the clock and randomness", () => {
    const reaching = /\bprocess\.(?!versions)\w|\bDate\.now\(|\bMath\.random\(/;
    const breaches = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        file.endsWith(".ts") &&
        !["main.ts", "core/clock.ts", "client/library/index.ts"].includes(file) &&
        // It removes the signal handlers that conf's atomic writer installs on loading.
        file !== "client/profiles/writer.ts" &&
        reaching.test(readFileSync(join(source, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")),
    );
    expect(breaches).toEqual([]);
  });

  // The context's outputs escape control characters for a terminal.
  test.each([
    [
      "only the process edge writes past the outputs of the context",
      /\bconsole\.|\bwriteSync\([12]\b|\/dev\/tty/,
      /^main\.ts$/,
    ],
    ["only the files of the terminal write what moves its cursor", /\bforDrawing\(/, /^cli\/terminal\//],
    [
      "only what draws has sequences for a terminal",
      /\\u001b\[/,
      /^(?:cli\/terminal\/|cli\/output\/escape\.ts|cli\/waiting\/progress|cli\/commands\/top\/top\.ts)/,
    ],
    [
      "JSON is escaped where it is written",
      /\b(?:write\w*|text)\([^;]*JSON\.stringify/,
      /^cli\/output\/escape\.ts$/,
    ],
  ])("%s", (_, pattern, allowed) => {
    const breaches = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        /^(?:cli|main)\b.*\.ts$/.test(file) &&
        !allowed.test(file) &&
        pattern.test(readFileSync(join(source, file), "utf8")),
    );
    expect(breaches).toEqual([]);
  });

  test.each([
    ["the version", ["main.ts"]],
    [
      "one ordinary command",
      [
        ...["cli/run.ts", "cli/operation/execute.ts", "catalogue/groups/machines.ts"],
        ...["cli/invocation/connection.ts", "cli/output/print.ts"],
      ],
    ],
  ])("%s loads no heavy package", (_, entries) => {
    const heavy = [
      ...["conf", "ora", "yaml", "string-width", "bson", "@jmespath-community/jmespath", "undici"],
      "ipaddr.js",
    ];
    const loaded = loadedBy(entries);
    expect(loaded.filter((name) => heavy.includes(name))).toEqual([]);
    expect(loaded.filter((name) => name.startsWith("sandbox/"))).toEqual([]);
  });
});

// Parser, help and completion load the list of commands at every start.
test("a built-in command imports types and light data, and what is heavy when it runs", () => {
  const light =
    /^(?:catalogue|core)\/|^cli\/commands\/[\w-]+\.ts$|^cli\/commands\/[\w-]+\/options\.ts$|^cli\/doctor\/check\.ts$|^cli\/invocation\/invocation\.ts$|^cli\/operation\/shapes\.ts$|^cli\/output\/(?:escape|sink)\.ts$|^node:(?:buffer|util)$/;
  expect(loadedBy(["cli/commands/index.ts"]).filter((name) => !light.test(name))).toEqual([]);
});

/**
 * The folders that each folder of the sandbox may import, including type imports; folders in `model` by their
 * path.
 */
const sandboxMayImport: Readonly<Record<string, readonly string[]>> = {
  values: [],
  simulation: ["values"],
  state: ["simulation", "values"],
  "model/settings": ["state", "values"],
  "model/images.ts": ["model/settings", "state", "values"],
  "model/networks": ["state", "values"],
  "model/storage": ["model/settings", "state", "values"],
  "model/nodes": ["model/storage", "model/networks", "model/images.ts", "model/settings", "state", "values"],
  serialize: ["model", "state", "values"],
  wire: ["state", "simulation", "values"],
  groups: ["wire", "serialize", "model", "state", "values"],
  seed: ["wire", "model", "state", "values"],
  copy: ["wire", "serialize", "model", "state", "values"],
  persistence: ["state"],
  "worlds.ts": ["persistence", "model", "state", "simulation"],
  "sandbox.ts": ["worlds.ts", "copy", "seed", "groups", "wire", "serialize", "persistence", "state"],
};

describe("rooms of the sandbox", () => {
  const inside = imports
    .filter(({ from, to }) => from.startsWith("sandbox/") && to.startsWith("sandbox/"))
    .map(({ from, to }) => ({ from: from.slice("sandbox/".length), to: to.slice("sandbox/".length) }));
  const sandboxRoomOf = (path: string): string =>
    path.split("/").length === 1 ? path : (/^model\/[\w.]+/.exec(path)?.[0] ?? partOf(path));

  test("each imports only those below it", () => {
    const breaches = inside.filter(({ from, to }) => {
      const [room, target] = [sandboxRoomOf(from), sandboxRoomOf(to)];
      const allowed = sandboxMayImport[room] ?? [];
      return room !== target && !allowed.some((each) => target === each || target.startsWith(`${each}/`));
    });
    expect(breaches.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test("everything stands in a room", () => {
    const rooms = new Set(inside.flatMap(({ from, to }) => [sandboxRoomOf(from), sandboxRoomOf(to)]));
    expect([...rooms].sort()).toEqual(Object.keys(sandboxMayImport).sort());
  });

  test("only the wire and what puts it together knows HTTP", () => {
    const knowing = imports.filter(({ from, to }) => from.startsWith("sandbox/") && to === "node:http");
    expect([...new Set(knowing.map(({ from }) => partOf(from.slice("sandbox/".length))))]).toEqual(["wire"]);
  });
});

test("every folder of unit tests is named after the folder of src that it tests", () => {
  const folders = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(import.meta.dirname, join(entry.parentPath, entry.name)));
  expect(folders.filter((folder) => !existsSync(join(source, folder)))).toEqual([]);
});

test.each(Object.keys(partMayImport))("the page of %s lists what other parts import of it", (part) => {
  const page = readFileSync(join(source, part, "README.md"), "utf8");
  const [, section = ""] = page.split("## Modules for other parts");
  const listedFiles = [...section.matchAll(/`([^`]+\.ts)`/g)].map(([, path]) => `${part}/${path}`);
  const imported = imports.filter(({ from, to }) => partOf(to) === part && partOf(from) !== part);
  expect(listedFiles.sort()).toEqual([...new Set(imported.map(({ to }) => to))].sort());
});
