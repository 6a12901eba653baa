import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { runSvc, type SvcResult } from "../svc-run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { answer, type RawServer, rawServer } from "./raw-server.ts";

/** Sites of which only `east` and `west` are sandboxes, and the profiles of all. */
interface Sites {
  readonly east: Sandbox;
  readonly west: Sandbox;
  /** Answers every request with a page. */
  readonly page: RawServer;
  /** Answers every request with an empty list. */
  readonly plain: RawServer;
}

export const profile = (url: string, key: string) => ({
  ...{ url, key, addressing: "path", signature: "plaintext" },
});
export const profileOf = ({ url, keys }: Sandbox) => profile(url, keys.administrator);

/** A key that no sandbox knows. */
export const otherKey = (name: string) =>
  `${name.padEnd(18, "a")}:${name.padEnd(18, "b")}:${name.padEnd(32, "c")}`;

export const refusedProfile = profile("http://127.0.0.1:1/SVC", otherKey("refused"));

export function writeProfiles(folder: string, profiles: Readonly<Record<string, unknown>>): void {
  writeFileSync(join(folder, "profiles.json"), JSON.stringify({ current: "east", profiles }), {
    mode: 0o600,
  });
}

/** Returns a function that runs commands with the profiles of the folder. */
export const svcWith =
  (folder: string) =>
  (line: string, options: Parameters<typeof runSvc>[1] = {}): Promise<SvcResult> =>
    runSvc(line.split(" "), {
      ...options,
      env: { SVC_CONFIG_DIR: folder, SVC_RETRIES: "0", XDG_CACHE_HOME: folder, ...options.env },
    });

async function startSites(): Promise<Sites & { readonly silent: RawServer }> {
  const [east, west, page, plain, silent] = await Promise.all([
    startSandbox({ machines: 4, seed: 1 }),
    startSandbox({ machines: 3, seed: 2 }),
    rawServer(answer(200, "<html>hello</html>", { "Content-Type": "text/html" })),
    rawServer(answer(200, "[]", { "Content-Type": "application/json" })),
    rawServer(() => undefined),
  ]);
  return { east, west, page, plain, silent };
}

/** Sites for all tests of a file, with unchanged sandboxes before each test. */
export function useSites() {
  const folder = folderOfFile();
  let sites: Sites;
  beforeAll(async () => {
    const { east, west, page, plain, silent } = await startSites();
    sites = { east, west, page, plain };
    writeProfiles(folder, {
      east: profileOf(east),
      west: profileOf(west),
      again: profileOf(west),
      readonly: { ...profileOf(west), sandbox: true, readOnly: true },
      protected: { ...profileOf(west), sandbox: true, protected: true },
      box: { ...profile(west.url, otherKey("box")), sandbox: true },
      wrongkey: profile(west.url, otherKey("wrong")),
      page: profile(page.baseUrl, otherKey("page")),
      plain: profile(plain.baseUrl, otherKey("plain")),
      refused: refusedProfile,
      silent: profile(silent.baseUrl, otherKey("silent")),
    });
    return async () => {
      await Promise.all([east.stop(), west.stop(), page.close(), plain.close(), silent.close()]);
    };
  });
  beforeEach(() => {
    sites.east.reset();
    sites.west.reset();
  });
  return { folder, svc: svcWith(folder), sites: () => sites };
}
