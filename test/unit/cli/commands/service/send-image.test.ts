import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import {
  chunkBytes,
  examineImage,
  type ImageFacts,
  readSettled,
  readState,
  type SendOptions,
  sendImage,
} from "../../../../../src/cli/commands/service/send-image.ts";
import type { Content } from "../../../../../src/client/http/call.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { folderOfFile } from "../../../../temporary-folder.ts";
import { rejection } from "../../../rejection.ts";
import { printingHarness } from "../../printing-harness.ts";

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
