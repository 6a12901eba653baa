import { group } from "../../../catalogue/groups/machines.ts";
import type { Client } from "../../../client/http/call.ts";
import type { Context } from "../../../context.ts";
import { doubtHint, Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { ownName } from "../../operation/confirmation.ts";
import { colored } from "../../output/colored.ts";
import { colorless, none } from "../../output/palette.ts";
import * as measure from "../../output/width.ts";
import { openScreen, type Screen } from "../../terminal/screen.ts";
import { onTerminationSignal, terminationFailure } from "../../terminal/signals.ts";
import { readScope, type Scope } from "../status/read-status.ts";
import type { ScopeOptions } from "../status/scope-options.ts";
import { runOnTerminal } from "./commands.ts";
import { type Effect, initialState, type State, type TopEvent } from "./state.ts";
import { update } from "./update.ts";
import { type ViewHead, viewLines } from "./view.ts";
import type { ViewStyle } from "./view-table.ts";
import { createReader, type Desk, describeMachine, type Reader, sendActions } from "./work.ts";

export async function showTop(intervalMs: number, invocation: Invocation<ScopeOptions>): Promise<void> {
  const { context, globals } = invocation;
  requireTerminal(context);
  const client = await invocation.connect();
  const scope = await readScope(group.operations["machines.list"], client, invocation);
  const address = client.endpoint.baseUrl.replace(/^https?:\/\//, "");
  const service = globals.profile === undefined ? address : globals.profile;
  await runSession(invocation, {
    client,
    scope,
    head: { service, intervalMs },
    style: styleFor(globals.color ?? true),
  });
}

/** Both ends must be terminals with a movable cursor. */
function requireTerminal({ stdin, stdout, env }: Context): void {
  if (stdin.isTTY === true && stdout.isTTY === true && env["TERM"] !== "dumb") return;
  throw new Failure("usage", "svc top needs a terminal", {
    hint: "svc status --watch shows the fleet without one",
  });
}

const around = (start: number, end: number) => (text: string) => `\u001b[${start}m${text}\u001b[${end}m`;

const styleFor = (hasColors: boolean): ViewStyle => ({
  palette: hasColors ? colored : colorless,
  measure,
  inverse: around(7, 27),
  dim: hasColors ? around(2, 22) : none,
  tail: (text, width) => {
    let end = text;
    while (measure.widthOf(end) > width)
      end = end.slice(String.fromCodePoint(end.codePointAt(0) ?? 0).length);
    return end;
  },
});

const tickMs = 1_000;

interface SessionSettings {
  readonly client: Client;
  readonly scope: Scope;
  readonly head: ViewHead;
  readonly style: ViewStyle;
}

/** A signal rejects it with a silent `Failure`. The terminal is always restored first. */
async function runSession(
  { context, messages, globals }: Pick<Invocation, "context" | "messages" | "globals">,
  settings: SessionSettings,
): Promise<void> {
  const ending = new AbortController();
  let fail: (reason: unknown) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    fail = (reason) => (reason === left ? resolve() : reject(reason));
  });
  const finish = (reason: unknown) => {
    screen.close();
    ending.abort();
    fail(reason);
  };
  const screen = openScreen(context, {
    onKey: (key) => desk.dispatch({ kind: "key", key }),
    onResize: () => desk.dispatch({ kind: "resized", size: screen.size() }),
    onEnd: () => finish(terminationFailure("terminated").with({ reported: true })),
  });
  let isAway = false;
  const disposeSignals = onTerminationSignal(context, (termination) => {
    // Ctrl-C is for the program that has the terminal.
    if (isAway && termination === "interrupted") return;
    finish(terminationFailure(termination).with({ reported: true }));
  });
  const runCommand = (effect: Extract<Effect, { kind: "run" }>) => {
    isAway = true;
    runOnTerminal(effect.command, effect.id, screen, { context, globals })
      .catch(finish)
      .finally(() => {
        isAway = false;
        reader.wake();
      });
  };
  const desk: OpenDesk = openDesk(screen, settings, finish, ending.signal, (effect) =>
    effect.kind === "run" ? runCommand(effect) : perform(effect, work, reader, screen, context.suspend),
  );
  const work: Desk = { ...settings, ...desk, clock: context.clock };
  const reader = createReader(work, settings.head.intervalMs);
  messages.redirect?.((text) => desk.dispatch({ kind: "said", text }));
  try {
    desk.draw();
    tick(context.clock, desk).catch(() => undefined);
    reader.run().catch(finish);
    ownName(settings.client)
      .then((user) => desk.dispatch({ kind: "identified", user }))
      .catch(finish);
    await ended;
  } finally {
    messages.redirect?.(undefined);
    disposeSignals();
    finish(left);
  }
}

const left = Symbol("left");

type OpenDesk = Pick<Desk, "state" | "dispatch" | "finish" | "signal"> & { draw(): void };

function openDesk(
  screen: Screen,
  { head, style }: SessionSettings,
  finish: (reason: unknown) => void,
  signal: AbortSignal,
  perform: (effect: Effect) => void,
): OpenDesk {
  let state = initialState(screen.size(), { column: "name", isDescending: false }, "");
  let isDrawing = false;
  const guarded = (work: () => void) => {
    if (signal.aborted) return;
    try {
      work();
    } catch (error) {
      finish(error);
    }
  };
  /** Keys that arrive together are drawn once. */
  const draw = () => {
    if (isDrawing) return;
    isDrawing = true;
    queueMicrotask(() => {
      isDrawing = false;
      guarded(() => screen.draw(viewLines(state, head, style)));
    });
  };
  const dispatch = (event: TopEvent) =>
    guarded(() => {
      const step = update(state, event);
      state = step.state;
      for (const effect of step.effects) perform(effect);
      draw();
    });
  return { state: () => state, dispatch, finish, signal, draw };
}

function perform(
  effect: Exclude<Effect, { kind: "run" }>,
  desk: Desk,
  reader: Reader,
  screen: Screen,
  suspend?: () => void,
): void {
  switch (effect.kind) {
    case "read":
      reader.wake();
      return;
    case "describe":
      void describeMachine(desk, effect.id);
      return;
    case "act":
      void sendActions(desk, effect);
      return;
    case "copy":
      screen.copy(effect.text);
      return;
    case "redraw":
      screen.forget();
      return;
    case "suspend":
      suspend?.();
      return;
    case "leave":
      desk.finish(leaveReason(effect.by, desk.state()));
  }
}

async function tick(clock: Desk["clock"], { dispatch, signal }: OpenDesk): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(tickMs, signal);
    dispatch({ kind: "ticked", now: clock.monotonic() });
  }
}

function leaveReason(by: "quit" | "interrupt", { busy, machines }: State): unknown {
  if (busy.size === 0)
    return by === "quit" ? left : terminationFailure("interrupted").with({ reported: true });
  const names = machines.filter(({ systemId }) => busy.has(systemId)).map(({ hostname }) => hostname);
  const labels = [...new Set(busy.values())].join(", ");
  return new Failure(by === "quit" ? "other" : "interrupted", `left during ${labels}: ${names.join(", ")}`, {
    outcome: "unknown",
    hint: doubtHint,
  });
}
