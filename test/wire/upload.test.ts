import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readHistory } from "../../src/cli/commands/stored/history.ts";
import { run } from "../../src/cli/run.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { openTerminal } from "../unit/cli/terminal/terminal.ts";
import { createRandom, partOfRun } from "../unit/random.ts";
import { type Fault, faults, type ImageService, imageService } from "./image-service.ts";

const image = Buffer.alloc(4 * 1024 * 1024 + 1234, "the bytes of an image, ");
const folder = folderOfFile();
writeFileSync(join(folder, "image.tgz"), image);

const key = "AmyConsumerKey0001:AmyTokenKey0000001:AmyTokenSecret000000000000000001";

/** Runs the command once, without real pauses. */
function upload(service: ImageService, ...more: readonly string[]) {
  const terminal = openTerminal({
    isTTY: false,
    env: {
      SVC_URL: service.url,
      SVC_API_KEY: key,
      SVC_CONFIG_DIR: join(folder, "none"),
      XDG_STATE_HOME: folder,
    },
  });
  let nonce = 0;
  const context = {
    ...terminal.context,
    argv: [
      ...["boot-resources", "upload", join(folder, "image.tgz"), "--name", "custom/demo"],
      ...["--architecture", "amd64/generic", "-o", "json", ...more],
    ],
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      sleep: async (_ms: number, signal?: AbortSignal) => signal?.throwIfAborted(),
    },
    random: {
      next: () => 0.5,
      hex: (length: number) => {
        nonce += 1;
        return nonce.toString(16).padStart(length * 2, "0");
      },
    },
  };
  const result = run(context).then((code) => {
    const { stdout, stderr } = terminal.shown;
    const last = stderr.trimEnd().split("\n").at(-1) ?? "";
    return { code, stdout, stderr, error: code === 0 ? undefined : JSON.parse(last).error };
  });
  return { ended: result, signal: terminal.signal };
}

const isPrefix = (service: ImageService) => {
  const stored = service.stored();
  return image.subarray(0, stored.length).equals(stored);
};

test("uploads a file in chunks, each once, and prints the resource", async () => {
  const service = await imageService();
  const { code, stdout } = await upload(service).ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: 5, sets: { "20261120": { complete: true } } });
  expect(service.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(2);
});

const puts = [0, 1];

test.each(faults)("recovers from or reports a chunk with the fault: %s", async (fault) => {
  for (const put of partOfRun(puts, 2, faults.indexOf(fault))) {
    const service = await imageService({
      fault: (method, count) => (method === "PUT" && count === put ? fault : undefined),
    });
    const { code, error } = await upload(service).ended;
    expect({ put, code, error, isComplete: service.isComplete() }).toEqual({
      put,
      code: 0,
      error: undefined,
      isComplete: true,
    });
    expect(readHistory(join(folder, "svc")).at(-1)?.entry["outcome"]).toBe("done");
  }
});

/** Repeats the command, as its hint says, until the upload is complete. */
async function goOn(service: ImageService, runsLeft: number): Promise<void> {
  const { code, error } = await upload(service).ended;
  expect(isPrefix(service) || service.stored().length % (4 * 1024 * 1024) !== 0).toBe(true);
  if (code === 0) return expect(service.stored().equals(image)).toBe(true);
  expect(runsLeft, error?.message).toBeGreaterThan(0);
  await goOn(service, runsLeft - 1);
}

test.each(partOfRun([0, 1, 2, 3, 4, 5, 6, 7], 3))(
  "random faults are reported correctly, and the same command resumes: seed %i",
  async (seed) => {
    const random = createRandom(seed);
    let remainingFaults = 9;
    const service = await imageService({
      fault: (method): Fault | undefined => {
        const isHit = random.below(method === "GET" ? 6 : 2) === 0;
        if (!isHit || remainingFaults === 0) return undefined;
        remainingFaults -= 1;
        return random.pick(faults);
      },
    });
    const { code, error } = await upload(service, "--retries", "1").ended;
    if (code !== 0) {
      const words = `${error.message} ${error.hint}`;
      if (service.isCreated()) expect(["done", "partial", "unknown"]).toContain(error.outcome);
      if (error.outcome === "unknown") expect(words).toContain("carried out");
    }
    remainingFaults = 0;
    if (code !== 0) await goOn(service, 2);
    expect(service.stored().equals(image)).toBe(true);
  },
);

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s during any request reports the progress and how to resume",
  async (name) => {
    for (const [method, at] of [
      ["GET", 0],
      ["POST", 0],
      ["PUT", 0],
      ["PUT", 1],
      ["GET", 1],
    ] as const) {
      let isSignalSent = false;
      const running: { signal?: (name: "SIGINT" | "SIGTERM") => void } = {};
      const service = await imageService({
        onRequest: (each, count) => {
          if (each !== method || count !== at || isSignalSent) return;
          isSignalSent = true;
          running.signal?.(name);
        },
      });
      const one = upload(service);
      running.signal = one.signal;
      const { code, error } = await one.ended;
      expect({ method, at, code }).toEqual({ method, at, code: name === "SIGINT" ? 130 : 143 });
      const isPost = method === "POST";
      expect(error.outcome).toBe(method === "GET" ? (at === 0 ? "not_sent" : "done") : "unknown");
      if (method === "PUT" || isPost) expect(error.hint).toContain("carried out");
      if (method !== "GET" || at > 0)
        expect(error.hint).toContain("continue with: svc boot-resources upload");
      await goOn(service, 0);
    }
  },
);

test("an upload address on another host is not used", async () => {
  for (const uploadUri of ["http://evil.example/take", "//evil.example/take", "ftp://127.0.0.1/x"]) {
    const service = await imageService({ uploadUri });
    const { code, error } = await upload(service).ended;
    expect(code).toBe(1);
    expect(error).toMatchObject({ outcome: "partial" });
    expect(error.hint).toContain("boot resource 5");
    expect(service.requests.some((request) => request.startsWith("PUT"))).toBe(false);
  }
});

test("a refused chunk ends the upload with the service's message and the progress", async () => {
  const service = await imageService({ refusal: "No space left on device." });
  const { code, error } = await upload(service).ended;
  expect(code).toBe(7);
  expect(error).toMatchObject({ message: "No space left on device.", outcome: "partial", status: 400 });
  expect(error.hint).toContain("svc boot-resources delete 5");
  expect(service.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(1);
});
