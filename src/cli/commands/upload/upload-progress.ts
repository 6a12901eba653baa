import type { ExitKind } from "../../../core/exit-codes.ts";
import { Failure, isSignal } from "../../../core/failure.ts";
import { shellWord } from "../../../core/text/shell-word.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { sizeText } from "./upload-display.ts";

/** How far an upload has come, for the words about its failure; changed as it goes on. */
export interface UploadProgress {
  /** The boot resource; undefined as long as there is none. */
  id?: string;
  /** Bytes. */
  size?: number;
  received?: number;
  /** The request that creates the resource is on its way. */
  isCreating: boolean;
  /** This run has created the resource, or sent a chunk of it. */
  changes: boolean;
  /** The service has the whole file. */
  isStored: boolean;
}

/** After these the same command meets the same refusal. */
const finalKinds: readonly ExitKind[] = ["invalid", "other", "notFound", "usage"];

/** The error of an upload with what the service has of the file, and how to go on. */
export function withProgress(error: unknown, progress: UploadProgress, { context }: Invocation): unknown {
  if (!(error instanceof Failure)) return error;
  const { id, size, received = 0, changes, isStored, isCreating } = progress;
  const command = ["svc", ...context.argv].map(shellWord).join(" ");
  const { hint } = error.details;
  const outcome = error.details.outcome ?? (isCreating && isSignal(error) ? "unknown" : undefined);
  if (isStored) return error.with({ outcome: "done", hint: hint ?? `boot resource ${id} is complete` });
  if (id === undefined || size === undefined) {
    if (outcome !== "unknown") return error;
    return error.with({
      outcome,
      hint: `the resource may have been created: the creation may have been carried out; continue with: ${command}`,
    });
  }
  const isFinal = finalKinds.includes(error.kind);
  const isInDoubt = outcome === "unknown";
  const hints = [
    ...(hint === undefined ? [] : [hint]),
    `boot resource ${id} has ${sizeText(received)} of ${sizeText(size)}`,
    ...(isInDoubt
      ? ["the last chunk may have been carried out, which is looked up before more is sent"]
      : []),
    isFinal ? `svc boot-resources delete ${id} removes it` : `continue with: ${command}`,
  ];
  const message = received > 0 && !isFinal ? `${error.message} after ${sizeText(received)}` : error.message;
  const shown = { hint: hints.join("; "), ...(changes && !isInDoubt ? ({ outcome: "done" } as const) : {}) };
  return error.with(shown, message);
}
