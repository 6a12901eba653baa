import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Node } from "../../../../../src/sandbox/state/node.ts";
import { folderOfTest } from "../../../../temporary-folder.ts";
import { claimsOf, useClaimSandbox } from "./claim-sandbox.ts";

const { claimed, svc } = await useClaimSandbox();

describe("svc claims adopt", () => {
  const file = () => {
    const name = join(folderOfTest(), "site.yaml");
    writeFileSync(name, claimsOf("name: runners, count: 2"));
    return name;
  };
  const bare = { agentName: "other", annotations: {} };
  const claimedNode = (more: Partial<Node> = {}): Partial<Node> => ({ ...bare, status: "deployed", ...more });

  test("annotates running machines, which plan, apply, list and release then treat as machines of the claim", async () => {
    const adopted = claimed(claimedNode(), claimedNode());
    const before = structuredClone(adopted);
    const names = adopted.map(({ hostname }) => hostname).join(" ");
    const path = file();
    expect(await svc(`claims adopt runners ${names} --file ${path}`)).toMatchObject({ code: 13 });
    expect(await svc(`claims adopt runners ${names} --dry-run`)).toMatchObject({ code: 0 });
    expect(adopted).toEqual(before);
    expect(await svc(`claims adopt runners ${names} --file ${path} --yes`)).toMatchObject({ code: 0 });
    const annotations = { "svc.claim": "runners", "svc.since": expect.any(String) };
    expect(adopted).toEqual(before.map((node) => ({ ...node, annotations })));
    expect(await svc(`plan ${path} --exit-code`)).toMatchObject({ code: 0 });
    expect(await svc(`apply ${path} --yes -o name`)).toMatchObject({
      code: 0,
      stdout: adopted
        .map(({ systemId }) => `${systemId}\n`)
        .sort()
        .join(""),
    });
    expect(JSON.parse((await svc("claims list -o json")).stdout)).toMatchObject([
      { name: "runners", machines: 2, deployed: 2 },
    ]);
    expect(await svc(`claims adopt runners ${names} --yes`)).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "already in claim runners: 2 of 2 machines; nothing was sent\n",
    });
    expect(await svc("claims release runners --yes")).toMatchObject({ code: 0 });
    for (const { status } of adopted) expect(["releasing", "ready"]).toContain(status);
  });

  test.each<readonly [label: string, code: number, text: string, nodes: readonly Partial<Node>[]]>([
    ["of another user", 6, "belongs to bob", [claimedNode({ owner: "bob" })]],
    ["without an owner", 6, "is Ready and has no owner", [{ ...bare, owner: null, status: "ready" }]],
    ["that is deploying", 6, "is Deploying, not Deployed", [{ ...bare, status: "deploying" }]],
    ["that is locked", 6, "is locked", [claimedNode({ locked: true })]],
    ["of another claim", 6, "is in claim web already", [claimedNode({ agentName: "claim/web" })]],
    [
      "that another claim adopted",
      6,
      "is in claim web",
      [claimedNode({ annotations: { "svc.claim": "web" } })],
    ],
    ["too many for the count", 6, "is 2, but it would have 3", [claimedNode(), claimedNode(), claimedNode()]],
    ["named twice", 2, "given twice", [claimedNode(), claimedNode({ hostname: "same" })]],
  ])("refuses a machine %s before anything is sent", async (label, code, text, nodes) => {
    const machines = claimed(...nodes);
    const before = structuredClone(machines);
    const words = machines.flatMap(({ hostname, systemId }) =>
      label === "named twice" ? [hostname, systemId] : [hostname],
    );
    const result = await svc(`claims adopt runners ${words.join(" ")} --file ${file()} --yes`);
    expect([result.code, result.stdout]).toEqual([code, ""]);
    expect(result.stderr).toContain(text);
    expect(machines).toEqual(before);
  });

  test.each([
    [`claims adopt runers web-01 --file FILE --yes`, "has no claim runers\nhint: its claims: runners"],
    ["claims adopt a/b web-01 --yes", "not a valid claim name"],
    ["claims adopt runners --yes", "name a machine, or use --where"],
  ])("refuses %s", async (words, text) => {
    const result = await svc(words.replace("FILE", file()));
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toContain(text);
  });
});
