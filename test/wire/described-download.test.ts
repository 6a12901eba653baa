import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSvc } from "../svc-run.ts";
import { content, describedService } from "./described-service.ts";

describe("a described download", () => {
  test("writes its bytes unchanged to a pipe, and nothing to a terminal", async () => {
    const { start, env } = await describedService();
    for (const line of [
      "lab-results download web-01 3",
      "lab-results download abc123 3",
      "lab-scripts download smart",
    ]) {
      expect((await start(line).ended).bytes).toEqual(content);
      const onTerminal = await runSvc(line.split(" "), { env, terminal: { isTTY: true, columns: 80 } });
      expect(onTerminal).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("--to FILE") });
    }
  });

  test("writes to a file but does not overwrite one", async () => {
    const { svc, cache, requests } = await describedService();
    const file = join(cache, "result.tar.xz");
    expect(await svc(`lab-results download web-01 3 --to ${file}`)).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(file)).toEqual(content);
    writeFileSync(file, "mine");
    const before = requests.length;
    expect(await svc(`lab-scripts download smart --to ${file}`)).toMatchObject({ code: 13 });
    expect(await svc(`lab-scripts download smart --to ${join(file, "x")}`)).toMatchObject({ code: 2 });
    expect([requests.length, readFileSync(file, "utf8")]).toEqual([before, "mine"]);
    expect(await svc(`lab-scripts download smart --to ${file} --force`)).toMatchObject({ code: 0 });
    expect(readFileSync(file)).toEqual(content);
  });

  test("is base64 within JSON, and JSON if the service answers with JSON", async () => {
    const { svc } = await describedService();
    const answer = JSON.parse((await svc("lab-scripts download smart -o json")).stdout);
    expect(answer).toEqual({ name: "smart", content: content.toString("base64") });
    expect((await svc("lab-scripts download json -o json")).stdout.trim()).toBe('{"a": 1}');
    expect((await svc("lab-scripts download json")).stdout).toBe("A  1\n");
    expect((await svc("lab-scripts download smart --curl")).stdout).toContain("/lab-scripts/smart");
  });
});
