import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { answerStyles } from "../../src/catalogue/sandbox-settings.ts";
import { sandboxOfFile } from "../sandboxes.ts";
import { runSvc } from "../svc-run.ts";

describe.each(answerStyles)("svc at a sandbox that answers as %s", async (style) => {
  const sandbox = await sandboxOfFile({ instant: true, answers: style, segment: "LAB" });
  beforeEach(() => sandbox.reset());

  const svc = (line: string | readonly string[], input: string | Uint8Array = "") =>
    runSvc(typeof line === "string" ? line.split(" ") : line, {
      env: {
        SVC_URL: sandbox.url,
        SVC_API_KEY: sandbox.keys.administrator,
        SVC_CONFIG_DIR: join(tmpdir(), "svc-both-styles-without-profiles"),
      },
      input,
    });

  /** Runs a command line that must succeed and returns its standard output. */
  const stdoutOf = async (line: string | readonly string[], input: string | Uint8Array = "") => {
    const { code, stdout, stderr } = await svc(line, input);
    expect([line, code, code === 0 ? "" : stderr]).toEqual([line, 0, ""]);
    return stdout;
  };

  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  const json = async (line: string, input: string | Uint8Array = ""): Promise<any> =>
    JSON.parse(await stdoutOf(`${line} -o json`, input));

  test("a file is downloaded unchanged by name, by query and by key", async () => {
    const content = '{"content": "aGVsbG8="}';
    await stdoutOf("files create notes.txt -", content);
    const { anon_resource_uri: uri } = await json("files get notes.txt");
    expect(await stdoutOf("files get-by-query notes.txt")).toBe(content);
    expect(await stdoutOf(`files get-by-key ${/key=(.*)$/.exec(uri)?.[1]}`)).toBe(content);
    await stdoutOf("files delete notes.txt --yes");
    expect((await svc("files get notes.txt")).code).toBe(3);
  });

  test("tags partitions, formats them, caches disks and sets mount options", async () => {
    const machine = await json("machines get db-01");
    const { id, partitions } = machine.boot_disk;
    const partition = `${machine.system_id} ${id} ${partitions[0].id}`;
    expect((await json(`partitions add-tag ${partition} --tag fast`)).tags).toContain("fast");
    expect((await json(`partitions format ${partition} --set fstype=ext4 --yes`)).filesystem.fstype).toBe(
      "ext4",
    );
    const mounted = await json(
      "machines mount-special db-01 --fstype tmpfs --mount-point /run/x --mount-option size=1G",
    );
    expect(mounted.special_filesystems[0].mount_options).toBe("size=1G");
    const [bcache] = await json("bcaches list gpu-01");
    const updated = await json(`bcaches update gpu-01 ${bcache.id} --cache-mode WRITEAROUND`);
    expect(updated.cache_mode.toLowerCase()).toBe("writearound");
  });

  test("boot-sources create and update keep every byte of a keyring", async () => {
    const keyring = Buffer.from([0, 0x80, 0xff, 10]);
    const create = "boot-sources create --source-url http://images.example/two/ --keyring-data @-";
    const { id, keyring_data } = await json(create, keyring);
    expect(Buffer.from(keyring_data, "base64")).toEqual(keyring);
    const other = Buffer.from([1, 0xfe, 10]);
    const updated = await json(`boot-sources update ${id} --keyring-data @-`, other);
    expect(Buffer.from(updated.keyring_data, "base64")).toEqual(other);
  });

  test("filters take several values, and names instead of ids", async () => {
    const rows = await json("machines list --status Ready --status new");
    expect(new Set(rows.map((row: { status: number }) => row.status))).toEqual(new Set([4, 0]));
    const [fabric] = await json("fabrics list");
    expect((await json(`fabrics get ${fabric.name}`)).id).toBe(fabric.id);
    expect((await json(`vlans get ${fabric.name} untagged`)).vid).toBe(0);
    expect((await json("domains get example.com")).name).toBe("example.com");
  });

  test("a device keeps its parent on update and finds a new one by name", async () => {
    const macs = "--mac-addresses 02:00:00:00:07:01";
    const device = await json(`devices create --hostname cam-9 ${macs} --parent web-01`);
    expect((await json("devices update cam-9 --description hall")).description).toBe("hall");
    const { system_id } = await json("machines get web-02");
    await stdoutOf("devices update cam-9 --parent web-02");
    expect(sandbox.world.state.nodes.bySystemId[device.system_id]?.parent).toBe(system_id);
  });

  test("tokens are listed with the id that deletes them", async () => {
    await stdoutOf("tokens create --name spare");
    const before = (await stdoutOf("tokens list -o name")).trim().split("\n");
    const { token_key: _key, ...last } = (await json("tokens list")).at(-1);
    expect(last.name).toBe("spare");
    await stdoutOf("tokens delete - --yes", `${before.at(-1)}\n`);
    expect((await stdoutOf("tokens list -o name")).trim().split("\n")).toEqual(before.slice(0, -1));
  });

  test("configuration items have the names of that service", async () => {
    const name = style === "deployed" ? "lab_name" : "svc_name";
    await stdoutOf(["config", "set", name, "--value", "lab one"]);
    expect((await stdoutOf(`config get ${name}`)).trim()).toBe("lab one");
    expect(await stdoutOf("config list --columns NAME --no-header")).toContain(name);
    expect((await stdoutOf("config get upstream_dns -o json")).trim()).toBe(
      style === "deployed" ? "null" : '""',
    );
  });

  test("handles a forwarding domain, a used address, an unknown discovery and removed networks", async () => {
    const servers = "--forward-dns-servers 10.0.0.1 --forward-dns-servers 10.0.0.2";
    const domain = await json(`domains create --name fwd.example --authoritative false ${servers}`);
    const { forward_dns_servers } = await json(`domains get ${domain.id}`);
    expect([forward_dns_servers].flat().join(" ")).toBe("10.0.0.1 10.0.0.2");
    const { ip } = await json("ipaddresses reserve --subnet 10.20.0.0/24");
    expect((await svc(`ipaddresses reserve --ip ${ip}`)).code).toBe(style === "deployed" ? 6 : 7);
    const absent = Buffer.from("10.0.0.1,02:00:00:00:00:00").toString("base64");
    expect((await svc(`discovery get ${absent}`)).code).toBe(3);
    expect((await svc("networks create")).code).toBe(style === "deployed" ? 3 : 0);
  });

  test("a machine passes through its life cycle, and svc explains why it is broken", async () => {
    const { hostname } = await json("machines allocate --name web-02");
    expect(hostname).toBe("web-02");
    await stdoutOf(["machines", "set-owner-data", "web-02", "role=web"]);
    expect((await json("machines get web-02")).owner_data).toEqual({ role: "web" });
    expect((await json("machines deploy web-02 --wait")).status_name).toBe("Deployed");
    await stdoutOf("machines test web-02 --wait --yes");
    await stdoutOf("machines power-off web-02 --wait --yes");
    expect((await json("machines power-on web-02 --wait")).power_state).toBe("on");
    await stdoutOf("machines set-zone web-02 south");
    expect((await json("machines get web-02")).zone.name).toBe("south");
    await stdoutOf(["machines", "mark-broken", "web-02", "--comment", "PSU dead", "--yes"]);
    expect(await stdoutOf("machines why web-02")).toContain("PSU dead");
    expect(await stdoutOf("machines issues")).toContain("PSU dead");
    const { code, stderr } = await svc("machines mark-broken build-01 --yes");
    expect(code).toBe(style === "deployed" ? 5 : 0);
    if (style === "deployed") expect(stderr).toContain("only its owner may");
    await stdoutOf("machines delete web-02 --yes");
    expect((await svc("machines get web-02")).code).toBe(3);
  });

  test("events are followed and queried page by page", async () => {
    await stdoutOf("machines commission web-01 web-02 db-01 --yes --wait");
    const events = await json("events query --limit 30");
    expect((events.events ?? events).length).toBeGreaterThan(20);
    expect(JSON.stringify(await json("version"))).toContain("2.0");
    expect((await stdoutOf("machines is-registered --mac-address 02:00:00:00:99:99")).trim()).toBe("false");
  });
});
