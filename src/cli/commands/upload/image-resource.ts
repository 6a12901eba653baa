import { group } from "../../../catalogue/groups/boot-resources.ts";
import type { Values } from "../../../client/http/call.ts";
import { idOf } from "../../../client/lifecycle/machine-view.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { ImageFacts } from "./image-file.ts";
import { findImage, type ImageState, readSettled, type SendOptions } from "./send-image.ts";

const { operations } = group;

/** How often, a second apart, to ask whether the service has assembled the file. */
const maxChecks = 30;
const checkPauseMs = 1_000;

export interface ImageResource {
  readonly id: string;
  readonly state: ImageState;
}

/** Has the same name and architecture, and this file whole or in part. */
export async function findUnfinished(
  { name, architecture }: Values,
  image: ImageFacts,
  options: SendOptions,
): Promise<ImageResource | undefined> {
  const { client, signal } = options;
  const list = await (await client.call(operations["boot-resources.list"], {}, { signal })).value();
  const names = [String(name), String(name).replace(/^custom\//, "")];
  const candidates = (Array.isArray(list) ? list : []).filter(
    (each: unknown) =>
      isRecord(each) &&
      names.includes(String(each["name"])) &&
      withSubarchitecture(String(each["architecture"])) === withSubarchitecture(String(architecture)) &&
      String(each["type"] ?? "uploaded").toLowerCase() === "uploaded",
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

export async function createResource(
  values: Values,
  image: ImageFacts,
  { client, signal }: SendOptions,
): Promise<ImageResource> {
  const answer = await client.call(operations["boot-resources.create"], values, { signal });
  const resource = await answer.value();
  const id = idOf(resource);
  const state = findImage(resource, image);
  if (id !== undefined && state !== undefined) {
    return { id, state: state.isUntouched ? { ...state, received: 0 } : state };
  }
  throw new Failure("other", "the service's answer does not contain the file that was announced", {
    hint: "--debug shows the answer",
  });
}

/** Waits until the service reports the file complete, which it does after checking the hash. */
export async function readComplete(id: string, image: ImageFacts, options: SendOptions): Promise<unknown> {
  const { client, signal, clock } = options;
  for (let check = 0; check < maxChecks; check += 1) {
    const answer = await client.call(operations["boot-resource.read"], { id }, { signal });
    const resource = await answer.value();
    const state = findImage(resource, image);
    if (state?.isComplete) return resource;
    if (state === undefined) break;
    await clock.sleep(checkPauseMs, signal);
  }
  throw new Failure("other", "every chunk was sent, but the service does not report the file as complete");
}
