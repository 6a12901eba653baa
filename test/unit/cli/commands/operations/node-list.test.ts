import { beforeAll, describe, expect, test, vi } from "vitest";
import { sandboxOfFile } from "../../../../sandboxes.ts";
import { runSvc, startSvc } from "../../../../svc-run.ts";
import { folderOfFile } from "../../../../temporary-folder.ts";

type Machine = Readonly<Record<string, unknown>>;

const terminal = { isTTY: true, columns: 100 };
const folder = folderOfFile();
let machines: readonly Machine[];

const svc = (line: string, terminal = {}) =>
  runSvc(
    line.split(" ").map((word) => word.replace(/^'(.*)'$/, "$1")),
    {
      env: {
        ...{ SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator, TERM: "dumb" },
        ...{ SVC_CONFIG_DIR: folder, XDG_CACHE_HOME: folder },
      },
      terminal,
    },
  );

const sandbox = await sandboxOfFile({ instant: true, machines: 24 });
beforeAll(async () => {
  machines = JSON.parse((await svc("machines list -o json")).stdout);
  for (const [index, name] of ["cam-01", "cam-02", "scale-01"].entries())
    await svc(`devices create --hostname ${name} --mac-addresses 52:54:00:dd:aa:0${index}`);
});

const hostnames = (text: string): readonly unknown[] =>
  JSON.parse(text).map((machine: { readonly hostname: string }) => machine.hostname);

const namesOf = (expected: (machine: Machine) => boolean) =>
  machines.filter(expected).map(({ hostname }) => hostname);

const allNames = () => namesOf(() => true);

const isTagged = (machine: Machine, tag: string): boolean =>
  (machine["tag_names"] as readonly string[]).includes(tag);

const isNamed =
  (pattern: RegExp) =>
  ({ hostname }: Machine): boolean =>
    pattern.test(String(hostname));

describe("machines list shows the machines", () => {
  test.each<[string, (machine: Machine) => boolean]>([
    ["--owner bob", ({ owner }) => owner === "bob"],
    ["--owner bob,admin", ({ owner }) => owner === "bob" || owner === "admin"],
    ["--owner bob --owner admin", ({ owner }) => owner === "bob" || owner === "admin"],
    ["--owner nobody", () => false],
    ["--mine", ({ owner }) => owner === "admin"],
    ["--tags ssd", (machine) => isTagged(machine, "ssd")],
    ["--power on", ({ power_state }) => power_state === "on"],
    ["--power ON,error", ({ power_state }) => power_state === "on" || power_state === "error"],
    ["--os jammy", ({ distro_series }) => distro_series === "jammy"],
    [
      "--os Ubuntu/Jammy,nosuch",
      ({ osystem, distro_series }) => `${osystem}/${distro_series}` === "ubuntu/jammy",
    ],
    [
      "--status deployed --owner bob",
      ({ owner, status_name }) => owner === "bob" && status_name === "Deployed",
    ],
    ["'web-*'", isNamed(/^web-/)],
    ["'WEB-?1'", isNamed(/^web-.1$/)],
    ["'*.svc' --status ready", ({ status_name }) => status_name === "Ready"],
    ["--hostname '*-01'", isNamed(/-01$/)],
    ["web-01 'db-*'", isNamed(/^(web-01$|db-)/)],
    ["web-[01-02]", isNamed(/^web-0[12]$/)],
    ["web-[01-02]*", isNamed(/^web-0[12]/)],
    ["web-01", isNamed(/^web-01$/)],
  ])("%s", async (options, expected) => {
    const result = await svc(`machines list ${options} -o json`);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(hostnames(result.stdout)).toEqual(namesOf(expected));
    const names = (await svc(`machines ls ${options} -o name`)).stdout.split("\n").slice(0, -1);
    expect(names).toHaveLength(hostnames(result.stdout).length);
  });

  test("as the service sent them, in every format", async () => {
    const [first] = JSON.parse((await svc("machines list -o json")).stdout);
    expect(JSON.parse((await svc("machines list --limit 1 -o json")).stdout)).toEqual([first]);
    expect((await svc("machines list --limit 2 --query [].hostname -o json")).stdout).toBe(
      `${JSON.stringify(allNames().slice(0, 2))}\n`,
    );
    for (const form of ["ndjson", "csv --no-header", "tsv --no-header", "name", "table --no-header"])
      expect((await svc(`machines list --limit 3 -o ${form}`)).stdout.trim().split("\n")).toHaveLength(3);
    expect((await svc("machines list --owner nobody -o json")).stdout).toBe("[]\n");
  });
});

describe("--limit", () => {
  test.each([
    [1, 1],
    [23, 23],
    [24, 24],
    [25, 24],
  ])("%i shows %i of 24", async (limit, count) => {
    const { stdout } = await svc(`machines list --limit ${limit} -o json`);
    expect(hostnames(stdout)).toEqual(allNames().slice(0, count));
  });

  test("takes the first rows of --sort", async () => {
    const names = allNames().map(String).sort();
    const { stdout } = await svc("machines list --sort -NAME --limit 2 --columns hostname --no-header");
    expect(stdout.trim().split("\n")).toEqual(names.slice(-2).reverse());
    const line = "machines list --sort zone,-cpus,name --columns hostname --no-header";
    const several = await svc(`${line} --limit 4`);
    const all = await svc(line);
    expect(several.stdout.split("\n").slice(0, 4)).toEqual(all.stdout.split("\n").slice(0, 4));
  });

  test("reports on a terminal, but not in a pipe, that there are more", async () => {
    for (const line of ["machines list --limit 2", "machines list --limit 2 --sort NAME"]) {
      expect((await svc(line, terminal)).stderr).toContain("showing 2; there are more machines");
      expect((await svc(line)).stderr).toBe("");
    }
    expect((await svc("machines list --limit 24", terminal)).stderr).not.toContain("more");
  });
});

test("an empty list is reported on a terminal instead of a header", async () => {
  const line = "machines list --owner nobody";
  const onTerminal = await svc(line, terminal);
  expect([onTerminal.stdout, onTerminal.stderr]).toEqual(["", "no machines match --owner nobody\n"]);
  const inPipe = await svc(line);
  expect([inPipe.stdout.slice(0, 6), inPipe.stderr]).toEqual(["NAME  ", ""]);
});

test.each([
  ["--limit 0", "--limit takes a number of at least 1"],
  ["--limit x", "--limit takes a number"],
  ["--power up", "--power takes on, off, unknown, error, not 'up'"],
  ["--mine --owner bob", "--owner has no effect with --mine"],
  ["--mine --curl", "--mine cannot be combined with --curl"],
  ["web-[1", "is not a range"],
])("machines list %s is refused before anything is sent", async (options, message) => {
  const before = sandbox.requests(1000).length;
  const result = await svc(`machines list ${options}`);
  expect(result).toMatchObject({ code: 2, stdout: "" });
  expect(result.stderr).toContain(message);
  expect(sandbox.requests(1000).length).toBe(before);
});

test("--curl shows the filters that are sent to the service", async () => {
  const { stdout } = await svc("machines list --owner bob --tags ssd --power on --os jammy 'web-*' --curl");
  expect(stdout).toContain("/machines/?owner=bob&tags=ssd&power_state=on'");
});

describe.each(["devices", "nodes"])("%s list accepts the same options", (group) => {
  let rows: readonly Machine[];
  beforeAll(async () => {
    rows = JSON.parse((await svc(`${group} list -o json`)).stdout);
  });

  test.each<[string, (row: Machine) => boolean]>([
    ["'cam-*'", isNamed(/^cam-/)],
    ["'CAM-?1' scale-01", isNamed(/^(cam-.1|scale-01)$/)],
    ["cam-[01-02]", isNamed(/^cam-0[12]$/)],
    ["--mine", ({ owner }) => owner === "admin"],
    ["--owner bob", ({ owner }) => owner === "bob"],
    ["--tags ssd", (row) => isTagged(row, "ssd")],
  ])("%s", async (options, expected) => {
    const result = await svc(`${group} list ${options} -o json`);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(hostnames(result.stdout)).toEqual(rows.filter(expected).map(({ hostname }) => hostname));
  });

  test("--limit and --sort", async () => {
    expect(JSON.parse((await svc(`${group} ls --limit 2 -o json`)).stdout)).toEqual(rows.slice(0, 2));
    const sorted = rows.map(({ fqdn }) => String(fqdn)).sort();
    const result = await svc(`${group} ls --limit 2 --sort NAME --columns NAME --no-header`);
    expect(result.stdout).toBe(`${sorted.slice(0, 2).join("\n")}\n`);
    const onTerminal = await svc(`${group} ls --limit 2`, terminal);
    expect(onTerminal.stderr).toContain(`showing 2; there are more ${group}`);
  });
});

describe("--watch", () => {
  test.each([
    [80, / {2}every 5s, press Ctrl-C to stop$/],
    [45, /Z {2}every 5s$/],
    [30, /^\S+Z$/],
    [20, /^\d\d:\d\d:\d\dZ$/],
    [8, /^$/],
  ])("shows as much of its head as fits into %i columns", async (columns, head) => {
    const running = startSvc(["devices", "list", "-w", "--poll-interval", "5s"], {
      env: { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator, TERM: "xterm" },
      terminal: { isTTY: true, columns, rows: 20 },
    });
    await vi.waitUntil(() => running.shown().includes("\n"), { timeout: 60_000, interval: 5 });
    running.signal("SIGINT");
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(
      stdout
        .split("\n")[0]
        ?.replace(/^\S*\r/, "")
        .replace(/\u001b\[\S*?[A-Za-z]/g, ""),
    ).toMatch(head);
  });

  test.each(["devices", "nodes"])("%s list prints changes", async (group) => {
    const running = startSvc(
      [group, "ls", "cam-*", "-w", "--poll-interval", "1s", "--columns", "hostname,description"],
      { env: { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator } },
    );
    const shows = (line: RegExp) =>
      vi.waitFor(() => expect(running.shown()).toMatch(line), { timeout: 60_000, interval: 10 });
    await shows(/^cam-02 /m);
    await svc("devices update cam-01 --description moved");
    await shows(/^cam-01 +moved$/m);
    running.signal("SIGINT");
    expect(await running.ended).toMatchObject({ code: 130 });
  });
});

test("nodes that are not machines have no power, and devices have no system", async () => {
  const result = JSON.parse((await svc("nodes list --power on --os jammy -o json")).stdout);
  expect(result.length).toBeGreaterThan(0);
  for (const node of result) expect(node).toMatchObject({ power_state: "on", distro_series: "jammy" });
  for (const option of ["power", "os"])
    expect(await svc(`devices list --${option} on`)).toMatchObject({ code: 2, stdout: "" });
});

describe("patterns and ranges in fields name nodes", () => {
  const sentForm = () => sandbox.requests(5).findLast(({ method }) => method !== "GET")?.form;
  const idsOf = (...patterns: readonly RegExp[]) =>
    patterns.flatMap((pattern) => machines.filter(isNamed(pattern))).map(({ system_id }) => system_id);
  const disks = "--no-interfaces --storage --yes";

  test.each<[string, string, ...RegExp[]]>([
    [`machines clone --source app-01 --destinations 'web-*' ${disks}`, "destinations", /^web-/],
    [
      `machines clone --source app-01 --destinations web-[01-02],db-* ${disks}`,
      ...(["destinations", /^web-0[12]$/, /^db-/] as const),
    ],
    ["machines set-zone --nodes 'web-*' --zone north", "nodes", /^web-/],
    ["nodes set-zone 'web-0?' --zone north", "nodes", /^web-0.$/],
    ["tags update-nodes virtual --add 'db-*' --remove 'web-*'", "add", /^db-/],
    ["tags update-nodes virtual --add 'db-*' --remove 'web-*'", "remove", /^web-/],
  ])("%s: %s", async (line, field, ...patterns) => {
    if (line.startsWith("tags")) await svc("describe --quiet");
    await svc(line);
    expect(sentForm()?.[field]).toEqual(idsOf(...patterns));
  });

  test("filters of other lists accept them too", async () => {
    const result = await svc("installation-results list --system-id 'web-*' -o json");
    expect(sandbox.requests(1)[0]?.query["system_id"]).toEqual(idsOf(/^web-/));
    expect(result.code).toBe(0);
  });

  test.each([
    [
      `machines clone --source 'web-*' --destinations db-01 ${disks}`,
      2,
      "takes one machine, not the pattern",
    ],
    ["devices update printer-01 --parent 'web-*'", 2, "--parent takes one node, not the pattern 'web-*'"],
    [`machines clone --source app-01 --destinations 'nosuch-*' ${disks}`, 3, "no machine matches 'nosuch-*'"],
    [`machines clone --source app-01 --destinations web-[2-1] ${disks}`, 2, "runs backwards"],
  ])("%s ends with %i", async (line, code, message) => {
    const changes = () => sandbox.requests(1000).filter(({ method }) => method !== "GET").length;
    const before = changes();
    const result = await svc(line);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toContain(message);
    expect(changes()).toBe(before);
  });
});

describe("patterns that name machines", () => {
  const rows = (text: string) => JSON.parse(text) as readonly { readonly hostname: string }[];

  test.each([
    ["machines get 'web-*' -o json", /^web-/],
    ["machines get --where 'hostname=web-*' -o json", /^web-/],
    ["machines lock 'app-*' -o json", /^app-/],
    ["machines unlock --where 'hostname=app-*' -o json", /^app-/],
    ["machines describe 'app-*' -o json", /^app-/],
    ["machines wait 'app-*' --for deployed --progress none -o json", /^app-/],
    ["nodes describe 'gpu-01*' -o json", /^gpu-01/],
  ])("%s", async (line, form) => {
    const result = await svc(line);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(rows(result.stdout).map(({ hostname }) => hostname)).toEqual(namesOf(isNamed(form)));
  });

  test("with names select each machine once", async () => {
    const result = await svc("machines get web-02 'web-0?' web-[01-02] -o json");
    const names = rows(result.stdout).map(({ hostname }) => hostname);
    expect(names.sort()).toEqual(namesOf(isNamed(/^web-0.$/)).sort());
  });

  test("write rows even if they match a single machine", async () => {
    expect(rows((await svc("machines get 'gpu-01*' -o json")).stdout)).toHaveLength(1);
  });

  test("are refused by commands for one machine", async () => {
    const result = await svc("machines why 'old-*'");
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain("hint: svc machines issues --where 'hostname=old-*'");
  });

  test("without a match are a failure, and nothing is sent", async () => {
    const result = await svc("machines power-on web-01 'nosuch-*' 'none?'");
    expect(result).toMatchObject({ code: 3, stdout: "" });
    expect(result.stderr).toContain("no machine matches 'nosuch-*', 'none?'");
    expect(sandbox.requests(1000).some(({ method }) => method === "POST" && result.code === 0)).toBe(false);
  });

  test("are taken literally on standard input", async () => {
    const result = await runSvc(["machines", "get", "-"], {
      env: { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.keys.administrator },
      input: "web-*\n",
    });
    expect(result).toMatchObject({ code: 3, stdout: "" });
  });

  test("also select machines for svc machines issues", async () => {
    const issues = rows((await svc("machines issues --where 'hostname=old-*' -o json")).stdout);
    expect(issues.length).toBeGreaterThan(0);
    for (const { hostname } of issues) expect(hostname).toMatch(/^old-/);
  });
});

test("requested columns show the hardware and the address of the BMC", async () => {
  const columns = "NAME,VENDOR,MODEL,SERIAL,BIOS,BMC";
  const { code, stdout, stderr } = await svc(`machines list web-01 --columns ${columns} -o tsv`);
  expect([code, stderr]).toEqual([0, ""]);
  const [head, row = "", ...others] = stdout.trimEnd().split("\n");
  expect(head).toBe(columns.replaceAll(",", "\t"));
  expect(others).toEqual([]);
  const cells = row.split("\t");
  expect(cells).toHaveLength(6);
  expect(cells[0]).toBe("web-01.svc");
  const { hardware_info: hardware } = machines.find(({ hostname }) => hostname === "web-01") ?? {};
  expect(hardware).toMatchObject({ system_product: cells[2], system_serial: cells[3] });
  for (const cell of cells) expect(cell).not.toMatch(/^-?$/);
  expect((await svc("machines list web-01 -o tsv")).stdout).not.toContain("SERIAL");
});
