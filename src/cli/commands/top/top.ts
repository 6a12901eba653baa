import { defaults } from "../../../catalogue/defaults.ts";
import type { Context } from "../../../context.ts";
import { asFailure, doubtHint, Failure, isSignal } from "../../../core/failure.ts";
import type { Invocation, SitePart } from "../../invocation/invocation.ts";
import { userName } from "../../operation/confirmation.ts";
import { coloredPalette, colorless, unpainted } from "../../output/palette.ts";
import * as measure from "../../output/width.ts";
import { openScreen } from "../../terminal/screen.ts";
import { onTerminationSignal, terminationFailure } from "../../terminal/signals.ts";
import type { ScopeOptions } from "../options.ts";
import { readScope, type Scope } from "../status/read-status.ts";
import { changeSettings, loadProfiles, selectedProfileName } from "../stored/profiles.ts";
import { nameOf, type Order } from "./machines.ts";
import { readPreferences, sortText } from "./preferences.ts";
import { type Effect, initialState, type State, type TopEvent } from "./state.ts";
import { update } from "./update.ts";
import { viewLines } from "./view.ts";
import type { ViewStyle } from "./view-overlays.ts";
import {
  createReader,
  describeMachine,
  runOnTerminal,
  type Session,
  type Site,
  sendActions,
} from "./work.ts";

type TopInvocation = Invocation<ScopeOptions & { readonly interval?: number }>;

/** If the command runs at several sites, only passes the invocation on to `showSites`. */
export async function showTop(invocation: TopInvocation): Promise<void> {
  const { context, globals, multiSiteRun } = invocation;
  requireTerminal(context);
  if (multiSiteRun !== undefined) return multiSiteRun.add(invocation);
  const client = await invocation.connect();
  const address = client.endpoint.baseUrl.replace(/^https?:\/\//, "");
  const site = siteOf("", invocation);
  await site.readScope(client);
  await runSession([site], globals.profile ?? address, invocation);
}

const maxSites = 32;

export async function showSites(parts: readonly SitePart[], invocation: TopInvocation): Promise<void> {
  if (parts.length > maxSites)
    throw new Failure("usage", `svc top shows at most ${maxSites} sites, not ${parts.length}`);
  const sites = parts.map(({ site, value }) => siteOf(site, value as TopInvocation));
  await runSession(sites, sites.map(({ name }) => name).join(", "), invocation);
}

function siteOf(name: string, invocation: TopInvocation): Site {
  let scope: Scope | undefined;
  return {
    name,
    invocation,
    readScope: async (client) => {
      scope ??= await readScope(client, invocation);
      return scope;
    },
  };
}

function requireTerminal({ stdin, stdout, env }: Context): void {
  if (stdin.isTTY === true && stdout.isTTY === true && env["TERM"] !== "dumb") return;
  throw new Failure("usage", "svc top needs a terminal", {
    hint: "svc status --watch shows the fleet without one",
  });
}

const ansiStyle = (start: number, end: number) => (text: string) => `\u001b[${start}m${text}\u001b[${end}m`;

const styleFor = async (hasColors: boolean): Promise<ViewStyle> => ({
  palette: hasColors ? await coloredPalette() : colorless,
  measure,
  inverse: ansiStyle(7, 27),
  dim: hasColors ? ansiStyle(2, 22) : unpainted,
});

const tickMs = 1_000;

/** If a signal arrives, rejects with a `Failure` marked as reported. Always restores the terminal first. */
async function runSession(sites: readonly Site[], title: string, invocation: TopInvocation): Promise<void> {
  const { context, options, globals } = invocation;
  const intervalMs = options.interval ?? defaults.watchIntervalMs;
  const style = await styleFor(globals.color ?? true);
  const firstInvocation = sites[0]?.invocation ?? invocation;
  const sessionAbort = new AbortController();
  let settle: (reason: unknown) => void = () => undefined;
  const sessionEnd = new Promise<void>((resolve, reject) => {
    settle = (reason) => (reason === normalExit ? resolve() : reject(reason));
  });
  const finish = (reason: unknown) => {
    screen.close();
    sessionAbort.abort();
    settle(reason);
  };
  const screen = openScreen(context, {
    onKey: (key) => session.dispatch({ kind: "key", key }),
    onRedraw: () => session.dispatch({ kind: "resized", size: screen.size() }),
    onEnd: () => finish(terminationFailure("terminated").with({ isReported: true })),
  });
  let isCommandRunning = false;
  const disposeSignals = onTerminationSignal(context, (termination) => {
    // Ctrl-C is meant for the program that uses the terminal.
    if (isCommandRunning && termination === "interrupted") return;
    finish(terminationFailure(termination).with({ isReported: true }));
  });
  const runCommand = ({ command, machine }: Extract<Effect, { kind: "run" }>) => {
    isCommandRunning = true;
    const site = sites.find(({ name }) => name === machine.site);
    const { globals } = site?.invocation ?? invocation;
    runOnTerminal(command, machine, screen, { context, globals })
      .catch(finish)
      .finally(() => {
        isCommandRunning = false;
        wake();
      });
  };
  const perform = (effect: Effect) => {
    switch (effect.kind) {
      case "run":
        return runCommand(effect);
      case "storeOrder":
        return void storeOrder(effect.order, firstInvocation).then(showMessage);
      case "read":
        return wake();
      case "describe":
        return void describeMachine(session, effect.id);
      case "act":
        return void sendActions(session, effect);
      case "copy":
        return screen.copy(effect.text);
      case "redraw":
        return screen.invalidate();
      case "suspend":
        return context.suspend?.();
      case "leave":
        return finish(leaveReason(effect.by, session.state()));
    }
  };
  const start = initialState(
    screen.size(),
    readPreferences(firstInvocation.globals, context.env),
    sites.map(({ name }) => name),
  );
  const drawState = (state: State) => screen.draw(viewLines(state, { title, intervalMs }, style));
  const { signal } = sessionAbort;
  const { draw, ...stateAccess } = openSession(start, drawState, perform, finish, signal);
  const session: Session = { ...stateAccess, sites, clock: context.clock, finish, signal };
  const showMessage = (text: string) => session.dispatch({ kind: "message", text });
  const readers = sites.map((site) => createReader(session, site, intervalMs));
  const wake = () => {
    for (const reader of readers) reader.wake();
  };
  for (const { name, invocation: siteInvocation } of sites)
    siteInvocation.messages.redirect?.((text) => showMessage(name === "" ? text : `${name}: ${text}`));
  try {
    draw();
    tick(session).catch(() => undefined);
    for (const reader of readers) reader.run().catch(finish);
    for (const site of sites) readUser(site, session).catch((error) => isSignal(error) && finish(error));
    await sessionEnd;
  } finally {
    for (const site of sites) site.invocation.messages.redirect?.(undefined);
    disposeSignals();
    finish(normalExit);
  }
}

const normalExit = Symbol("normal exit");

async function storeOrder(order: Order, invocation: Invocation): Promise<string> {
  try {
    const profiles = loadProfiles(invocation);
    const name = selectedProfileName({ ...invocation, arguments: {} }, profiles);
    await changeSettings(invocation, name, [`sort.top=${sortText(order)}`]);
    return `saved in profile '${name}': sort by ${sortText(order)}`;
  } catch (error) {
    return asFailure(error).message;
  }
}

async function readUser({ name, invocation }: Site, { dispatch }: Session): Promise<void> {
  dispatch({ kind: "identified", site: name, user: await userName(await invocation.connect()) });
}

/** Keeps the state: applies events to it, performs their effects, and draws it. An error ends the session. */
function openSession(
  start: State,
  drawState: (state: State) => void,
  perform: (effect: Effect) => void,
  finish: (reason: unknown) => void,
  signal: AbortSignal,
) {
  let state = start;
  let isDrawing = false;
  const guard = (callback: () => void) => {
    if (signal.aborted) return;
    try {
      callback();
    } catch (error) {
      finish(error);
    }
  };
  const draw = () => {
    if (isDrawing) return;
    isDrawing = true;
    queueMicrotask(() => {
      isDrawing = false;
      guard(() => drawState(state));
    });
  };
  const dispatch = (event: TopEvent) =>
    guard(() => {
      state = update(state, event);
      for (const effect of state.effects) perform(effect);
      draw();
    });
  return { state: () => state, dispatch, draw };
}

async function tick({ clock, dispatch, signal }: Session): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(tickMs, signal);
    dispatch({ kind: "ticked", now: clock.monotonic() });
  }
}

function leaveReason(by: "quit" | "interrupt", { busy, machines }: State): unknown {
  if (busy.size === 0)
    return by === "quit" ? normalExit : terminationFailure("interrupted").with({ isReported: true });
  const names = machines.filter(({ id }) => busy.has(id)).map(nameOf);
  const labels = [...new Set(busy.values())].join(", ");
  return new Failure(
    by === "quit" ? "other" : "interrupted",
    `svc top ended before these actions finished (${labels}): ${names.join(", ")}`,
    { outcome: "unknown", hint: doubtHint },
  );
}
