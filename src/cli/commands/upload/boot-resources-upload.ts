import { defaults } from "../../../api/defaults.ts";
import { group } from "../../../api/groups/boot-resources.ts";
import type { ExitKind } from "../../../contract/exit-codes.ts";
import { shellWord } from "../../../contract/shell-word.ts";
import { Failure } from "../../../failure.ts";
import type { Values } from "../../../http/call.ts";
import { buildRequest } from "../../../http/request.ts";
import { isRecord } from "../../../json/record.ts";
import { textOf } from "../../../lifecycle/machine-view.ts";
import type { Action, Invocation } from "../../invocation/invocation.ts";
import { checkOperationColumns } from "../../operation/operation-columns.ts";
import { printPlanned } from "../../operation/preview.ts";
import { shapeOf } from "../../operation/result.ts";
import { abortOnEnding } from "../../terminal/signals.ts";
import { checkValues } from "../../values/check.ts";
import { examineImage, type ImageFacts } from "./image-file.ts";
import { findImage, type ImageState } from "./image-progress.ts";
import { readSettled, type SendOptions, sendImage } from "./send-image.ts";
import { sizeText, uploadDisplay } from "./upload-display.ts";

/** How often the service is asked whether it has put the file together, a second apart. */
const mostChecks = 30;
const checkPauseMs = 1_000;

const { operations } = group;

/**
 * `svc boot-resources upload FILE`: makes the boot resource, or finds the one that an earlier upload left
 * unfinished, and sends what the service lacks of the file.
 */
export const uploadImage: Action = async (invocation) => {
  const { options, context, globals, messages } = invocation;
  const path = String(invocation.arguments["file"]);
  const given = readFields(invocation);
  await checkOperationColumns(globals, { group, operation: operations["boot-resource.read"] });
  const display = uploadDisplay(invocation);
  const { signal, dispose } = abortOnEnding(
    context,
    (ending) => new Failure(ending, `the upload was ${ending}`),
  );
  let progress: Progress = { changes: false, isStored: false };
  try {
    const client = await invocation.connect();
    const image = await examineImage(path, signal, (read, size) => display.show("hashing", read, size));
    display.clear();
    const values: Values = { ...given, sha256: image.sha256, size: String(image.size) };
    checkValues(operations["boot-resources.create"], values);
    if (globals.curl) {
      const request = buildRequest(operations["boot-resources.create"], values, client.endpoint);
      return await printPlanned([{ request }], client, invocation);
    }
    let startedAt: number | undefined;
    const sending: SendOptions = {
      client,
      clock: context.clock,
      signal,
      retries: globals.retries ?? defaults.retries,
      onProgress: (received) => {
        startedAt ??= received;
        progress = { ...progress, received, changes: progress.changes || received > startedAt };
        display.show("uploading", received, image.size);
      },
      note: (text) => {
        display.clear();
        messages.note(text);
      },
    };
    const create = async () => {
      progress = { changes: false, isStored: false, isCreating: true };
      const upload = await begin(values, image, sending);
      progress = { id: upload.id, size: image.size, changes: true, isStored: false };
      return upload;
    };
    const found = options["no-resume"] === true ? undefined : await findUnfinished(values, image, sending);
    if (found !== undefined) progress = { ...progress, id: found.id, size: image.size };
    let upload = found ?? (await create());
    tellStart(upload.state, found !== undefined, image, invocation);
    if ((await sendImage(upload.id, image, upload.state, sending)) === "lost") {
      sending.note("the service does not tell what it has of the file: starting over");
      upload = await create();
      if ((await sendImage(upload.id, image, upload.state, sending)) === "lost") {
        throw new Failure("other", "the service does not tell what it has of the file");
      }
    }
    display.clear();
    const resource = await readComplete(upload.id, image, sending);
    progress = { ...progress, isStored: true };
    await invocation.print(resource, shapeOf({ group, operation: operations["boot-resource.read"] }));
  } catch (error) {
    display.clear();
    throw withProgress(
      signal.aborted && !isReason(error, signal) ? signal.reason : error,
      progress,
      invocation,
    );
  } finally {
    display.clear();
    dispose();
  }
};

/** How far an upload has come, for the words about its failure. */
interface Progress {
  /** The boot resource; undefined as long as there is none. */
  readonly id?: string;
  /** Bytes. */
  readonly size?: number;
  readonly received?: number;
  /** The request that creates the resource is on its way. */
  readonly isCreating?: true;
  /** This run has created the resource, or sent a chunk of it. */
  readonly changes: boolean;
  /** The service has the whole file. */
  readonly isStored: boolean;
}

function readFields({ options }: Invocation): Values {
  const { name, architecture, title, filetype, "base-image": baseImage } = options;
  return { name, architecture, title, filetype, base_image: baseImage };
}

interface Upload {
  readonly id: string;
  readonly state: ImageState;
}

/** A resource of the same name and architecture that has this very file, whole or in part. */
async function findUnfinished(
  { name, architecture }: Values,
  image: ImageFacts,
  options: SendOptions,
): Promise<Upload | undefined> {
  const { client, signal } = options;
  const list = await (await client.call(operations["boot-resources.list"], {}, { signal })).value();
  const names = [String(name), String(name).replace(/^custom\//, "")];
  const candidates = (Array.isArray(list) ? list : []).filter(
    (each: unknown) =>
      isRecord(each) &&
      names.includes(String(each["name"])) &&
      sameArchitecture(String(each["architecture"]), String(architecture)) &&
      String(each["type"] ?? "uploaded").toLowerCase() === "uploaded",
  );
  for (const candidate of candidates) {
    const id = idOf(candidate);
    const state = id === undefined ? undefined : await readSettled(id, image, options);
    if (id !== undefined && state !== undefined) return { id, state };
  }
  return undefined;
}

/** `amd64` alone means `amd64/generic`. */
const sameArchitecture = (one: string, other: string): boolean => withSub(one) === withSub(other);
const withSub = (architecture: string): string =>
  architecture.includes("/") ? architecture : `${architecture}/generic`;

async function begin(values: Values, image: ImageFacts, { client, signal }: SendOptions): Promise<Upload> {
  const answer = await client.call(operations["boot-resources.create"], values, { signal });
  const resource = await answer.value();
  const id = idOf(resource);
  const state = findImage(resource, image);
  if (id !== undefined && state !== undefined) {
    return { id, state: state.isUntouched ? { ...state, received: 0 } : state };
  }
  throw new Failure("other", "the service's answer does not hold the file that was announced", {
    hint: "--debug shows the answer",
  });
}

function idOf(resource: unknown): string | undefined {
  const id = isRecord(resource) ? resource["id"] : undefined;
  return typeof id === "number" ? String(id) : textOf(id);
}

function tellStart(state: ImageState, isFound: boolean, image: ImageFacts, { messages }: Invocation): void {
  if (state.isComplete) messages.note("the service has this file already: nothing to send");
  else if (isFound && state.received !== undefined) {
    messages.note(`going on after ${sizeText(state.received)} of ${sizeText(image.size)}`);
  }
}

/**
 * The resource when the service calls the file complete: the last word is its, as it has compared the hash.
 */
async function readComplete(id: string, image: ImageFacts, options: SendOptions): Promise<unknown> {
  const { client, signal, clock } = options;
  for (let check = 0; check < mostChecks; check += 1) {
    const answer = await client.call(operations["boot-resource.read"], { id }, { signal });
    const resource = await answer.value();
    const state = findImage(resource, image);
    if (state?.isComplete) return resource;
    if (state === undefined) break;
    await clock.sleep(checkPauseMs, signal);
  }
  throw new Failure("other", "every chunk was sent, but the service does not call the file complete");
}

/** After these the same command meets the same refusal. */
const finalKinds: readonly ExitKind[] = ["invalid", "other", "notFound", "usage"];

/** Says what the service has of the file, and how to go on. */
function withProgress(error: unknown, progress: Progress, { context }: Invocation): unknown {
  if (!(error instanceof Failure)) return error;
  const { id, size, received = 0, changes, isStored, isCreating } = progress;
  const command = ["svc", ...context.argv].map(shellWord).join(" ");
  const { hint } = error.details;
  const isStopped = error.kind === "interrupted" || error.kind === "terminated";
  const outcome = error.details.outcome ?? (isCreating && isStopped ? "unknown" : undefined);
  if (isStored) return error.with({ outcome: "done", hint: hint ?? `boot resource ${id} is complete` });
  if (id === undefined || size === undefined) {
    if (outcome !== "unknown") return error;
    return error.with({
      outcome,
      hint: `the resource may have been created: the creation may have been carried out; go on: ${command}`,
    });
  }
  const isFinal = finalKinds.includes(error.kind);
  const isInDoubt = outcome === "unknown";
  const hints = [
    `boot resource ${id} has ${sizeText(received)} of ${sizeText(size)}`,
    ...(isInDoubt
      ? ["the last chunk may have been carried out, which is looked up before more is sent"]
      : []),
    isFinal ? `svc boot-resources delete ${id} removes it` : `go on: ${command}`,
  ];
  return new Failure(
    error.kind,
    received > 0 && !isFinal ? `${error.message} after ${sizeText(received)}` : error.message,
    {
      ...error.details,
      hint: [...(hint === undefined ? [] : [hint]), ...hints].join("; "),
      ...(isInDoubt ? {} : changes ? { outcome: "done" as const } : {}),
    },
  );
}

const isReason = (error: unknown, { reason }: AbortSignal): boolean =>
  error instanceof Failure && reason instanceof Failure && error.kind === reason.kind;
