import { group } from "../../../catalogue/groups/boot-resources.ts";
import type { Client, Content, WireRequest } from "../../../client/http/call.ts";
import { buildRawRequest } from "../../../client/http/request.ts";
import { textOf } from "../../../client/lifecycle/machine-view.ts";
import type { Clock } from "../../../core/clock.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { chunkBytes, type ImageFacts, openChunks } from "./image-file.ts";

export interface SendOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Unclear requests in a row, without progress, before giving up. */
  readonly retries: number;
  onProgress(received: number): void;
  note(text: string): void;
}

type SendResult = "sent" | "lost";

const firstPauseMs = 1_000;
const maxPauseMs = 15_000;
/** Pauses between reads that must agree, so that a chunk still being stored is not sent twice. */
const agreePausesMs = [1_000, 2_000] as const;

/**
 * Sends the missing chunks. The service appends without offsets, so the resource is read before a chunk is repeated.
 * Throws the `Failure` of a refusal or the signal's reason, with unknown outcome if a chunk may have arrived.
 */
export async function sendImage(
  resourceId: string,
  image: ImageFacts,
  start: ImageState,
  options: SendOptions,
): Promise<SendResult> {
  const { client, clock, signal, retries } = options;
  const chunks = await openChunks(image);
  let state = start;
  let failures = 0;
  let isInDoubt = false;
  try {
    while (!state.isComplete) {
      const { received: offset, uploadUri } = state;
      if (offset === undefined || (uploadUri === undefined && offset < image.size)) return "lost";
      options.onProgress(offset);
      if (offset >= image.size || uploadUri === undefined) break;
      const body = await chunks.read(offset);
      const end = offset + body.size;
      const request = chunkRequest(uploadUri, body, client.endpoint);
      signal.throwIfAborted();
      isInDoubt = true;
      try {
        await (await client.send(request, { signal, retries: 0 })).value();
        state = { ...state, received: end };
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        isInDoubt = isUnclear(error);
        if (!(error instanceof Failure) || !isInDoubt) throw error;
        failures += 1;
        isInDoubt = error.details.outcome === "unknown";
        if (failures > retries) throw error;
        options.note(`${error.message.replace(/\.$/, "")}; asking how much has arrived`);
        await clock.sleep(pauseMs(failures, error), signal);
        const now = await readSettled(resourceId, image, options, (one) => one.received === end);
        if (now === undefined) return "lost";
        const isKnown = now.isComplete || now.received === offset || now.received === end;
        if (!isKnown) return "lost";
        isInDoubt = false;
        // If nothing changed, it was a real refusal.
        if (error.kind === "invalid" && !now.isComplete && now.received === offset) {
          throw error.with({ outcome: "refused" });
        }
        if (now.received !== offset) failures = 0;
        state = now;
      }
      isInDoubt = false;
    }
    return "sent";
  } catch (error) {
    throw isInDoubt && error instanceof Failure ? error.with({ outcome: "unknown" }) : error;
  } finally {
    await chunks.close();
  }
}

/** Signed requests go only to the configured service, whatever address it names. */
function chunkRequest(uploadUri: string, body: Content, endpoint: Client["endpoint"]): WireRequest {
  try {
    return buildRawRequest({ method: "PUT", path: uploadUri, body }, endpoint);
  } catch (cause) {
    throw new Failure(
      "other",
      "the service names an upload address that is not its own: nothing is sent there",
      {
        cause,
      },
    );
  }
}

function isUnclear(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { kind, details } = error;
  if (kind === "unreachable" || kind === "serverError" || kind === "invalid" || kind === "conflict")
    return true;
  return kind === "other" && details.status !== undefined;
}

function pauseMs(failures: number, { details }: Failure): number {
  return Math.max(Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs), details.retryAfterMs ?? 0);
}

/** Several reads must agree, unless complete or `isEnough`; undefined if the resource no longer has the file. */
export async function readSettled(
  resourceId: string,
  image: ImageFacts,
  options: Pick<SendOptions, "client" | "clock" | "signal">,
  isEnough: (state: ImageState) => boolean = () => false,
): Promise<ImageState | undefined> {
  let before = await readState(resourceId, image, options);
  let agreeing = 0;
  for (;;) {
    const pauseMs = agreePausesMs[agreeing];
    if (before === undefined || before.isComplete || isEnough(before) || pauseMs === undefined) return before;
    await options.clock.sleep(pauseMs, options.signal);
    const now = await readState(resourceId, image, options);
    agreeing = now?.received === before.received && now?.isComplete === before.isComplete ? agreeing + 1 : 0;
    before = now;
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

/** The progress that the service reports. */
export interface ImageState {
  readonly isComplete: boolean;
  /** Where chunks go; undefined for a complete file. */
  readonly uploadUri: string | undefined;
  /** In bytes; undefined if the answer does not show it. */
  readonly received: number | undefined;
  /** Nothing has arrived: the file's own progress is reliable only about that. */
  readonly isUntouched: boolean;
}

/** Finds a file by hash and size: preferably complete, otherwise in the newest set. */
export function findImage(resource: unknown, { sha256, size }: ImageFacts): ImageState | undefined {
  const sets = isRecord(resource) ? resource["sets"] : undefined;
  if (!isRecord(sets)) return undefined;
  const candidates = Object.entries(sets)
    .sort(([a], [b]) => collator.compare(b, a))
    .flatMap(([, set]): ImageState[] => {
      const files = isRecord(set) && isRecord(set["files"]) ? Object.values(set["files"]) : [];
      const file = files.filter(isRecord).find((each) => isSame(each, sha256, size));
      if (file === undefined || !isRecord(set)) return [];
      return [
        {
          isComplete: file["complete"] === true,
          uploadUri: textOf(file["upload_uri"]),
          isUntouched: (file["progress"] ?? 0) === 0,
          received: files.length === 1 ? receivedOf(set["progress"], size) : undefined,
        },
      ];
    });
  return candidates.find(({ isComplete }) => isComplete) ?? candidates[0];
}

/** Versions are dates, with a number if a day has several. */
const collator = new Intl.Collator("en", { numeric: true });

function isSame(file: Readonly<Record<string, unknown>>, sha256: string, size: number): boolean {
  return String(file["sha256"]).toLowerCase() === sha256 && Number(file["size"]) === size;
}

/** `progress` is a percentage; undefined unless it is a whole number of bytes at the end of a chunk. */
export function receivedOf(progress: unknown, size: number): number | undefined {
  if (typeof progress !== "number" || !(progress >= 0 && progress <= 100)) return undefined;
  const bytes = (progress / 100) * size;
  const nearest = Math.round(bytes / chunkBytes) * chunkBytes;
  const boundary = Math.abs(bytes - size) < Math.abs(bytes - nearest) || nearest > size ? size : nearest;
  // The rounding error of a float percentage, always below a byte for real sizes.
  const tolerance = Math.max(0.01, size * 1e-14);
  return Math.abs(bytes - boundary) <= tolerance ? boundary : undefined;
}
