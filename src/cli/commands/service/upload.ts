import { defaults } from "../../../catalogue/defaults.ts";
import { group } from "../../../catalogue/groups/boot-resources.ts";
import type { Values } from "../../../client/http/call.ts";
import { idOf } from "../../../client/lifecycle/machine-view.ts";
import { checkValues } from "../../../client/values/check.ts";
import { type ExitKind, Failure, isSignal } from "../../../core/failure.ts";
import { primitiveText, recordsIn } from "../../../core/json-record.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { binaryUnits, formatElapsed, formatSize } from "../../../core/text/units.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { printPreviews } from "../../operation/preview.ts";
import { checkOperationColumns, shapeOf } from "../../operation/shapes.ts";
import { openStatusLine } from "../../terminal/live-output.ts";
import { abortOnTerminationSignal } from "../../terminal/signals.ts";
import { canRedraw } from "../../terminal/streams.ts";
import {
  examineImage,
  findImage,
  type ImageFacts,
  readSettled,
  type SendOptions,
  sendImage,
} from "./send-image.ts";

const create = group.operations["boot-resources.create"];
const readEntry = { group, operation: group.operations["boot-resource.read"] };

type UploadInvocation = Invocation<
  { readonly [Name in "name" | "architecture" | "title" | "filetype" | "base-image"]?: string } & {
    readonly "no-resume"?: boolean;
  },
  { readonly file: string }
>;

export async function sendImageFile(invocation: UploadInvocation): Promise<void> {
  const { context, globals } = invocation;
  await checkOperationColumns(globals, readEntry);
  const display = uploadDisplay(invocation);
  const { signal, dispose } = abortOnTerminationSignal(
    context,
    (termination) => new Failure(termination, `the upload was ${termination}`),
  );
  const progress: UploadProgress = { isCreating: false, hasChanged: false, isStored: false };
  try {
    const client = await invocation.connect();
    const image = await examineImage(invocation.arguments.file, signal, (done, size) =>
      display.show("hashing", done, size),
    );
    display.clear();
    progress.size = image.size;
    const { name, architecture, title, filetype, "base-image": base_image } = invocation.options;
    const { sha256, size } = image;
    const values = { name, architecture, title, filetype, base_image, sha256, size: String(size) };
    checkValues(create, values);
    if (globals.curl) return await printPreviews([{ operation: create, values }], client, invocation);
    const retries = globals.retries ?? defaults.retries;
    const sendOptions: SendOptions = {
      client,
      clock: context.clock,
      signal,
      retries,
      ...progressReporter(progress, display, image, invocation),
    };
    const id = await uploadFile(values, image, sendOptions, progress, invocation);
    display.clear();
    const resource = await waitUntilComplete(id, image, sendOptions);
    progress.isStored = true;
    await invocation.print(resource, shapeOf(readEntry));
  } catch (error) {
    display.clear();
    const isSignalFailure = error instanceof Failure && error.kind === signal.reason?.kind;
    throw withProgressHints(signal.aborted && !isSignalFailure ? signal.reason : error, progress, invocation);
  } finally {
    display.clear();
    dispose();
  }
}

function progressReporter(
  progress: UploadProgress,
  display: ReturnType<typeof uploadDisplay>,
  { size }: ImageFacts,
  { messages }: Invocation,
): Pick<SendOptions, "onProgress" | "note"> {
  let initialBytes: number | undefined;
  return {
    onProgress: (receivedBytes) => {
      initialBytes ??= receivedBytes;
      progress.receivedBytes = receivedBytes;
      progress.hasChanged ||= receivedBytes > initialBytes;
      display.show("uploading", receivedBytes, size);
    },
    note: (text) => {
      display.clear();
      messages.note(text);
    },
  };
}

async function uploadFile(
  values: Values,
  image: ImageFacts,
  sendOptions: SendOptions,
  progress: UploadProgress,
  { options, messages }: UploadInvocation,
): Promise<string> {
  const createNew = async () => {
    Object.assign(progress, { id: undefined, receivedBytes: undefined, isCreating: true, hasChanged: false });
    const resource = await createResource(values, image, sendOptions);
    Object.assign(progress, { id: resource.id, isCreating: false, hasChanged: true });
    return resource;
  };
  const send = async ({ id, state }: Awaited<ReturnType<typeof createResource>>) =>
    (await sendImage(id, image, state, sendOptions)) === "sent";
  const unfinishedResource =
    options["no-resume"] === true ? undefined : await findUnfinished(values, image, sendOptions);
  if (unfinishedResource !== undefined) progress.id = unfinishedResource.id;
  const { id, state } = unfinishedResource ?? (await createNew());
  if (state.isComplete) messages.note("the service has this file already: nothing to send");
  else if (unfinishedResource !== undefined && state.receivedBytes !== undefined)
    messages.note(`resuming after ${sizeText(state.receivedBytes)} of ${sizeText(image.size)}`);
  if (await send({ id, state })) return id;
  sendOptions.note("the service does not report how much of the file it has: starting over");
  const newResource = await createNew();
  if (await send(newResource)) return newResource.id;
  throw new Failure("other", "the service does not report how much of the file it has");
}

/** Number of times to ask whether the service has assembled the file. */
const maxChecks = 30;
const checkPauseMs = 1_000;

async function findUnfinished({ name, architecture }: Values, image: ImageFacts, options: SendOptions) {
  const { client, signal } = options;
  const list = await (await client.call(group.operations["boot-resources.list"], {}, { signal })).value();
  const names = [String(name), String(name).replace(/^custom\//, "")];
  const candidates = recordsIn(list).filter(
    (each) =>
      names.includes(primitiveText(each["name"])) &&
      withSubarchitecture(primitiveText(each["architecture"])) ===
        withSubarchitecture(primitiveText(architecture)) &&
      primitiveText(each["type"] ?? "uploaded").toLowerCase() === "uploaded",
  );
  for (const candidate of candidates) {
    const id = idOf(candidate);
    const state = id === undefined ? undefined : await readSettled(id, image, options);
    if (id !== undefined && state !== undefined) return { id, state };
  }
  return undefined;
}

/** `amd64` means `amd64/generic`. */
const withSubarchitecture = (architecture: string): string =>
  architecture.includes("/") ? architecture : `${architecture}/generic`;

async function createResource(values: Values, image: ImageFacts, { client, signal }: SendOptions) {
  const answer = await client.call(create, values, { signal });
  const resource = await answer.value();
  const id = idOf(resource);
  const state = findImage(resource, image);
  if (id !== undefined && state !== undefined)
    return { id, state: state.isUntouched ? { ...state, receivedBytes: 0 } : state };
  throw new Failure("other", "the service's answer does not list the file to upload", {
    outcome: "unknown",
  });
}

/** Waits until the service reports the file complete, which it does after checking the hash. */
async function waitUntilComplete(id: string, image: ImageFacts, options: SendOptions): Promise<unknown> {
  const { client, signal, clock } = options;
  for (let check = 0; check < maxChecks; check += 1) {
    const answer = await client.call(readEntry.operation, { id }, { signal });
    const resource = await answer.value();
    const state = findImage(resource, image);
    if (state?.isComplete) return resource;
    if (state === undefined) break;
    await clock.sleep(checkPauseMs, signal);
  }
  throw new Failure("other", "every chunk was sent, but the service does not report the file as complete");
}

/** Updated during the upload, for error messages. */
interface UploadProgress {
  id?: string;
  size?: number;
  receivedBytes?: number;
  isCreating: boolean;
  /** This run has created the resource or sent a chunk. */
  hasChanged: boolean;
  isStored: boolean;
}

/** Failures that would happen again with the same command. */
const finalKinds: readonly ExitKind[] = ["invalid", "other", "notFound", "usage"];

function withProgressHints(error: unknown, progress: UploadProgress, { context }: Invocation): unknown {
  if (!(error instanceof Failure)) return error;
  const { id, size, receivedBytes = 0, hasChanged, isStored, isCreating } = progress;
  const command = ["svc", ...context.argv].map(shellWord).join(" ");
  const { hint } = error.details;
  const outcome = error.details.outcome ?? (isCreating && isSignal(error) ? "unknown" : undefined);
  if (isStored) return error.with({ outcome: "done", hint: hint ?? `boot resource ${id} is complete` });
  if (id === undefined || size === undefined) {
    if (outcome !== "unknown") return error;
    return error.with({ outcome, hint: `the resource may have been created; continue with: ${command}` });
  }
  const isFinal = finalKinds.includes(error.kind);
  const isInDoubt = outcome === "unknown";
  const hints = [
    ...(hint === undefined ? [] : [hint]),
    `boot resource ${id} has ${sizeText(receivedBytes)} of ${sizeText(size)}`,
    ...(isInDoubt ? ["the last chunk may have arrived; svc checks before it sends more"] : []),
    isFinal ? `svc boot-resources delete ${id} removes it` : `continue with: ${command}`,
  ];
  const message =
    receivedBytes > 0 && !isFinal ? `${error.message} after ${sizeText(receivedBytes)}` : error.message;
  const isComplete = receivedBytes >= size;
  const newOutcome = hasChanged && !isInDoubt ? ({ outcome: isComplete ? "done" : "partial" } as const) : {};
  return error.with({ hint: hints.join("; "), ...newOutcome }, message);
}

/** The phase "hashing" is shown only on a terminal that can redraw lines. */
type Phase = "hashing" | "uploading";

const redrawMs = 100;
/** The rate is the average over this time. */
const rateWindowMs = 10_000;
const progressSteps = 10;

/** The first `show` of a phase sets the starting point of its rate; `clear` removes the redrawn line. */
function uploadDisplay({ context, globals }: Invocation) {
  const { stderr, clock } = context;
  const isRedrawn = canRedraw(context) && !globals.debug && !globals.quiet;
  const statusLine = isRedrawn ? openStatusLine(context, { redrawMs }) : undefined;
  let currentPhase: Phase | undefined;
  let printedStep = 0;
  let samples: (readonly [at: number, done: number])[] = [];
  const clear = () => statusLine?.clear();
  const show = (phase: Phase, done: number, size: number) => {
    const now = clock.monotonic();
    const reachedStep = Math.floor((done / size) * progressSteps);
    if (phase !== currentPhase) {
      clear();
      currentPhase = phase;
      printedStep = reachedStep;
      samples = [];
    }
    samples.push([now, done]);
    while (samples.length > 2 && now - (samples[0]?.[0] ?? now) > rateWindowMs) samples.shift();
    const [firstAt, firstDone] = samples[0] ?? [now, done];
    const bytesPerSecond = now > firstAt ? ((done - firstDone) * 1000) / (now - firstAt) : 0;
    const text = () => progressText(phase, done, size, bytesPerSecond);
    if (statusLine !== undefined) return statusLine.show(text, done >= size);
    if (phase === "hashing" || reachedStep <= printedStep) return;
    printedStep = reachedStep;
    stderr.write(`${text()}\n`);
  };
  return { clear, show: globals.quiet ? () => undefined : show };
}

function progressText(phase: Phase, done: number, size: number, bytesPerSecond: number): string {
  const percent = Math.floor((done / size) * 100);
  const showsEta = bytesPerSecond > 0 && done < size;
  const eta = showsEta ? `, ${formatElapsed(((size - done) / bytesPerSecond) * 1000)} left` : "";
  const speed = bytesPerSecond > 0 ? `, ${sizeText(bytesPerSecond)}/s` : "";
  return `${phase} ${String(percent).padStart(3)} % (${sizeText(done)} of ${sizeText(size)}${speed}${eta})`;
}

/** A fixed number of decimals, so that the length of the text stays steady. */
const sizeText = (bytes: number): string => formatSize(bytes, binaryUnits, { isFixed: true });
