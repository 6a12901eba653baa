import type { ProgressListener } from "../../../client/lifecycle/progress-event.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { progressForm, withMessages } from "../../waiting/progress.ts";

/** How the progress of claims is shown. */
interface ClaimsProgress {
  /** Undefined where lines say all. */
  readonly onProgress?: ProgressListener;
  note(text: string): void;
  stop(): void;
}

/** One board for the deployments of all claims on a terminal that can redraw it, with lines above it; else lines. */
export async function claimsProgress(invocation: Invocation): Promise<ClaimsProgress> {
  const { context, messages, globals } = invocation;
  if (progressForm(invocation) !== "live") return { note: messages.note, stop: () => undefined };
  const { manyLive } = await import("../../waiting/progress-live.ts");
  const board = withMessages(manyLive(context, globals.color ?? true), messages);
  let hasBegun = false;
  return {
    onProgress: (event) => {
      if (event.type === "started") hasBegun = true;
      // Each wait ends by itself, the board with the last of them.
      if (event.type !== "ended") board.show(event);
    },
    note: messages.note,
    stop: () => {
      if (hasBegun) board.show({ type: "ended", at: context.clock.now() });
      board.stop();
    },
  };
}
