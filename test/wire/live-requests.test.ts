import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOfFile } from "../temporary-folder.ts";
import { json, type LiveOptions, liveService, partsIn, svcAt } from "./live-service.ts";
import { liveMachines } from "./live-site.ts";

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));

const folder = folderOfFile();
writeFileSync(join(folder, "keyring.gpg"), everyByte);

const names = (stdout: string): readonly string[] => stdout.split("\n").filter((line) => line !== "");

describe("requests to live services", () => {
  const open = async (options: LiveOptions = {}) => {
    const live = await liveService(options);
    const { nodes, settings, images } = live.world.state;
    const fileOf = (name: string) => settings.files.find(({ filename }) => filename === name)?.content;
    const keyringOf = (id: number) => Buffer.from(images.sources.rows[id]?.keyringData ?? "", "base64");
    return { live, svc: svcAt(live), nodes: nodes.bySystemId, fileOf, keyringOf };
  };

  describe("a keyring", () => {
    test.each([
      ["create --source-url http://images.example/new/", 2],
      ["update 1", 1],
    ])("is sent as a file: boot-sources %s", async (command, id) => {
      const { svc, keyringOf } = await open();
      const result = await svc([
        "boot-sources",
        ...command.split(" "),
        "--keyring-data",
        `@${folder}/keyring.gpg`,
      ]);
      expect(result).toMatchObject({ code: 0 });
      expect(keyringOf(id)).toEqual(everyByte);
    });

    test("is read from base64 and from standard input", async () => {
      const { svc, keyringOf } = await open();
      await svc(["boot-sources", "update", "1", "--keyring-data-base64", everyByte.toString("base64")]);
      expect(keyringOf(1)).toEqual(everyByte);
      await svc(["boot-sources", "update", "1", "--keyring-data", "@-"], Buffer.from("\u0000ÿ"));
      expect(keyringOf(1)).toEqual(Buffer.from("\u0000ÿ"));
    });

    test("in invalid base64 is refused before any request", async () => {
      const { live, svc } = await open();
      const result = await svc(["boot-sources", "update", "1", "--keyring-data-base64", "a$b"]);
      expect(result.code).toBe(2);
      expect(live.requests).toEqual([]);
    });
  });

  test.each(["WRITEBACK", "writeback", "WriteThrough", "WRITEAROUND"])(
    "cache mode %s is sent in lower case",
    async (mode) => {
      const { live, svc, nodes } = await open();
      const create = ["create", "aaa111", "--backing-device", "3"];
      for (const [index, words] of [["update", "aaa111", "1"], create].entries()) {
        expect(await svc(["bcaches", ...words, "--cache-mode", mode])).toMatchObject({ code: 0 });
        expect(partsIn(live.bodies.at(-1) ?? "")).toContainEqual(["cache_mode", mode.toLowerCase()]);
        expect(nodes["aaa111"]?.storage.bcaches[index]?.cacheMode).toBe(mode.toUpperCase());
      }
    },
  );

  test("mount options are sent under the name that services read", async () => {
    const { svc, nodes } = await open();
    const line = ["machines", "mount-special", "aaa111", "--fstype", "tmpfs", "--mount-point"];
    expect(await svc([...line, "/mnt", "--mount-option", "noexec"])).toMatchObject({ code: 0 });
    expect(await svc([...line, "/tmp"])).toMatchObject({ code: 0 });
    const options = nodes["aaa111"]?.specialFilesystems.map(({ mountOptions }) => mountOptions);
    expect(options).toEqual(["noexec", ""]);
  });

  test("names are accepted where the documents have ids of subnets and VLANs", async () => {
    const created = () => json({ id: 1, vid: 0 });
    const routes = { "POST ipranges/": created, "PUT fabrics/fabric-0/vlans/untagged/": created };
    const { live, svc } = await open({ routes });
    const range = ["ipranges", "create", "--start-ip", "10.0.0.5", "--end-ip", "10.0.0.9"];
    const lines = [
      [...range, "--type", "reserved", "--subnet", "10.0.0.0/24"],
      ["vlans", "update", "fabric-0", "untagged", "--relay-vlan", "storage"],
    ];
    for (const line of lines) expect(await svc(line)).toMatchObject({ code: 0, stderr: "" });
    const values = live.bodies.flatMap((body) => partsIn(body).map(([, value]) => value));
    expect(values).toEqual(expect.arrayContaining(["10.0.0.0/24", "storage"]));
  });

  test("a machine named by its system_id is looked up once", async () => {
    const { live, svc } = await open({
      routes: { "POST machines/ allocate": () => json({ system_id: "aaa111" }) },
    });
    expect(await svc(["machines", "allocate", "--system-id", "aaa111"])).toMatchObject({ code: 0 });
    expect(live.requests).toHaveLength(2);
  });

  describe("filters with several values", () => {
    const severalOf = [
      ..."status zone pool domain fabrics not_fabrics vlans not_vlans subnets not_subnets".split(" "),
      ..."pod not_pod pod_type not_pod_type link_speed agent_name".split(" "),
    ];

    test.each(["machines", "devices", "nodes"])("repeat the field: %s list", async (group) => {
      const { live, svc } = await open({ routes: { [`GET ${group}/`]: () => json([]) } });
      for (const name of severalOf) {
        const flag = `--${name.replaceAll("_", "-")}`;
        const [one, other] = name === "status" ? ["ready", "broken"] : ["1", "22"];
        const result = await svc([group, "list", flag, one, flag, other, "-o", "json"]);
        expect({ name, code: result.code, stderr: result.stderr }).toEqual({ name, code: 0, stderr: "" });
        expect(live.requests.at(-1)).toBe(`GET /${group}/?${name}=${one}&${name}=${other}`);
      }
    });

    test.each(["pool", "zone", "name", "system_id", "pod", "pod_type", "not_pod", "not_pod_type"])(
      "repeat the field: machines allocate, %s",
      async (name) => {
        const { live, svc } = await open({
          routes: { "POST machines/ allocate": () => json({ system_id: "aaa111" }) },
        });
        const flag = `--${name.replaceAll("_", "-")}`;
        const [one, other] = name === "system_id" ? ["aaa111", "bbb222"] : ["north", "south"];
        const result = await svc(["machines", "allocate", flag, one, flag, other]);
        expect(result).toMatchObject({ code: 0 });
        const parts = partsIn(live.bodies.at(-1) ?? "").filter(([field]) => field === name);
        expect(parts.map(([, value]) => value)).toEqual([one, other]);
      },
    );

    test("match any of the values", async () => {
      const { svc } = await open();
      const result = await svc([
        ...["machines", "list", "--zone", "north,south", "--status", "ready", "-o", "name"],
      ]);
      expect(names(result.stdout)).toEqual(["aaa111"]);
      const both = await svc([
        ...["machines", "list", "--status", "ready", "--status", "allocated", "-o", "name"],
      ]);
      expect(names(both.stdout)).toEqual(["aaa111", "bbb222"]);
    });
  });

  test.each([
    ["Failed testing", "eee555"],
    ["failed-testing", "eee555"],
    ["FAILED_TESTING", "eee555"],
    ["failed test", "eee555"],
    ["22", "eee555"],
    ["Ready", "aaa111"],
    ["4", "aaa111"],
  ])("status %j is sent as the filter's name for it", async (status, systemId) => {
    const { svc } = await open();
    for (const group of ["machines", "nodes"]) {
      const result = await svc([group, "list", "--status", status, "-o", "name"]);
      expect(result).toMatchObject({ code: 0, stderr: "" });
      expect(names(result.stdout)).toEqual([systemId]);
    }
  });

  test.each([
    ["owner=amy", ["web-02"]],
    ["owner=bob,not_tags=old", ["db-01", "old-01"]],
    ["owner=amy,owner=bob,zone=north", ["db-01", "old-01"]],
    ["power-state=off,pool=data", ["db-01"]],
    ["status=Failed testing", ["test-01"]],
    ["status=22,status=ready", ["web-01", "test-01"]],
  ])("--where accepts the filters of the service: %s", async (where, hosts) => {
    const { svc } = await open();
    const result = await svc(["machines", "power-off", "--where", where, "--dry-run", "-o", "json"]);
    expect(result.stderr).not.toContain("hint:");
    const planned = JSON.parse(result.stdout) as readonly { nodes: readonly string[] }[];
    expect(planned.flatMap(({ nodes }) => nodes.map((node) => node.split(" ")[0]))).toEqual(hosts);
  });

  test("--where checks undocumented filters itself because services may ignore them", async () => {
    const { live, svc } = await open({
      routes: { "GET machines/": () => json(liveMachines) },
    });
    const result = await svc(["machines", "power-off", "--where", "owner=amy", "--yes"]);
    expect(result).toMatchObject({ code: 0 });
    const changes = live.requests.filter((line) => !line.startsWith("GET "));
    expect(changes).toEqual([expect.stringMatching(/^POST \/machines\/bbb222\/.*power_off/)]);
  });

  test.each(["machines list", "nodes list"])("--set sends any filter: %s", async (line) => {
    const { live, svc } = await open();
    const words = [...line.split(" "), "--set", "owner=amy", "--set", "tags=ssd", "-o", "name"];
    expect(await svc(words)).toMatchObject({ code: 0, stdout: "bbb222\n" });
    expect(live.requests.at(-1)).toContain("?owner=amy&tags=ssd");
    const unknown = await svc([...line.split(" "), "--set", "ownr=amy"]);
    expect(unknown).toMatchObject({ code: 7 });
    expect(unknown.stderr).toContain("ownr: No such constraint.");
  });

  test.each([
    ["files create a.txt FILE", "a.txt"],
    ["files create --file FILE b.txt", "b.txt"],
    ["files create FILE --filename c.txt", "c.txt"],
  ])("arguments replace required options: %s", async (line, name) => {
    const { svc, fileOf } = await open();
    const words = line.replace("FILE", `${folder}/keyring.gpg`).split(" ");
    expect(await svc(words)).toMatchObject({ code: 0 });
    expect(fileOf(name)).toBe(everyByte.toString("base64"));
  });

  test.each([
    "machines set-zone web-01 db-01 east",
    "machines set-zone --zone east web-01 db-01",
    "machines set-zone --nodes web-01,db-01 east",
    "machines set-zone --nodes web-01 --nodes db-01 --zone east",
  ])("arguments replace options: %s", async (line) => {
    const { live, svc, nodes } = await open();
    expect(await svc(line.split(" "))).toMatchObject({ code: 0 });
    const east = live.world.state.places.zones.find(({ name }) => name === "east");
    const moved = Object.values(nodes).filter(({ zoneId }) => zoneId === east?.id);
    expect(moved.map(({ hostname }) => hostname)).toEqual(["web-01", "db-01"]);
  });

  test.each([
    "sshkeys import lp:amy gh:amy",
    "machines set-zone web-01",
    "files create a.txt",
    "files create --filename a.txt --file x y",
    "config set ntp_servers a --value b",
  ])("missing and surplus arguments are refused: %s", async (line) => {
    const { live, svc } = await open();
    expect(await svc(line.split(" "))).toMatchObject({ code: 2 });
    expect(live.requests).toEqual([]);
  });

  test("svc api suggests a missing trailing slash", async () => {
    const { svc } = await open();
    const result = await svc(["api", "GET", "machines"]);
    expect(result).toMatchObject({ code: 3 });
    expect(result.stderr).toContain("hint: most paths end in a slash: svc api GET machines/\n");
    expect((await svc(["api", "GET", "machines?op=x"])).stderr).toContain("svc api GET 'machines/?op=x'");
    expect((await svc(["api", "GET", "nowhere/"])).stderr).not.toContain("end in a slash");
  });

  test("an unknown status is sent unchanged", async () => {
    const { live, svc } = await open();
    expect(await svc(["machines", "list", "--status", "Half Baked"])).toMatchObject({ code: 7 });
    expect(live.requests).toEqual(["GET /machines/?status=Half%20Baked"]);
  });

  test.each([
    ["fabrics get fabric-0", "GET /fabrics/fabric-0/"],
    ["fabrics update fabric-0 --name x", "PUT /fabrics/fabric-0/"],
    ["fabrics delete fabric-0 --yes", "DELETE /fabrics/fabric-0/"],
    ["vlans list fabric-0", "GET /fabrics/fabric-0/vlans/"],
    ["vlans get fabric-0 untagged", "GET /fabrics/fabric-0/vlans/untagged/"],
    ["vlans update 1 untagged --mtu 1500", "PUT /fabrics/1/vlans/untagged/"],
    ["vlans delete 1 mgmt --yes", "DELETE /fabrics/1/vlans/mgmt/"],
    ["domains get lab", "GET /domains/lab/"],
    ["domains update lab --name lab", "PUT /domains/lab/"],
  ])("a name is accepted instead of an id: %s", async (line, request) => {
    const { live, svc } = await open();
    expect(await svc(line.split(" "))).toMatchObject({ code: 0 });
    expect(live.requests).toEqual([request]);
  });

  test("a name is sent as one path segment, whatever it contains", async () => {
    const { live, svc } = await open();
    expect(await svc(["fabrics", "get", "10.0.0.0/24 é?#"])).toMatchObject({ code: 3 });
    expect(live.requests).toEqual(["GET /fabrics/10.0.0.0%2F24%20%C3%A9%3F%23/"]);
  });
});

describe("the content of files, at services that accept only ?op=", () => {
  const service = (options: LiveOptions = {}) => liveService({ ...options, addressing: "query" });
  const serviceWith = (bytes: Buffer) =>
    service({
      prepare: ({ state }) =>
        void state.settings.files.push({
          ...{ owner: "amy", filename: "note", key: "note", content: bytes.toString("base64") },
        }),
    });
  const contents: readonly (readonly [string, Buffer])[] = [
    ["every byte", everyByte],
    ["nothing", Buffer.alloc(0)],
    ["what looks like the documents' answer", Buffer.from('{"content": "aGVsbG8="}')],
    ["JSON cut off", Buffer.from('{"content": "aGVs')],
    ["a web page", Buffer.from("<!DOCTYPE html><html><body>Sign in</body></html>")],
    ["base64", Buffer.from("aGVsbG8=\n")],
    ["a byte order mark", Buffer.from([0xef, 0xbb, 0xbf, 0x61])],
  ];
  const ways = [
    ["get-by-query", "note"],
    ["get-by-key", "note"],
    ["get", "note"],
    ["get", "note", "--by-query"],
    ["get", "--by-key", "note"],
  ];

  describe.each(contents)("%s", (_, bytes) => {
    test.each(ways)("is printed unchanged: files %s %s %s", async (...words) => {
      const live = await serviceWith(bytes);
      const svc = svcAt(live, "query");
      const result = await svc(["files", ...words]);
      expect({ code: result.code, bytes: result.bytes }).toEqual({ code: 0, bytes });
      const json = await svc(["files", ...words, "-o", "json", "--query", "{content: content}"]);
      expect(json.code).toBe(0);
      expect(JSON.parse(json.stdout)).toEqual({ content: bytes.toString("base64") });
    });
  });

  test.each(ways)("is saved unchanged: files %s %s %s", async (...words) => {
    const live = await serviceWith(everyByte);
    const to = join(folder, words.join(""));
    const result = await svcAt(live, "query")(["files", ...words, "--to", to]);
    expect(result).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(to)).toEqual(everyByte);
  });

  test("is decoded from JSON if the answer's content type is JSON", async () => {
    const live = await service({
      routes: {
        "GET files/ get": () => ({
          status: 200,
          type: "application/json",
          body: JSON.stringify({ filename: "note", content: everyByte.toString("base64") }),
        }),
      },
    });
    const svc = svcAt(live, "query");
    expect((await svc(["files", "get-by-query", "note"])).bytes).toEqual(everyByte);
    expect((await svc(["files", "get", "note", "--by-query"])).bytes).toEqual(everyByte);
  });

  test("is uploaded unchanged, whatever the answer", async () => {
    const live = await service();
    const svc = svcAt(live, "query");
    const result = await svc(["files", "create", "--filename", "a/b", "--file", `${folder}/keyring.gpg`]);
    expect(result).toMatchObject({ code: 0, stdout: "FILENAME  a/b\n" });
    const { files } = live.world.state.settings;
    expect(files).toMatchObject([{ filename: "a/b", content: everyByte.toString("base64") }]);
    expect(await svc(["files", "delete-by-query", "a/b", "--yes"])).toMatchObject({ code: 0 });
    expect(files).toEqual([]);
  });
});
