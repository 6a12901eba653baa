import type { ProgressListener } from "../../client/lifecycle/progress-event.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { coloredPalette } from "../output/palette.ts";
import { canRedraw } from "../terminal/capabilities.ts";
import type { Messages } from "../terminal/messages.ts";
import { jsonProgress, linesProgress, summaryProgress } from "./progress-lines.ts";
import type { LiveProgress, Progress } from "./progress-live.ts";

type ProgressForm = "live" | "lines" | "json" | "none";

export function progressForm(invocation: Pick<Invocation, "context" | "globals" | "options">): ProgressForm {
  const { context, globals, options } = invocation;
  const { progress: form } = options;
  if (globals.quiet) return "none";
  if (form === "json" || form === "none" || form === "lines") return form;
  return canRedraw(context) && !globals.debug ? "live" : "lines";
}

/** With more machines, lines show only counts. */
const maxListed = 20;

export async function makeProgress(invocation: Invocation, machines: number): Promise<Progress> {
  const { context, globals, messages } = invocation;
  const { stderr } = context;
  const isColored = globals.color ?? (stderr.isTTY === true && context.env["TERM"] !== "dumb");
  switch (progressForm(invocation)) {
    case "none":
      return listenerOnly(() => undefined);
    case "json":
      return listenerOnly(jsonProgress(stderr));
    case "lines":
      return listenerOnly(
        machines > maxListed ? summaryProgress(context, isColored) : linesProgress(stderr, isColored),
      );
    case "live": {
      const { machineProgress, fleetProgress } = await import("./progress-live.ts");
      if (machines === 1) return withMessages(await machineProgress(context, isColored), messages);
      const palette = isColored ? await coloredPalette() : undefined;
      return withMessages(fleetProgress(context, isColored, palette), messages);
    }
  }
}

export function withMessages(live: LiveProgress, messages: Messages): Progress {
  messages.redirect?.(live.say);
  return {
    ...live,
    stop: () => {
      messages.redirect?.(undefined);
      live.stop();
    },
  };
}

const listenerOnly = (show: ProgressListener): Progress => ({
  show,
  pause: () => undefined,
  resume: () => undefined,
  stop: () => undefined,
});
