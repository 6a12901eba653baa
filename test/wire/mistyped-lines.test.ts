import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { findUser } from "../../src/sandbox/state/world.ts";
import { sandboxOfFile } from "../sandboxes.ts";
import { runSvc } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";

const folder = folderOfFile();
const image = join(folder, "image.tgz");
writeFileSync(image, "x");

/** Splits a line at spaces, except inside quotes. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

const key = "aaaaaaaaaaaaaaaaaa:bbbbbbbbbbbbbbbbbb:cccccccccccccccccccccccccccccccc";

type Row = readonly [line: string, code: number | readonly number[], message: string];

const rows: readonly Row[] = [
  // Words of other tools, and misspelled words.
  ["machines deploy app-01 --series jammy", 2, "did you mean --distro-series?"],
  ["machines deploy web-01 --os jammy", 2, "did you mean --distro-series?"],
  ["machines deploy web-01 --distro_seris jammy", 2, "did you mean --distro-series?"],
  ["machines deploy web-01 distro_series=jammy", 2, "fields are options: --distro-series VALUE"],
  ["machines power on app-01", 2, "did you mean 'svc machines power-on app-01'?"],
  ["machines reboot web-01", 2, "did you mean 'svc machines power-cycle web-01'?"],
  ["reboot web-01", 2, "did you mean 'svc machines power-cycle web-01'?"],
  ["power-cycle web-01", 2, "did you mean 'svc machines power-cycle web-01'?"],
  ["destroy web-01", 2, "'svc machines release web-01' gives a machine back"],
  ["update", 2, "svc itself is updated with npm"],
  ["init", 2, "did you mean 'svc login'?"],
  ["boot-images", 2, "did you mean 'svc boot-resources list'?"],
  ["plugin list", 2, "programs named svc-NAME on PATH, become commands"],
  ["admin machines read", 2, "give the profile as an option: svc -p admin machines list"],
  ["CLI admin machines read", 2, "give the profile as an option: svc -p admin machines list"],
  ["admin machine read abc123", 2, "svc -p admin machines get abc123"],
  ["admin machine deploy abc123 distro_series=jammy", 2, "machines deploy abc123 --distro-series VALUE"],
  ["apply -f site.yaml", 2, "files are given without an option: svc apply FILE"],
  ["machines create -f x.csv", 2, "did you mean --from?"],
  ["why web-01", 2, "did you mean 'svc machines why web-01'?"],
  ["issues", 2, "did you mean 'svc machines issues'?"],
  ["logs web-01", 2, "did you mean 'svc machines logs web-01'?"],
  ["machines list --not-foo x", 2, "'svc machines list --help' lists the options"],
  ["machines update web-01 --tags ssd", 2, "svc tags update-nodes TAG --add MACHINE"],
  ["tag add web-01 ssd", 2, "did you mean 'svc tags update-nodes TAG --add MACHINE'?"],
  [
    "http://rack:5240/SVC/api/2.0/machines/",
    2,
    "svc login NAME http://rack:5240/SVC; then: svc api GET machines/",
  ],
  ["http://rack:5240/SVC/r/machines", 2, "svc login NAME http://rack:5240/SVC"],
  ["machines get http://rack:5240/SVC/r/machine/abc123/summary", 3, "did you mean abc123?"],
  [`login lab http://rack:5240/SVC ${key}`, 2, "enter the new one at the prompt"],
  ["machins list", 2, "did you mean 'svc machines list'?"],
  ["machines dploy web-01", 2, "did you mean 'svc machines deploy web-01'?"],
  ["machines rename web-01 web-99", 2, "did you mean 'svc machines update web-01 --hostname web-99'?"],
  ["machines move web-01 build", 2, "did you mean 'svc machines update web-01 --pool build'?"],
  ["machines power web-01 on", 2, "did you mean 'svc machines power-on web-01'?"],
  ["zones rename north far", 2, "did you mean 'svc zones update north --new-name far'?"],
  ["use lab", 2, "did you mean 'svc profiles use lab'?"],
  ["sandbox kill", 2, "did you mean 'svc sandbox stop'?"],
  ["sandbox start -p 8080", 2, "--port 8080"],
  ["claims delete web", 2, "did you mean 'svc claims release web'?"],
  ["machines list -wide", 2, "did you mean --output wide?"],
  ["machines deploy web-01 -f", 2, "-o FORMAT chooses the format"],
  ["machines deploy web-01 --no-wait", 2, "leave this option out"],
  ["machines release web-01 --wipe", 2, "did you mean --erase?"],
  ["machines allocate --count 2", 2, "describe a claim in a file"],
  ["machines wait web-01 --until deployed", 2, "did you mean --for?"],
  ["apply --dry-run x.yaml", 2, "svc plan FILE shows what would change"],
  ["api GET machines/ --data x", 2, "fields are -f NAME=VALUE"],
  // Arguments that should be options.
  ["machines allocate web-01", 2, "did you mean --name web-01?"],
  ["machines allocate --tags ssd gpu", 2, "several values: --tags ssd,gpu"],
  ["machines list --tags ssd gpu", 0, "'gpu' is read as a host name; for several values: --tags ssd,gpu"],
  ["tags create name=x", 2, "fields are options: --name VALUE"],
  ["tags create fast", 2, "did you mean --name fast?"],
  ["tags update-nodes ssd add=web-01", 2, "fields are options: --add VALUE"],
  ["config set a=1", 2, "svc config set a 1"],
  ["config set a=1 b=2", 2, "svc config set a 1"],
  ["machines accept web-01", 2, "did you mean --machines web-01?"],
  ["machines accept -", 2, "did you mean --machines -?"],
  ["machines accept-all -", 2, "only commands for several machines, devices or nodes read names from -"],
  ["zones create -", 2, "svc apply - creates what standard input describes"],
  ["zones delete -", 2, "xargs -n 1 svc zones delete --yes"],
  ["partitions get web-01 sda -", 2, "xargs -n 1 svc partitions get web-01 sda"],
  ["subnets create 10.9.0.0/24", 2, "did you mean --cidr 10.9.0.0/24?"],
  ["users create bob", 2, "did you mean --username bob?"],
  ["block-devices get web-01 sdz", 3, "these are the disks by id and name"],
  ["machines get web-01,web-02", 3, "names are separated by spaces"],
  ["machines set-workload-annotations web-01 role db", 2, "name and value are one word: NAME=VALUE"],
  ["vlans get 100", 2, "svc vlans list 100 lists what it has"],
  [`boot-resources upload ${image}`, 2, "--name and --architecture are required"],
  // Wrong values.
  ["machines list --columns nope", 2, "columns: NAME, STATUS"],
  ["machines list --sort nope", 2, "columns: NAME, STATUS"],
  ["export domain --url http://127.0.0.1:1/SVC", 2, "did you mean domains?"],
  ["machines wait web-01 --for failed", 2, "'svc machines issues' shows all machines that failed"],
  ["machines list --status failed", 7, "'svc machines issues' shows all machines that failed"],
  ["machines list --status readdy", 7, "did you mean ready?"],
  ["machines list --zone nrth", 7, "did you mean north? zones here: default, north, south"],
  ["machines deploy web-01 --distro-series jammi", 7, "did you mean jammy? releases here:"],
  ["machines allocate --mem 64XB", 2, "--mem takes MiB, or a size such as 64GB"],
  ["machines allocate --storage 100GB", 2, "such as root:100(ssd),data:500"],
  ["machines allocate --cpu-count 999", 6, "matches constraints: cpu_count=999 ("],
  ["machines allocate --zone nowhere", [6, 7], "zones here: default, north, south"],
  ["machines allocate --pool wbe", [6, 7], "did you mean web? pools here: default, build, web"],
  ["vlans update 1 100 --dhcp-on", 7, "DHCP needs --primary-rack RACK and a dynamic range"],
  ["subnets get prod", 3, "svc subnets list shows all subnets"],
  ["machines get 'web 01'", 3, "svc machines list shows those that you can see"],
  ["machines update web-01 --hostname 'web 02'", 7, "hostname: "],
  [
    `boot-resources upload ${image} --name custom/x --architecture amd64/generic --filetype ddtgz --base-image jammy`,
    7,
    "--base-image takes an image such as ubuntu/jammy",
  ],
  // Wrong machine statuses.
  ["machines deploy app-01", 6, "release it first: svc machines release app-01"],
  ["machines deploy power-01", 6, "commission it first: svc machines commission power-01"],
  ["machines commission app-01", [6, 7], "release it first: svc machines release app-01"],
  ["machines power-on web-01", 6, "allocate or deploy it first"],
];

describe.each(answerStyles)("at a service that answers as %s", async (answers) => {
  const sandbox = await sandboxOfFile({ answers });
  const svc = (line: string, apiKey = sandbox.keys.administrator) =>
    runSvc(wordsOf(line), {
      env: {
        SVC_URL: sandbox.url,
        SVC_API_KEY: apiKey,
        SVC_CONFIG_DIR: join(folder, answers),
        XDG_CACHE_HOME: join(folder, answers),
      },
    });

  beforeAll(async () => {
    await svc("describe");
  });

  test.each(rows)("svc %s", async (line, code, message) => {
    const result = await svc(line);
    expect([code].flat(), result.stderr).toContain(result.code);
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toMatch(/=value sends it anyway|\[\(|cccccc/);
  });

  test("rescue mode is suggested to be left before a deployment, and never to be entered", async () => {
    expect((await svc("machines exit-rescue-mode web-02")).stderr).not.toContain("hint:");
    await svc("machines rescue-mode web-02");
    sandbox.advance(600_000);
    const { stderr } = await svc("machines deploy web-02");
    expect(stderr).toContain("hint: do this first: svc machines exit-rescue-mode web-02");
    await svc("machines exit-rescue-mode web-02");
    sandbox.advance(600_000);
  });

  test("a machine of another user is reported with its owner", async () => {
    const token = findUser(sandbox.world, "bob")?.tokens[0];
    const bob = `${token?.consumerKey}:${token?.key}:${token?.secret}`;
    const deleted = await svc("machines delete app-02 --yes", bob);
    expect([deleted.code, deleted.stderr]).toEqual([
      5,
      expect.stringContaining("app-02 belongs to bob: only administrators may do this"),
    ]);
    const [id = ""] = (await svc("machines list app-01 -o name")).stdout.split("\n");
    expect((await svc(`machines lock ${id}`, bob)).stderr).toContain(
      "you cannot see this machine: it belongs to another user",
    );
  });

  test("memory filters accept units", async () => {
    const namesWithMemory = async (mem: string) => (await svc(`machines list --mem ${mem} -o name`)).stdout;
    expect(await namesWithMemory("64GB")).toBe(await namesWithMemory("65536"));
    expect(await namesWithMemory("0.25TiB")).toBe(await namesWithMemory("262144"));
    expect((await svc("machines allocate --mem 64G --dry-run -o name")).code).toBe(0);
  });
});
