import { createHash, randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compare, range, report, svc } from "./run.mjs";

/**
 * Uploads an image of 1 GiB in chunks of 4 MiB. The service needs the hash before the first chunk, so svc
 * (which hashes, then uploads) is compared with sha256sum followed by one curl that sends the same chunks.
 */
const chunkBytes = 4 * 1024 * 1024;
const chunks = 256;

/** A server that accepts any upload and reports its progress with as little work as possible. */
function startServer(sha256) {
  let received = 0;
  const size = chunkBytes * chunks;
  const resource = () => {
    const complete = received >= size;
    const file = {
      filename: "root-tgz",
      filetype: "root-tgz",
      sha256,
      size,
      complete,
      progress: (received / size) * 100,
    };
    const upload = complete ? {} : { upload_uri: "/SVC/api/2.0/boot-resources/1/upload/1/" };
    const set = {
      version: "1",
      size,
      label: "uploaded",
      complete,
      progress: file.progress,
      files: { "root-tgz": { ...file, ...upload } },
    };
    return JSON.stringify({
      id: 1,
      type: "Uploaded",
      name: "custom/bench",
      architecture: "amd64/generic",
      sets: { 1: set },
    });
  };
  const server = createServer((request, response) => {
    const isChunk = request.method === "PUT";
    if (request.method === "POST") received = 0;
    request.on("data", (piece) => {
      if (isChunk) received += piece.length;
    });
    request.on("end", () => {
      const list = request.url.endsWith("/boot-resources/") && request.method === "GET";
      const body = isChunk ? "" : list ? "[]" : resource();
      response
        .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
        .end(body);
    });
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

export async function benchUpload() {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
  const image = join(folder, "image.tgz");
  const chunk = randomBytes(chunkBytes);
  const hash = createHash("sha256");
  const file = openSync(image, "w");
  for (let index = 0; index < chunks; index++) {
    writeSync(file, chunk);
    hash.update(chunk);
  }
  closeSync(file);
  const one = join(folder, "chunk");
  writeFileSync(one, chunk);
  const server = await startServer(hash.digest("hex"));
  const base = `http://127.0.0.1:${server.address().port}/SVC`;
  const put = `url = "${base}/api/2.0/boot-resources/1/upload/1/"\nupload-file = "${one}"\noutput = "/dev/null"\n`;
  const plan = join(folder, "curl");
  writeFileSync(plan, Array(chunks).fill(put).join("next\n"));
  try {
    const command = `${svc} boot-resources upload ${image} --name custom/bench --architecture amd64/generic --base-image ubuntu/jammy --no-resume --quiet`;
    const env = { SVC_URL: base, SVC_API_KEY: "a:b:c" };
    const upload = await compare(
      { command: `sha256sum ${image} && curl -sf -K ${plan}` },
      { command, env },
      3,
    );
    report(
      "an image of 1 GiB",
      `${upload.ratio.toFixed(2)} x the time of sha256sum && curl (goal 0.67, 1.5 x as fast; ${range(upload)}), ${upload.memoryMiB.toFixed(0)} MiB (goal 100)`,
    );
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}
