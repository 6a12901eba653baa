import { join } from "node:path";
import { expect, test } from "vitest";
import { readStateFile } from "../../../../src/sandbox/persistence/state-file.ts";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { plaintext } from "../harness.ts";

const day = 86_400_000;

/** Every number of a state that is near that moment, by its path. */
function momentsOf(value: unknown, nowMs: number, path = ""): [string, number][] {
  if (typeof value === "number") return Math.abs(value - nowMs) < 2000 * day ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => momentsOf(member, nowMs, `${path}.${name}`));
}

test("a state that lay for days goes on as if no time had passed, whatever it holds", async () => {
  const stateFile = join(folderOfTest(), "state.json");
  // Far from every number of bytes.
  let nowMs = Date.UTC(2290, 0, 1);
  const now = () => nowMs;
  const first = await startSandbox({ stateFile, now, speed: 0.001 });
  const post = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const timestamp = String(Math.floor(nowMs / 1000));
    const answer = await fetch(`${first.url}/api/2.0${path}`, {
      method: "POST",
      headers: { Authorization: plaintext(first.keys.administrator, { oauth_timestamp: timestamp }) },
      body: new URLSearchParams(fields),
    });
    expect([path, answer.status < 300, answer.status < 300 ? "" : await answer.text()]).toEqual([
      path,
      true,
      "",
    ]);
  };
  const nodes = Object.values(first.world.state.nodes.bySystemId);
  const id = nodes.find((node) => node.status === "ready")?.systemId ?? "";
  await post("/machines/op-allocate", { system_id: id });
  await post(`/machines/${id}/op-deploy`);
  await post("/ipaddresses/op-reserve", {
    subnet: Object.values(first.world.state.networks.subnets.rows)[0]?.cidr ?? "",
  });
  await post("/boot-sources/", { url: "http://images.example/", keyring_filename: "/keys/x.gpg" });
  await post("/boot-resources/op-import");
  await post("/discovery/op-scan", { force: "true" });
  await post("/dhcp-snippets/", { name: "x", value: "y" });
  await first.stop();
  const before = momentsOf(readStateFile(stateFile)?.state, nowMs);
  expect(before.length).toBeGreaterThan(10);

  nowMs += 3 * day;
  const second = await startSandbox({ stateFile, now, speed: 0.001 });
  try {
    expect(second.world.clock.now()).toBe(nowMs);
    expect(momentsOf(second.world.state, nowMs)).toEqual(before.map(([path, at]) => [path, at + 3 * day]));
  } finally {
    await second.stop();
  }
});
