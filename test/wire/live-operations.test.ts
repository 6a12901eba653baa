import { describe, expect, test } from "vitest";
import { json, type LiveOptions, liveService, svcAt, text } from "./live-service.ts";

describe("operations at live services that accept only ?op=", () => {
  const open = async (options: LiveOptions = {}) => {
    const live = await liveService({ ...options, addressing: "query" });
    const nodeOf = (systemId: string) => live.world.state.nodes.bySystemId[systemId];
    const domainOf = (id: number) => live.world.state.networks.domains.rows[id];
    return { live, svc: svcAt(live, "query"), nodeOf, domainOf };
  };

  describe("devices update", () => {
    test("resolves the name of a parent", async () => {
      const { svc, nodeOf } = await open();
      expect(await svc(["devices", "update", "camera-01", "--parent", "web-02"])).toMatchObject({ code: 0 });
      expect(nodeOf("ggg777")?.parent).toBe("bbb222");
      const both = ["devices", "update", "printer-01", "camera-01", "--parent", "db-01"];
      expect(await svc(both)).toMatchObject({ code: 0 });
      for (const id of ["fff666", "ggg777"]) expect(nodeOf(id)?.parent).toBe("ccc333");
    });

    test("refuses an unknown parent and sends no change", async () => {
      const { live, svc } = await open();
      expect(await svc(["devices", "update", "camera-01", "--parent", "no-such-node"])).toMatchObject({
        code: 3,
      });
      expect(live.requests.filter((line) => line.startsWith("PUT"))).toEqual([]);
    });

    test("sends the current parent if the service refuses the update without it", async () => {
      const { live, svc, nodeOf } = await open();
      const result = await svc(["devices", "update", "fff666", "--description", "hall"]);
      expect(result).toMatchObject({ code: 0, stderr: "" });
      expect(nodeOf("fff666")).toMatchObject({ description: "hall", parent: "aaa111" });
      expect(live.requests).toEqual(["PUT /devices/fff666/", "GET /devices/fff666/", "PUT /devices/fff666/"]);
    });

    test("needs no second request for a device without a parent", async () => {
      const { live, svc } = await open();
      expect(await svc(["devices", "update", "ggg777", "--description", "gate"])).toMatchObject({ code: 0 });
      expect(live.requests).toEqual(["PUT /devices/ggg777/"]);
    });

    test("reports any other refusal, and one with an explicit parent, without a second request", async () => {
      const refused = { status: 400, body: JSON.stringify({ parent: ["No."], zone: ["No."] }) };
      const { live, svc } = await open({ routes: { "PUT devices/*/": () => refused } });
      expect(await svc(["devices", "update", "fff666", "--zone", "x"])).toMatchObject({ code: 7 });
      expect(live.requests).toEqual(["PUT /devices/fff666/"]);
      const withParent = await open({
        routes: { "PUT devices/*/": () => json({ parent: ["No."] }, 400) },
      });
      const result = await withParent.svc(["devices", "update", "fff666", "--parent", "", "--no-check"]);
      expect(result.code).toBe(7);
      expect(withParent.live.requests).toEqual(["PUT /devices/fff666/"]);
    });
  });

  describe("a forwarding domain", () => {
    const servers = ["--forward-dns-servers", "10.0.0.1", "--forward-dns-servers", "10.0.0.2"];
    const create = ["domains", "create", "--name", "fwd", "--authoritative", "false", ...servers];

    test("is created, and its servers are set by a second request", async () => {
      const { svc, domainOf } = await open();
      const result = await svc([...create, "-o", "json"]);
      expect(result).toMatchObject({ code: 0, stderr: "" });
      const forwardServers = ["10.0.0.1", "10.0.0.2"];
      const domain = { id: 1, name: "fwd", authoritative: false };
      expect(JSON.parse(result.stdout)).toMatchObject({ ...domain, forward_dns_servers: forwardServers });
      expect(domainOf(1)).toMatchObject({ ...domain, forwardServers });
    });

    test("is changed in the same way", async () => {
      const { svc, domainOf } = await open();
      const line = ["domains", "update", "0", "--name", "lab", "--authoritative", "False", ...servers];
      expect(await svc(line)).toMatchObject({ code: 0 });
      const forwardServers = ["10.0.0.1", "10.0.0.2"];
      expect(domainOf(0)).toMatchObject({ authoritative: false, forwardServers });
    });

    test("is shown as two requests in the preview and with -v", async () => {
      const { live, svc } = await open();
      const curl = await svc([...create, "--curl"]);
      expect(curl.stdout.match(/^curl|\bcurl --globoff/gm)).toHaveLength(2);
      const planned = await svc([...create, "--dry-run", "-o", "json"]);
      const requests = JSON.parse(planned.stdout) as readonly { method: string; fields: readonly string[] }[];
      expect(requests.map(({ method }) => method)).toEqual(["POST", "PUT"]);
      expect(requests[1]?.fields).toContain("forward_dns_servers=10.0.0.1 10.0.0.2");
      expect(live.requests).toEqual([]);
      expect((await svc([...create, "-v"])).stderr).toContain("two requests");
    });

    test("is reported as created if only the first request succeeded", async () => {
      const { svc, domainOf } = await open({
        routes: {
          "PUT domains/*/": () => ({ status: 400, body: JSON.stringify({ forward_dns_servers: ["Bad."] }) }),
        },
      });
      const result = await svc([...create, "-o", "json"]);
      expect({ code: result.code, stdout: result.stdout }).toEqual({ code: 7, stdout: "" });
      const { error } = JSON.parse(result.stderr) as { error: Record<string, string> };
      expect(error).toMatchObject({ kind: "invalid", outcome: "partial" });
      expect(error["message"]).toContain("domain fwd was created, but not its forward DNS servers");
      expect(error["hint"]).toContain("svc domains update 1 --name fwd");
      expect(domainOf(1)).toBeDefined();
    });

    test("takes one request if it is authoritative or has no forwarders", async () => {
      const { live, svc } = await open();
      await svc(["domains", "create", "--name", "plain", "--authoritative", "false"]);
      await svc(["domains", "create", "--name", "wrong", "--authoritative", "true", ...servers]);
      expect(live.requests).toEqual(["POST /domains/", "POST /domains/"]);
    });
  });

  test.each([
    "machines set-owner-data aaa111 role=web rack=7",
    "machines set-owner-data role=web web-01 rack=7",
  ])("accepts owner data as arguments: %s", async (line) => {
    const { svc, nodeOf } = await open();
    expect(await svc(line.split(" "))).toMatchObject({ code: 0 });
    expect(nodeOf("aaa111")?.annotations).toEqual({ role: "web", rack: "7" });
  });

  test("a 403 on mark-broken explains who may do it", async () => {
    const { svc } = await open();
    const result = await svc(["machines", "mark-broken", "web-01", "--yes"]);
    expect(result).toMatchObject({ code: 5 });
    expect(result.stderr).toContain("hint: only its owner may do this: allocate it first");
    const locked = await open({
      prepare: ({ state }) => void Object.assign(state.nodes.bySystemId["aaa111"] ?? {}, { locked: true }),
    });
    expect((await locked.svc(["machines", "mark-broken", "web-01", "--yes"])).stderr).toContain("locked");
  });

  test("an address in use is a conflict", async () => {
    for (const [answer, code, message] of [
      [text(404, "The IP address 10.0.0.9 is already in use."), 6, "already in use"],
      [text(404, "<html><h1>Not Found</h1></html>", "text/html"), 3, "404"],
    ] as const) {
      const { svc } = await open({ routes: { "POST ipaddresses/ reserve": () => answer } });
      const result = await svc(["ipaddresses", "reserve", "--ip", "10.0.0.9"]);
      expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(message)]);
    }
  });

  test.each([
    ["networks", "create"],
    ["networks", "update", "x"],
    ["networks", "delete", "x", "--yes"],
  ])("a removed operation names its replacement: %s %s", async (...line) => {
    const result = await (await open()).svc(line);
    expect(result.stderr).toContain("svc subnets list");
    expect(result.code).not.toBe(0);
  });

  test("the version table combines both addresses; JSON is the operation's answer", async () => {
    const { live, svc } = await open();
    const table = (await svc(["version", "get"])).stdout;
    for (const part of ["2.0", "3.4.10-sandbox", "authenticate-api"]) expect(table).toContain(part);
    expect(live.requests).toEqual(["GET /version/", "GET /version/"]);
    live.requests.length = 0;
    expect(await svc(["version", "-o", "json"])).toMatchObject({ code: 0, stdout: '"2.0"\n' });
    expect(live.requests).toEqual(["GET /version/"]);
    const bare = await open({ routes: { "GET version/": () => ({ status: 404 }) } });
    expect(await bare.svc(["version"])).toMatchObject({ code: 0, stdout: "2.0\n" });
  });

  test.each([
    ["", /^NAME {4}ID .*\nweb-01 {2}aaa111 {2}yes .*\n$/],
    ["json", /"system_id":"aaa111"/],
    ["name", /^aaa111\n$/],
    ["yaml", /system_id: aaa111/],
  ])("prints the named machine if the answer is null, -o %s", async (format, printed) => {
    const { svc } = await open();
    const line = ["machines", "set-zone", "web-01", "south", ...(format === "" ? [] : ["-o", format])];
    const result = await svc(line);
    expect(result).toMatchObject({ code: 0, stderr: "machines set-zone: done\n" });
    expect(result.stdout).toMatch(printed);
  });

  test.each([
    [["files", "get", "nosuch"], 3],
    [["boot-sources", "get", "99"], 3],
  ])("a missing object is not mistaken for a wrong address: svc %o", async (line, code) => {
    const absent = () => ({ status: 404, type: "text/plain", body: "Not Found" });
    const { svc } = await open({ routes: { "GET files/*/": absent, "GET boot-sources/*/": absent } });
    const result = await svc(line);
    expect(result.code).toBe(code);
    expect(result.stderr).not.toContain("address");
  });

  test("an unsupported power query is not retried", async () => {
    const refused = { status: 503, type: "text/plain", body: "No BMC is defined" };
    const { live, svc } = await open({ routes: { "GET machines/*/ query_power_state": () => refused } });
    const result = await svc(["machines", "query-power-state", "aaa111"]);
    expect(result.stderr).toContain("No BMC is defined");
    expect(live.requests).toHaveLength(1);
    expect(result.code).toBe(12);
  });

  test.each([
    [["--not-zone", "north", "--arch", "amd64"], "not_zone=north", "arch=amd64"],
    [["--power-state", "on", "--not-hostname", "web-01"], "power_state=on", "not_hostname=web-01"],
    [
      ["--simple-status", "ready", "--not-status", "Failed testing"],
      "simple_status=ready",
      "not_status=failed_testing",
    ],
  ])("machines list accepts filters that only live services have: %o", async (options, ...filters) => {
    for (const group of ["machines", "nodes", "devices"]) {
      const { live, svc } = await open({
        routes: { "GET nodes/": () => ({ status: 200, type: "application/json", body: "[]" }) },
      });
      await svc([group, "list", ...options]);
      for (const filter of filters) expect(live.requests[0]).toContain(filter);
    }
  });
});
