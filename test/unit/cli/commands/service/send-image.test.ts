import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import {
  chunkBytes,
  examineImage,
  findImage,
  type ImageFacts,
  readSettled,
  readState,
  receivedBytesOf,
  type SendOptions,
  sendImage,
} from "../../../../../src/cli/commands/service/send-image.ts";
import type { Content } from "../../../../../src/client/http/call.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { folderOfFile } from "../../../../temporary-folder.ts";
import { rejection } from "../../../rejection.ts";
import { printingHarness } from "../../harness.ts";

const folder = folderOfFile();
let image: ImageFacts;
const bytes = Buffer.alloc(3 * chunkBytes + 1234, "svc image ");

beforeAll(async () => {
  writeFileSync(join(folder, "image"), bytes);
  image = await examineImage(join(folder, "image"), new AbortController().signal, () => {});
});

/**
 * A service that appends chunks like live services. `before` and `after` may fail a request before or after
 * its chunk is stored.
 */
function service(
  faults: { before?: (put: number) => void; after?: (put: number) => void; uri?: string } = {},
) {
  const stored: Buffer[] = [];
  const size = () => stored.reduce((sum, chunk) => sum + chunk.length, 0);
  let puts = 0;
  const resource = () => {
    const complete = createHash("sha256").update(Buffer.concat(stored)).digest("hex") === image.sha256;
    const file = { sha256: image.sha256, size: image.size, complete, progress: image.size / (size() || 1) };
    const uri = complete ? {} : { upload_uri: faults.uri ?? "/SVC/api/2.0/boot-resources/5/upload/9/" };
    return {
      id: 5,
      sets: { a: { progress: (size() * 100) / image.size, files: { x: { ...file, ...uri } } } },
    };
  };
  const harness = printingHarness(resource, {}, { isTTY: false }, async ({ body, url }) => {
    puts += 1;
    expect(url).toBe("http://svc.example:5240/SVC/api/2.0/boot-resources/5/upload/9/");
    faults.before?.(puts);
    stored.push(await read(body));
    faults.after?.(puts);
  });
  const ending = new AbortController();
  const options: SendOptions = {
    client: harness.client,
    clock: harness.clock,
    signal: ending.signal,
    retries: 3,
    onProgress: () => {},
    note: () => {},
  };
  const send = async () => {
    const state = await readState("5", image, options);
    if (state === undefined) throw new Error("no state");
    return await sendImage("5", image, state, options);
  };
  return { send, stored, ending, puts: () => puts, isWhole: () => Buffer.concat(stored).equals(bytes) };
}

async function read(body: Content | undefined): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body?.open() ?? []) pieces.push(piece);
  const file = Buffer.concat(pieces);
  expect(file.length).toBe(body?.size);
  return file;
}

const broken = () => new Failure("unreachable", "the connection broke");

test("the received bytes are settled when two reads after a change agree", async () => {
  const stored = [1, 2, 2, 2].map((chunks) => chunks * chunkBytes);
  const harness = printingHarness(() => {
    const size = stored.shift() ?? 0;
    const file = { sha256: image.sha256, size: image.size, complete: false, progress: image.size / size };
    return { id: 5, sets: { a: { progress: (size * 100) / image.size, files: { x: file } } } };
  });
  const signal = new AbortController().signal;
  await readSettled("5", image, { client: harness.client, clock: harness.clock, signal });
  expect(harness.clock.sleeps).toEqual([1_000, 1_000, 2_000]);
  expect(stored).toEqual([]);
});

test("a chunk that arrived before the connection broke is not sent again", async () => {
  const upload = service({
    after: (put) => {
      if (put === 2) throw broken();
    },
  });
  expect(await upload.send()).toBe("sent");
  expect(upload.isWhole()).toBe(true);
  expect(upload.puts()).toBe(4);
});

test("a chunk that did not arrive is sent again", async () => {
  const upload = service({
    before: (put) => {
      if (put === 2 || put === 3) throw new Failure("serverError", "bad gateway", { status: 502 });
    },
  });
  expect(await upload.send()).toBe("sent");
  expect(upload.isWhole()).toBe(true);
  expect(upload.puts()).toBe(6);
});

test("if the answer to the last chunk is lost, the file is complete, even if sending it again is a 400", async () => {
  const upload = service({
    after: (put) => {
      if (put === 4) throw new Failure("invalid", "cannot upload to a complete file", { status: 400 });
    },
  });
  expect(await upload.send()).toBe("sent");
  expect(upload.isWhole()).toBe(true);
});

test("a refusal that changes nothing is reported, and nothing more is sent", async () => {
  const upload = service({
    before: () => {
      throw new Failure("invalid", "no space left", { status: 400 });
    },
  });
  expect((await rejection(upload.send)).message).toBe("no space left");
  expect(upload.puts()).toBe(1);
});

test.each(["forbidden", "notAuthenticated", "notFound", "usage"] as const)(
  "%s ends the upload at once",
  async (kind) => {
    const upload = service({
      before: () => {
        throw new Failure(kind, "no");
      },
    });
    expect((await rejection(upload.send)).kind).toBe(kind);
    expect(upload.puts()).toBe(1);
  },
);

test("an upload fails if no chunk ever arrives, but survives occasional losses", async () => {
  const dead = service({
    before: () => {
      throw broken();
    },
  });
  expect((await rejection(dead.send)).kind).toBe("unreachable");
  expect(dead.puts()).toBe(4);
  const shaky = service({
    after: () => {
      throw broken();
    },
  });
  expect(await shaky.send()).toBe("sent");
  expect(shaky.isWhole()).toBe(true);
});

test("after half a chunk the upload must start over", async () => {
  const upload = service({
    after: (put) => {
      if (put !== 2) return;
      upload.stored.push(upload.stored.pop()?.subarray(0, 1000) ?? Buffer.alloc(0));
      throw broken();
    },
  });
  expect(await upload.send()).toBe("mustRestart");
  expect(upload.puts()).toBe(2);
});

test("a complete file is not sent", async () => {
  const upload = service();
  upload.stored.push(bytes.subarray(0, 2 * chunkBytes));
  expect(await upload.send()).toBe("sent");
  expect(upload.puts()).toBe(2);
  expect(upload.isWhole()).toBe(true);
});

test("an upload_uri on another host gets nothing", async () => {
  const upload = service({ uri: "http://evil.example/take" });
  expect((await rejection(upload.send)).kind).toBe("other");
  expect(upload.puts()).toBe(0);
});

test("Ctrl-C ends the upload with the signal's reason", async () => {
  const upload = service({
    after: (put) => {
      if (put === 2) upload.ending.abort(new Failure("interrupted", "stop"));
    },
  });
  expect((await rejection(upload.send)).kind).toBe("interrupted");
  expect(upload.puts()).toBe(2);
});

test("a folder, an empty file and a missing file are usage errors", async () => {
  const { signal } = new AbortController();
  writeFileSync(join(folder, "empty"), "");
  for (const path of [folder, join(folder, "empty"), join(folder, "missing")]) {
    expect((await rejection(() => examineImage(path, signal, () => {}))).kind).toBe("usage");
  }
});

test("a pipe or device, which cannot be read twice, is refused with a hint", async () => {
  const { signal } = new AbortController();
  for (const path of ["-", "@-", "/dev/null"]) {
    expect(await rejection(() => examineImage(path, signal, () => {}))).toMatchObject({
      kind: "usage",
      details: { hint: expect.stringContaining("save it to a file first") },
    });
  }
});

function fileOf(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "svc-image-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "image.tgz");
  writeFileSync(path, bytes);
  return path;
}

const never = new AbortController().signal;

test.each([1, 524_287, 524_288, 524_289, 1_048_576, 3_000_000])(
  "a file of %i bytes is hashed completely",
  async (size) => {
    const bytes = randomBytes(size);
    const path = fileOf(bytes);
    const progressCalls: (readonly number[])[] = [];
    const image = await examineImage(path, never, (...read) => progressCalls.push(read));
    expect(image).toEqual({ path, size, sha256: createHash("sha256").update(bytes).digest("hex") });
    expect(progressCalls).toHaveLength(Math.ceil(size / 524_288));
    expect(progressCalls.at(-1)).toEqual([size, size]);
  },
);

test("hashing ends with the signal's reason", async () => {
  const stop = new AbortController();
  const reason = new Error("interrupted");
  const hashing = examineImage(fileOf(randomBytes(3_000_000)), stop.signal, (read) => {
    if (read > 600_000) stop.abort(reason);
  });
  await expect(hashing).rejects.toBe(reason);
});

test("an empty file, a folder and a missing file are refused", async () => {
  const path = fileOf(Buffer.alloc(0));
  for (const wrong of [path, join(path, ".."), `${path}.gz`])
    await expect(examineImage(wrong, never, () => undefined)).rejects.toMatchObject({ kind: "usage" });
});

const largeImage = { path: "x", sha256: "ab".repeat(32), size: 10 * chunkBytes + 17 };

test.each([1, chunkBytes, 3 * chunkBytes + 5, 2 ** 31 + 123, 7_777_777_777_777])(
  "the percentage of every complete chunk of %i bytes converts back to its bytes",
  (size) => {
    const chunks = Math.ceil(size / chunkBytes);
    for (const count of [0, 1, 2, Math.floor(chunks / 3), chunks - 1, chunks]) {
      const received = Math.min(Math.max(count, 0) * chunkBytes, size);
      expect(receivedBytesOf((received * 100) / size, size)).toBe(received);
      expect(receivedBytesOf((received / size) * 100, size)).toBe(received);
    }
  },
);

test.each([
  ["half a chunk", (chunkBytes / 2 / largeImage.size) * 100],
  ["a byte more than a chunk", ((chunkBytes + 1) / largeImage.size) * 100],
  ["a rounded percentage", 27.3],
  ["more than all", 100.1],
  ["less than nothing", -1],
  ["no number", "50"],
  ["nothing", undefined],
  ["NaN", Number.NaN],
])("%s is not accepted", (_, progress) => {
  expect(receivedBytesOf(progress, largeImage.size)).toBeUndefined();
});

const file = {
  sha256: largeImage.sha256,
  size: largeImage.size,
  complete: false,
  progress: 0,
  upload_uri: "/up/1/",
};

test.each([
  ["no object", 17],
  ["no sets", { id: 1 }],
  ["sets that are none", { sets: [file] }],
  ["a set that is none", { sets: { a: null } }],
  ["another hash", { sets: { a: { files: { x: { ...file, sha256: "cd".repeat(32) } } } } }],
  ["another size", { sets: { a: { files: { x: { ...file, size: 1 } } } } }],
])("%s contains no image", (_, resource) => {
  expect(findImage(resource, largeImage)).toBeUndefined();
});

test("the progress of the set counts, not that of the file", () => {
  const progress = (4 * chunkBytes * 100) / largeImage.size;
  const wrong = { ...file, progress: largeImage.size / (4 * chunkBytes) };
  const match = findImage({ sets: { "20260101": { progress, files: { x: wrong } } } }, largeImage);
  expect(match).toEqual({
    isComplete: false,
    uploadUri: "/up/1/",
    receivedBytes: 4 * chunkBytes,
    isUntouched: false,
  });
});

test("the progress of a set with several files is not used", () => {
  const match = findImage(
    { sets: { a: { progress: 0, files: { x: file, y: { ...file, size: 3 } } } } },
    largeImage,
  );
  expect(match?.receivedBytes).toBeUndefined();
});

test("the newest set counts, compared by number, unless an older one is complete", () => {
  const set = (uri: string, complete = false) => ({
    progress: 0,
    files: { x: { ...file, upload_uri: uri, complete } },
  });
  const sets = { "20260102.2": set("b"), "20260102.10": set("c"), "20260101": set("a") };
  expect(findImage({ sets }, largeImage)?.uploadUri).toBe("c");
  expect(findImage({ sets: { ...sets, "20250101": set("d", true) } }, largeImage)?.isComplete).toBe(true);
});
