import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { group as devices } from "../../../../src/catalogue/groups/devices.ts";
import { group as machines } from "../../../../src/catalogue/groups/machines.ts";
import type { OperationEntry } from "../../../../src/catalogue/index.ts";
import type { Values } from "../../../../src/client/http/call.ts";
import { csvRows, separatorOf } from "../../../../src/desired/document/csv.ts";
import { readRows } from "../../../../src/desired/document/rows.ts";
import { folderOfFile } from "../../../temporary-folder.ts";
import { createRandom } from "../../random.ts";
import { rejection } from "../../rejection.ts";

const folder = folderOfFile();

const machine: OperationEntry = {
  id: "machines.create",
  group: machines,
  operation: machines.operations["machines.create"],
};
const device: OperationEntry = {
  id: "devices.create",
  group: devices,
  operation: devices.operations["devices.create"],
};

interface Given {
  /** `-` is standard input. */
  readonly name?: string;
  readonly entry?: OperationEntry;
  readonly common?: Values;
  readonly isChecked?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const secrets: string[] = [];

async function read(text: string | Buffer, given: Given = {}) {
  const { name = "rack.csv", entry = machine, common = {}, isChecked = true, env = {} } = given;
  if (name !== "-") writeFileSync(join(folder, name), text);
  return await readRows(name === "-" ? name : join(folder, name), entry, {
    env,
    common,
    isChecked,
    readStandardInput: async () => Buffer.from(text),
    conceal: (secret) => secrets.push(secret),
  });
}

const valuesOf = async (text: string | Buffer, options?: Given) =>
  (await read(text, options)).map(({ values }) => values);

async function problemsOf(text: string | Buffer, options?: Given): Promise<readonly string[]> {
  const failure = await rejection(() => read(text, options));
  expect(failure.kind).toBe("usage");
  return [failure.message, ...(failure.details.lines ?? [])].map((line) => line.replaceAll(`${folder}/`, ""));
}

const header = "hostname,mac_addresses,architecture";
const [one, other] = ["52:54:00:aa:bb:01", "52:54:00:aa:bb:02"];
const web = { hostname: "web", mac_addresses: [one], architecture: "amd64/generic" };

describe("a row of cells", () => {
  test.each<[string, string]>([
    ["commas", `${header}\nweb,${one},amd64/generic\n`],
    ["semicolons", `hostname;mac_addresses;architecture\nweb;${one};amd64/generic`],
    ["tabs", `hostname\tmac_addresses\tarchitecture\nweb\t${one}\tamd64/generic\n`],
    ["a byte order mark and carriage returns", `\uFEFF${header}\r\nweb,${one},amd64/generic\r\n`],
    [
      "comments and empty lines",
      `# rack, "7"\n\n  \n${header}\n,,\n#web,x\n  # y\nweb,${one},amd64/generic\n\n`,
    ],
    ["quotes and blanks", `"hostname", mac_addresses ,architecture\n "web" , ${one},"amd64/generic"  `],
    ["other spellings of columns", `Hostname,MAC-Addresses,ARCHITECTURE\nweb,${one},amd64/generic\n`],
    ["another spelling of the address", `${header}\nweb,5254.00AA.BB01,amd64/generic\n`],
  ])("is understood with %s", async (_, text) => {
    expect(await valuesOf(text)).toEqual([web]);
  });

  test.each([`,"${one} ${other}"`, `"${one},${other}",`, `,"${one}\n${other}\n"`, `${one},${other}`])(
    "holds several addresses as %j",
    async (cells) => {
      const common = { architecture: "amd64" };
      expect((await read(`mac_addresses,mac-addresses\n${cells}`, { common }))[0]?.macs).toEqual([
        one,
        other,
      ]);
    },
  );

  test("has power parameters, switches, and no value for an empty cell", async () => {
    const text = `${header},description,commission,power_parameters.power_address,power_parameters_power_pass,power_parameters.k_g
web,${one},amd64/generic,,no,10.0.0.1,"a,""b""
c",`;
    expect(await valuesOf(text)).toEqual([
      { ...web, commission: false, power_parameters: { power_address: "10.0.0.1", power_pass: 'a,"b"\nc' } },
    ]);
    expect(secrets).toContain('a,"b"\nc');
  });

  test("takes values that a row leaves out from the line", async () => {
    const common = { architecture: "arm64", power_parameters: { power_user: "root", power_pass: "x" } };
    const text = `mac_addresses,architecture,power_parameters.power_pass\n${one},,\n${other},amd64,y\n`;
    expect(await valuesOf(text, { common })).toEqual([
      { ...common, mac_addresses: [one] },
      {
        mac_addresses: [other],
        architecture: "amd64",
        power_parameters: { power_user: "root", power_pass: "y" },
      },
    ]);
  });

  test("of devices has the fields of devices", async () => {
    expect(await valuesOf(`mac_addresses,parent\n${one},web-01\n`, { entry: device })).toEqual([
      { mac_addresses: [one], parent: "web-01" },
    ]);
  });
});

describe("a document", () => {
  const item = `{hostname: web, mac_addresses: ["${one}"], architecture: amd64/generic}`;
  test.each<[string, string, string]>([
    ["a list in YAML", "rack.yaml", `# rack 7\n- ${item}\n`],
    ["a site file", "rack.yml", `machines:\n  - ${item}\n`],
    ["one machine", "rack.yaml", item],
    ["several documents", "rack.yaml", `---\n---\n- ${item}\n`],
    ["JSON", "rack.json", JSON.stringify([web])],
    ["JSON of another name", "rack.txt", JSON.stringify({ machines: [web] })],
    ["YAML on standard input", "-", `\n# rack 7\n- ${item}`],
    ["JSON on standard input", "-", JSON.stringify([web])],
    ["cells on standard input", "-", `${header}\nweb,${one},amd64/generic`],
  ])("is understood as %s", async (_, name, text) => {
    expect(await valuesOf(text, { name })).toEqual([web]);
  });

  test("contains power parameters as a mapping or by name, and variables", async () => {
    const text = `- architecture: amd64\n  mac_addresses: ${one}\n  power_parameters: {power_address: 10.0.0.1}\n  power_parameters.power_pass: !env PASS\n`;
    expect(await valuesOf(text, { name: "rack.yaml", env: { PASS: "hunter2" } })).toEqual([
      {
        architecture: "amd64",
        mac_addresses: [one],
        power_parameters: { power_address: "10.0.0.1", power_pass: "hunter2" },
      },
    ]);
  });
});

describe("reports", () => {
  const row = (...cells: readonly string[]) => `${header},commission\n${cells.join(",")}\n`;
  test.each<[string, string, readonly string[], Given?]>([
    [
      "an unknown column once, with the nearest name",
      "hostnam,mac_addresses\na,b\n,\nc,d\n",
      [
        "rack.csv:1:1: unknown field 'hostnam' of machines create; did you mean hostname?",
        "rack.csv:2:1: mac_addresses takes MAC addresses such as 52:54:00:aa:bb:01, not the given value",
        "rack.csv:4:1: mac_addresses takes MAC addresses such as 52:54:00:aa:bb:01, not the given value",
      ],
    ],
    [
      "a column of another command",
      `${header},zone\n`,
      ["rack.csv:1:37: create does not take 'zone': svc machines update sets it afterwards"],
    ],
    [
      "columns without a name, without a parameter, and twice",
      `${header},,power_parameters,hostname\n`,
      [
        "rack.csv:1:37: a column has no name",
        "rack.csv:1:38: power_parameters takes one column for each name, such as power_parameters.power_address",
        "rack.csv:1:55: column hostname is repeated here, first at rack.csv:1:1",
      ],
    ],
    [
      "what is missing",
      row("web", "", "", "x"),
      [
        "rack.csv:2:1: architecture is required",
        "rack.csv:2:1: mac_addresses is required",
        "rack.csv:2:7: commission takes true or false, not 'x'",
      ],
    ],
    [
      "an address that is none",
      row("web", "52:54:00:aa:bb:zz", "amd64", ""),
      ["rack.csv:2:1: mac_addresses takes MAC addresses such as 52:54:00:aa:bb:01, not '52:54:00:aa:bb:zz'"],
    ],
    [
      "no text that may be a secret",
      row("web", "hunter2", "amd64", ""),
      ["rack.csv:2:1: mac_addresses takes MAC addresses such as 52:54:00:aa:bb:01, not the given value"],
    ],
    [
      "what is there twice",
      `${header}\nweb,${one},amd64\nWEB.,"${other} 52-54-00-AA-BB-01",amd64\n`,
      [
        "rack.csv:3:1: hostname 'web' is repeated here, first at rack.csv:2:1",
        "rack.csv:3:1: MAC address 52:54:00:aa:bb:01 is repeated here, first at rack.csv:2:1",
      ],
    ],
    [
      "rows of another length, below a cell of several lines",
      `${header}\n"a\nb",${one},amd64\nc\nd,e,f,g`,
      [
        "rack.csv:4:1: the row has 1 cell, but there are 3 columns",
        "rack.csv:5:1: the row has 4 cells, but there are 3 columns",
      ],
    ],
    [
      "a quote without an end",
      `${header}\nweb,"${one},amd64\nx,y,z\n`,
      ["rack.csv:2:5: a quoted cell is not closed"],
    ],
    [
      "text after a quote",
      `${header}\n"web"x,${one},amd64\n`,
      ['rack.csv:2:1: text follows the closing quote of a cell; inside a cell, write a quote as ""'],
    ],
    [
      "a control character",
      `${header}\nw\0b,,\n`,
      ["rack.csv:2:2: contains the control character U+0000; in double quotes it is written \\x00"],
    ],
    [
      "lines that end with a carriage return alone",
      `${header}\rweb,${one},amd64`,
      ["rack.csv:1:36: a line ends with a carriage return alone, not a line feed"],
    ],
    [
      "an unknown member, and nothing that may be a consequence",
      `- {hostnames: a, mac_addresses: ${one}}`,
      ["rack.yaml:1:4: unknown field 'hostnames' of machines create; did you mean hostname?"],
      { name: "rack.yaml" },
    ],
    [
      "what is no machine",
      "- web\n- [a]\n- 7\n",
      [
        "rack.yaml:1:3: machines takes a list of mappings with fields, not text",
        "rack.yaml:2:3: machines takes a list of mappings with fields, not a list",
        "rack.yaml:3:3: machines takes a list of mappings with fields, not a number",
      ],
      { name: "rack.yaml" },
    ],
    [
      "a variable without a value",
      `- {architecture: a, mac_addresses: ${one}, hostname: !env NAME}`,
      ["rack.yaml:1:55: hostname: the variable NAME is not set"],
      { name: "rack.yaml" },
    ],
    [
      "another spelling of one field",
      `- {architecture: a, Architecture: b, mac_addresses: ${one}}`,
      ["rack.yaml:1:21: architecture is repeated here, first at rack.yaml:1:18"],
      { name: "rack.yaml" },
    ],
  ])("%s", async (_, text, problems, options = {}) => {
    expect(await problemsOf(text, options)).toEqual(problems);
  });

  test("bytes that are not text, a missing file and a folder", async () => {
    expect(await problemsOf(Buffer.from([0x61, 0xff]))).toEqual(["rack.csv:1:2: is not text in UTF-8"]);
    expect(await problemsOf(Buffer.from("\uFEFFa,b", "utf16le"))).toEqual([
      "rack.csv: is UTF-16 or UTF-32; save it as UTF-8",
    ]);
    const reading = { env: {}, common: {}, isChecked: true, readStandardInput: async () => Buffer.alloc(0) };
    const conceal = () => undefined;
    for (const [path, message] of [
      ["nope.csv", "no such file"],
      ["", "is a folder"],
    ] as const) {
      const at = join(folder, path);
      const failure = await rejection(() => readRows(at, machine, { ...reading, conceal }));
      expect([failure.message, ...(failure.details.lines ?? [])].join(" ")).toContain(message);
    }
  });

  test("reports nothing about values that are not checked", async () => {
    expect(await valuesOf("mac_addresses\nx\n", { isChecked: false })).toEqual([{ mac_addresses: ["x"] }]);
  });
});

describe("cells", () => {
  const cellsOf = (text: string) =>
    [...csvRows(text, separatorOf(text))].map((row) =>
      "fault" in row ? row.fault : row.cells.map((cell) => cell.text),
    );

  test("that were quoted are read unchanged", () => {
    const random = createRandom(7);
    const pieces = ["a", '"', ",", "\n", " ", "#", ";", "é", "\t"];
    const text = () => Array.from({ length: random.below(6) }, () => random.pick(pieces)).join("");
    for (let count = 0; count < 300; count += 1) {
      const rows = Array.from({ length: 1 + random.below(3) }, () => ["x", text(), text()]);
      const written = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
      expect(cellsOf(`"x","y","z"\n${written.join("\n")}`).slice(1)).toEqual(rows);
    }
  });

  test("have the right lines and columns after any text", () => {
    const text = '"a\n\n""b""\n", c\n# x\n\n d,"e"\n';
    expect([...csvRows(text, ",")]).toEqual([
      {
        cells: [
          { text: 'a\n\n"b"\n', line: 1, column: 1 },
          { text: "c", line: 4, column: 4 },
        ],
      },
      {
        cells: [
          { text: "d", line: 7, column: 2 },
          { text: "e", line: 7, column: 4 },
        ],
      },
    ]);
  });
});
