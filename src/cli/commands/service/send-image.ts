import { createHash } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";
import { group } from "../../../catalogue/groups/boot-resources.ts";
import type { Client, Content, WireRequest } from "../../../client/http/call.ts";
import { buildRawRequest } from "../../../client/http/request.ts";
import { textOf } from "../../../client/lifecycle/machine-view.ts";
import type { Clock } from "../../../core/clock.ts";
import { Failure, systemErrorText } from "../../../core/failure.ts";
import { isRecord, primitiveText } from "../../../core/json-record.ts";
import { isTemporary } from "../../waiting/keep-reading.ts";

export interface SendOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Number of consecutive requests with an unclear outcome and no progress before the upload fails. */
  readonly retries: number;
  onProgress(receivedBytes: number): void;
  note(text: string): void;
}

type SendResult = "sent" | "mustRestart";

const firstPauseMs = 1_000;
const maxPauseMs = 15_000;
/** Pauses between reads of the progress. The reads must agree, so that a chunk still being stored is not sent twice. */
const settlePausesMs = [1_000, 2_000] as const;

/** The service appends without offsets, so the resource is read before a chunk is repeated. */
export async function sendImage(
  resourceId: string,
  image: ImageFacts,
  initialState: ImageState,
  options: SendOptions,
): Promise<SendResult> {
  const { client, clock, signal, retries } = options;
  const file = await open(image.path, "r").catch((error: unknown) => {
    throw unreadable(image.path, error);
  });
  const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, image.size));
  let state = initialState;
  let failureCount = 0;
  let isInDoubt = false;
  try {
    while (!state.isComplete) {
      const { receivedBytes: offset, uploadUri } = state;
      if (offset === undefined || (uploadUri === undefined && offset < image.size)) return "mustRestart";
      options.onProgress(offset);
      if (offset >= image.size || uploadUri === undefined) break;
      const body = await readChunk(file, image, offset, buffer);
      const end = offset + body.size;
      const request = chunkRequest(uploadUri, body, client.endpoint);
      signal.throwIfAborted();
      isInDoubt = true;
      try {
        await (await client.send(request, { signal, retries: 0 })).value();
        state = { ...state, receivedBytes: end };
        failureCount = 0;
      } catch (error) {
        signal.throwIfAborted();
        isInDoubt = false;
        if (!mayHaveArrived(error)) throw error;
        failureCount += 1;
        isInDoubt = error.details.outcome === "unknown";
        if (failureCount > retries) throw error;
        options.note(`${error.message.replace(/\.$/, "")}; checking how much has arrived`);
        await clock.sleep(pauseMs(failureCount, error), signal);
        const newState = await readSettled(
          resourceId,
          image,
          options,
          (latest) => latest.receivedBytes === end,
        );
        if (newState === undefined) return "mustRestart";
        const hasArrived = newState.isComplete || newState.receivedBytes !== offset;
        client.ledger?.clearDoubts(() => (hasArrived ? "done" : "refused"));
        const isPlausible =
          newState.isComplete || newState.receivedBytes === offset || newState.receivedBytes === end;
        if (!isPlausible) return "mustRestart";
        isInDoubt = false;
        // If nothing more has arrived, the service really refused the chunk.
        if (error.kind === "invalid" && !hasArrived) throw error.with({ outcome: "refused" });
        if (hasArrived) failureCount = 0;
        state = newState;
      }
      isInDoubt = false;
    }
    return "sent";
  } catch (error) {
    throw isInDoubt && error instanceof Failure ? error.with({ outcome: "unknown" }) : error;
  } finally {
    await file.close();
  }
}

/** Signed requests go only to the configured service, even if its answer contains another address. */
function chunkRequest(uploadUri: string, body: Content, endpoint: Client["endpoint"]): WireRequest {
  try {
    return buildRawRequest({ method: "PUT", path: uploadUri, body }, endpoint);
  } catch (cause) {
    throw new Failure(
      "other",
      "the upload address in the service's answer does not belong to the service: nothing was sent to it",
      {
        cause,
      },
    );
  }
}

/** A service may refuse a chunk as invalid because it has the chunk already. */
const mayHaveArrived = (error: unknown): error is Failure =>
  isTemporary(error) || (error instanceof Failure && error.kind === "invalid");

const pauseMs = (failureCount: number, { details }: Failure): number =>
  Math.max(Math.min(firstPauseMs * 2 ** (failureCount - 1), maxPauseMs), details.retryAfterMs ?? 0);

/** Reads until the file is complete, `isEnough` holds, or several reads agree. Undefined if the file is gone. */
export async function readSettled(
  resourceId: string,
  image: ImageFacts,
  options: Pick<SendOptions, "client" | "clock" | "signal">,
  isEnough: (state: ImageState) => boolean = () => false,
): Promise<ImageState | undefined> {
  let previousState = await readState(resourceId, image, options);
  let agreeingReads = 0;
  for (;;) {
    const settlePauseMs = settlePausesMs[agreeingReads];
    if (
      previousState === undefined ||
      previousState.isComplete ||
      isEnough(previousState) ||
      settlePauseMs === undefined
    )
      return previousState;
    await options.clock.sleep(settlePauseMs, options.signal);
    const currentState = await readState(resourceId, image, options);
    agreeingReads =
      currentState?.receivedBytes === previousState.receivedBytes &&
      currentState?.isComplete === previousState.isComplete
        ? agreeingReads + 1
        : 0;
    previousState = currentState;
  }
}

export async function readState(
  resourceId: string,
  image: ImageFacts,
  { client, signal }: Pick<SendOptions, "client" | "signal">,
): Promise<ImageState | undefined> {
  const answer = await client.call(group.operations["boot-resource.read"], { id: resourceId }, { signal });
  return findImage(await answer.value(), image);
}

export interface ImageState {
  readonly isComplete: boolean;
  /** The address for chunks; undefined for a complete file. */
  readonly uploadUri: string | undefined;
  /** In bytes; undefined if the answer does not show it. */
  readonly receivedBytes: number | undefined;
  /** True if nothing has arrived. The progress of a file, unlike that of its set, is reliable only if it is 0. */
  readonly isUntouched: boolean;
}

/** Finds the file by hash and size: a complete one if possible, otherwise the one in the newest set. */
export function findImage(resource: unknown, { sha256, size }: ImageFacts): ImageState | undefined {
  const sets = isRecord(resource) ? resource["sets"] : undefined;
  if (!isRecord(sets)) return undefined;
  const candidates = Object.entries(sets)
    .sort(([a], [b]) => collator.compare(b, a))
    .flatMap(([, set]): ImageState[] => {
      const files = isRecord(set) && isRecord(set["files"]) ? Object.values(set["files"]) : [];
      const file = files.filter(isRecord).find((each) => isSameFile(each, sha256, size));
      if (file === undefined || !isRecord(set)) return [];
      return [
        {
          isComplete: file["complete"] === true,
          uploadUri: textOf(file["upload_uri"]),
          isUntouched: (file["progress"] ?? 0) === 0,
          receivedBytes: files.length === 1 ? receivedBytesOf(set["progress"], size) : undefined,
        },
      ];
    });
  return candidates.find(({ isComplete }) => isComplete) ?? candidates[0];
}

/** Sets are named by date, with a number if a day has several. */
const collator = new Intl.Collator("en", { numeric: true });

const isSameFile = (file: Readonly<Record<string, unknown>>, sha256: string, size: number): boolean =>
  primitiveText(file["sha256"]).toLowerCase() === sha256 && Number(primitiveText(file["size"])) === size;

/** `progress` is a percentage. Returns undefined unless it corresponds to the end of a chunk. */
export function receivedBytesOf(progress: unknown, size: number): number | undefined {
  if (typeof progress !== "number" || !(progress >= 0 && progress <= 100)) return undefined;
  const bytes = (progress / 100) * size;
  const nearest = Math.round(bytes / chunkBytes) * chunkBytes;
  const chunkEnd = Math.abs(bytes - size) < Math.abs(bytes - nearest) || nearest > size ? size : nearest;
  // The rounding error of a percentage as a float; always below a byte for real sizes.
  const tolerance = Math.max(0.01, size * 1e-14);
  return Math.abs(bytes - chunkEnd) <= tolerance ? chunkEnd : undefined;
}

export const chunkBytes = 4 * 1024 * 1024;

/** Small enough to stay in the processor's cache. */
const hashBufferBytes = 512 * 1024;

export type ImageFacts = Awaited<ReturnType<typeof examineImage>>;

/** Returns the hash in lower-case hexadecimal, and the size: the service identifies a file by them. */
export async function examineImage(
  path: string,
  signal: AbortSignal,
  onBytes: (bytesRead: number, size: number) => void,
) {
  if (path === "-" || path === "@-") throw notRegularFile("standard input");
  const fileStats = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (fileStats.isDirectory()) throw new Failure("usage", `'${path}' is a folder`);
  if (!fileStats.isFile()) throw notRegularFile(`'${path}'`);
  if (fileStats.size === 0) throw new Failure("usage", `'${path}' is empty`);
  try {
    const file = await open(path, "r");
    try {
      return { path, ...(await hashOf(file, signal, (read) => onBytes(read, fileStats.size))) };
    } finally {
      await file.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(path, error);
  }
}

async function hashOf(file: FileHandle, signal: AbortSignal, onBytes: (bytesRead: number) => void) {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafeSlow(hashBufferBytes);
  for (let size = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, hashBufferBytes, size);
    if (bytesRead === 0) return { sha256: hash.digest("hex"), size };
    signal.throwIfAborted();
    hash.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
    onBytes(size);
  }
}

/** Reads into `buffer`, so a chunk is valid only until the next one is read. */
async function readChunk(
  file: FileHandle,
  { path, size }: ImageFacts,
  offset: number,
  buffer: Buffer,
): Promise<Content> {
  const chunk = buffer.subarray(0, size - offset);
  for (let bytesFilled = 0; bytesFilled < chunk.length; ) {
    const { bytesRead } = await file.read(chunk, { offset: bytesFilled, position: offset + bytesFilled });
    if (bytesRead === 0)
      throw new Failure("other", `'${path}' became shorter while it was being uploaded`, {
        hint: "upload it again when no other program is writing to it",
      });
    bytesFilled += bytesRead;
  }
  return {
    filename: path,
    path,
    size: chunk.length,
    async *open() {
      yield chunk;
    },
  };
}

const unreadable = (path: string, error: unknown): Failure =>
  new Failure("usage", `cannot read '${path}': ${systemErrorText(error)}`, { cause: error });

/** A pipe can be read only once; an image is read at least twice. */
const notRegularFile = (source: string): Failure =>
  new Failure("usage", `an image cannot be uploaded from ${source}: it is not a regular file`, {
    hint: "save it to a file first: svc must know its size and SHA-256 before it uploads, and reads it again to resume",
  });
