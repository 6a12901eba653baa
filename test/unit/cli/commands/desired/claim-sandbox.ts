import { beforeEach } from "vitest";
import type { Sandbox } from "../../../../../src/sandbox/sandbox.ts";
import type { Node } from "../../../../../src/sandbox/state/node.ts";
import { sandboxOfFile } from "../../../../sandboxes.ts";
import { runSvc, type SvcResult } from "../../../../svc-run.ts";
import { folderOfFile, folderOfTest } from "../../../../temporary-folder.ts";

export interface ClaimSandbox {
  readonly sandbox: Sandbox;
  nodes(): readonly Node[];
  /** Turns ready machines into machines of the claim `runners`. */
  claimed(...statuses: readonly (Node["status"] | Partial<Node>)[]): readonly Node[];
  /** Runs a command as the administrator, at the sandbox by default. */
  svc(words: string, input?: string, url?: string): Promise<SvcResult>;
}

/** One sandbox for all tests of a file, reset before each. */
export async function useClaimSandbox(): Promise<ClaimSandbox> {
  const sandbox = await sandboxOfFile({ instant: true, machines: 24 });
  beforeEach(() => sandbox.reset());
  // Keeps the service's description, which takes longer to read than most commands.
  const cache = folderOfFile();
  const nodes = () => Object.values(sandbox.world.state.nodes.bySystemId);
  return {
    sandbox,
    nodes,
    claimed(...statuses) {
      const ready = nodes().filter(({ nodeType, status }) => nodeType === "machine" && status === "ready");
      return statuses.map((changes, index) =>
        Object.assign(ready[index] as Node, {
          ...{ owner: "admin", agentName: "claim/runners", status: "deployed" },
          ...(typeof changes === "string" ? { status: changes } : changes),
        }),
      );
    },
    svc: (words, input = "", url = sandbox.url) =>
      runSvc(words.split(" "), {
        input,
        env: {
          ...{ SVC_CONFIG_DIR: folderOfTest(), SVC_CACHE_DIR: cache },
          ...{ SVC_URL: url, SVC_API_KEY: sandbox.keys.administrator },
        },
      }),
  };
}

/** A document with these claims. */
export const claimsOf = (...claims: readonly string[]) =>
  `claims:\n${claims.map((claim) => `  - {${claim}}\n`).join("")}`;
