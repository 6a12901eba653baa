import { expect, test } from "vitest";
import { Document, type Pair, type Scalar, visit, type YAMLMap } from "yaml";
import { isFlag, isRepeatable } from "../../../../src/catalogue/commands/command-spec.ts";
import type { Field } from "../../../../src/catalogue/operation.ts";
import { isNeverEmpty, type LoadedKind, topLevelKinds } from "../../../../src/desired/kinds.ts";
import { folderOfFile } from "../../../temporary-folder.ts";
import { createRandom, type SeededRandom, seedsOfRun } from "../../random.ts";
import { kinds, type PlainItem, plainItems, problemsOf, readIn } from "./reading.ts";

const folder = folderOfFile();

type Given = string | number | boolean | null | readonly Given[] | { readonly [name: string]: Given };

const words = [
  ...["alpha", "beta two", "yes", "0123", "~", "x: y", "# z", "two\nlines\n", "é", "'", '"', "- a", "22.10"],
  ...["true"],
];
const ssh = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE0k1Xq5m1c3cU0m8wq2a1b0Yf3xS5nR7dV9pL2kJ4h";

/** A random value as written in a document, and as parsed. */
function randomValue(
  field: Field,
  random: SeededRandom,
  unique: string,
): readonly [given: Given, read: unknown] {
  if (field.type === "map") {
    const members = Array.from(
      { length: 1 + random.below(3) },
      (_, index) => [`k${index}`, random.pick(words)] as const,
    );
    return [Object.fromEntries(members), new Map(members)];
  }
  if (isFlag(field.type)) {
    const flag = random.below(2) === 0;
    return [
      random.pick<Given>(flag ? [true, "true", "yes", "On", 1, "1"] : [false, "false", "no", "OFF", 0, "0"]),
      String(flag),
    ];
  }
  if (field.type === "integer") {
    const number = (field.min ?? 0) + random.below(Math.min(field.max ?? 4000, 4000));
    return random.pick<readonly [Given, unknown]>([
      [number, String(number)],
      [String(number), String(number)],
    ]);
  }
  if (field.unit === "bytes")
    return random.pick<readonly [Given, unknown]>([
      ["5G", "5G"],
      ["64 GiB", "68719476736"],
      [1_000_000, "1000000"],
    ]);
  const text = field.choices === undefined ? `${random.pick(words)}${unique}` : random.pick(field.choices);
  if (field.pattern !== undefined) {
    const form = new RegExp(`^(?:${field.pattern})$`);
    const fitting = [`${ssh}${unique}`, "2.5"].find((sample) => form.test(sample)) ?? "";
    return [fitting, fitting];
  }
  if (field.separator !== undefined || isRepeatable(field)) {
    const list = Array.from({ length: random.below(4) }, (_, index) => `v${index}`);
    return list.length === 1 && random.below(2) === 0 ? ["v0", list] : [list, list];
  }
  if (field.suggestions?.includes("true") === true)
    return random.pick<readonly [Given, unknown]>([
      [true, "true"],
      ["no", "false"],
    ]);
  return random.below(12) === 0 && unique === "" && field.choices === undefined ? [null, ""] : [text, text];
}

interface Made {
  readonly given: Given;
  readonly items: readonly PlainItem[];
}

let numbers = 0;

function randomItem(
  kind: LoadedKind,
  random: SeededRandom,
  parent?: Readonly<Record<string, unknown>>,
): Made {
  const input: Record<string, Given> = {};
  const read: Record<string, unknown> = {};
  numbers += 1;
  for (const state of kind.fields.values()) {
    const { name, definition, isKey } = state;
    if (!isKey && random.below(3) > 0) continue;
    // Rules between these fields have their own tests.
    if (["iprange", "node", "global_snippet", "definition", "password"].includes(name)) continue;
    if (
      ["type", "ip_address", "default_gateway", "id_path", "backing_partition", "cache_partition"].includes(
        name,
      )
    )
      continue;
    [input[name], read[name]] =
      isKey && definition.type === "integer"
        ? [numbers % 4000, String(numbers % 4000)]
        : randomValue(definition, random, isKey ? String(numbers) : "");
    if (read[name] === "" && isNeverEmpty(kind, state)) [input[name], read[name]] = ["x", "x"];
  }
  const mayCreate = kind.spec.createOnDemand === true && random.below(2) === 0;
  if (mayCreate) input["create"] = random.pick<Given>([true, "yes"]);
  const items: PlainItem[] = [
    {
      kind: kind.name,
      fields: read,
      ...(parent === undefined ? {} : { parent }),
      ...(mayCreate ? { mayCreate: true as const } : {}),
    },
  ];
  for (const [member, name] of Object.entries(kind.spec.children ?? {})) {
    const child = kinds.get(name);
    if (child === undefined || random.below(3) === 0) continue;
    const nestedItems = Array.from({ length: random.below(4) }, () => randomItem(child, random, read));
    input[member] = nestedItems.map((each) => each.given);
    items.push(...nestedItems.flatMap((each) => each.items));
  }
  return { given: input, items };
}

function randomSite(random: SeededRandom): Made {
  const input: Record<string, Given> = {};
  const items: PlainItem[] = [];
  for (const kind of topLevelKinds(kinds)) {
    if (random.below(3) > 0) continue;
    if (kind.spec.map !== undefined) {
      input[kind.name] = { ntp_servers: "ntp.example", default_dns_ttl: 30, metal_name: "x" };
      const members = [
        ["ntp_servers", "ntp.example"],
        ["default_dns_ttl", "30"],
        ["metal_name", "x"],
      ] as const;
      items.push(
        ...members.map(([name, value]): PlainItem => ({ kind: kind.name, fields: { name, value } })),
      );
      continue;
    }
    const randomItems = Array.from({ length: random.below(5) }, () => randomItem(kind, random));
    input[kind.name] = randomItems.map((each) => each.given);
    items.push(...randomItems.flatMap((each) => each.items));
  }
  return { given: input, items };
}

/** The same values in a random style of YAML or JSON. */
function randomText(input: Given, random: SeededRandom): string {
  if (random.below(4) === 0) return JSON.stringify(input, undefined, random.pick([0, 1, 2]));
  const document = new Document(input, {
    aliasDuplicateObjects: random.below(2) === 0,
    version: "1.2",
    compat: "yaml-1.1",
  });
  visit(document, {
    Map: (_, node) => {
      if (random.below(8) === 0) node.flow = true;
    },
    Seq: (_, node) => {
      if (random.below(4) === 0) node.flow = true;
    },
    Pair: (_, { key }: Pair) => {
      if (random.below(10) === 0) (key as Scalar).commentBefore = " a comment: with signs";
    },
  });
  const text = document.toString({
    lineWidth: random.pick([0, 40, 80]),
    indent: random.pick([2, 4]),
    indentSeq: random.below(2) === 0,
    singleQuote: random.pick([true, false, null]),
    defaultKeyType: random.pick([null, "QUOTE_DOUBLE", "QUOTE_SINGLE"] as const),
  });
  return random.below(4) === 0 ? `\uFEFF---\n${text}...\n` : text;
}

test.each(seedsOfRun(1))(
  "generated documents of all kinds say what they were made of, however they are written (seed %i)",
  { timeout: 120_000 },
  async (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 25; round++) {
      const { given: input, items } = randomSite(random);
      const text = randomText(input, random);
      expect(plainItems(await readIn(folder, { text })), text).toEqual(items);
    }
  },
);

const unknown = "zz9unknown";

test.each(seedsOfRun(1))(
  "an unknown key is found at its own place, wherever it stands (seed %i)",
  { timeout: 120_000 },
  async (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 20; round++) {
      const { given: input } = randomSite(random);
      const document = new Document(input, { aliasDuplicateObjects: false });
      const maps: YAMLMap[] = [];
      visit(document, {
        Map: (key, node, path) => {
          // These mappings accept any name as a key.
          const pair = path.at(-1) as Pair | undefined;
          const name = String((pair?.key as Scalar | undefined)?.value ?? "");
          if (key === "value" && ["config", "annotations", "power_parameters"].includes(name)) return;
          if (random.below(4) === 0) node.flow = true;
          maps.push(node);
        },
      });
      const map = random.pick(maps);
      map.add({ key: unknown, value: "x" });
      map.items.push(...map.items.splice(0, random.below(map.items.length)));
      const text = document.toString({ lineWidth: 0 });
      const offset = text.indexOf(unknown);
      const line = text.slice(0, offset).split("\n").length;
      const column = offset - text.lastIndexOf("\n", offset - 1);
      const problems = await problemsOf(folder, { text });
      expect(problems, text).toHaveLength(1);
      expect(problems[0], text).toMatch(
        new RegExp(`^site.yaml:${line}:${column}: unknown (?:field|kind) '${unknown}'`),
      );
    }
  },
);
