import { createHash, type Hash } from "node:crypto";
import { forbidden, invalid } from "../../state/domain-error.ts";
import type { BootResource, ImageFile, Images } from "../../state/images.ts";
import type { World } from "../../state/world.ts";

/**
 * The running SHA-256 of each file that is coming in. The content itself is not kept, and a hash cannot be
 * saved: an upload that was cut off by the end of the sandbox begins anew, and its progress says so.
 */
const running = new WeakMap<Images, Map<number, Hash>>();

function hashesOf(images: Images): Map<number, Hash> {
  const hashes = running.get(images) ?? new Map<number, Hash>();
  running.set(images, hashes);
  return hashes;
}

/** The bytes of a file that the service has. */
export const receivedBytes = (world: World, file: ImageFile): number =>
  file.storedBytes === file.sizeBytes || running.get(world.state.images)?.has(file.id) === true
    ? file.storedBytes
    : 0;

/**
 * Appends one chunk: forbidden for a resource that is not uploaded, invalid for a chunk of a complete
 * file, for bytes above the size, and for a whole file of another SHA-256. A refused chunk is as if it had
 * not been sent.
 */
export function appendChunk(world: World, resource: BootResource, file: ImageFile, chunk: Uint8Array): void {
  if (resource.type !== "Uploaded") throw forbidden(`Cannot upload to a resource of type: ${resource.type}.`);
  const received = receivedBytes(world, file);
  if (received === file.sizeBytes) throw invalid("Cannot upload to a complete file.");
  if (chunk.byteLength === 0) throw invalid("The chunk is empty.");
  const total = received + chunk.byteLength;
  if (total > file.sizeBytes)
    throw invalid(`Too much data received: ${total} bytes for a file of ${file.sizeBytes}.`);
  const hashes = hashesOf(world.state.images);
  const hash = hashes.get(file.id) ?? createHash("sha256");
  if (total < file.sizeBytes) {
    hashes.set(file.id, hash.update(chunk));
    file.storedBytes = total;
    return;
  }
  const sha256 = hash.copy().update(chunk).digest("hex");
  if (sha256 !== file.sha256)
    throw invalid(`Saved content does not match given SHA256 value: it is ${sha256}.`);
  file.storedBytes = total;
  hashes.delete(file.id);
}

/** Drops the hash of a deleted file. */
export const discardUpload = (world: World, file: ImageFile): void => {
  running.get(world.state.images)?.delete(file.id);
};
