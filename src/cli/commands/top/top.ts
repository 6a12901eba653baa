import { defaults } from "../../../catalogue/defaults.ts";
import { group } from "../../../catalogue/groups/machines.ts";
import type { Context } from "../../../context.ts";
import { asFailure, doubtHint, Failure, isSignal } from "../../../core/failure.ts";
import type { Invocation, SitePart } from "../../invocation/invocation.ts";
import { userName } from "../../operation/confirmation.ts";
import { coloredPalette, colorless, none } from "../../output/palette.ts";
import * as measure from "../../output/width.ts";
import { openScreen, type Screen } from "../../terminal/screen.ts";
import { onTerminationSignal, terminationFailure } from "../../terminal/signals.ts";
import type { ScopeOptions } from "../options.ts";
import { readScope, type Scope } from "../status/read-status.ts";
import { changeSettings, loadProfiles, nameInUse } from "../stored/profiles.ts";
import { nameOf, type Order } from "./machines.ts";
import { type Preferences, readPreferences, sortText } from "./preferences.ts";
import { type Effect, initialState, type State, type TopEvent } from "./state.ts";
import { update } from "./update.ts";
import { type ViewHead, viewLines } from "./view.ts";
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
  await site.scope(client);
  await runSession([invocation], { sites: [site], title: globals.profile ?? address }, invocation);
}

const maxSites = 32;

export async function showSites(parts: readonly SitePart[], invocation: TopInvocation): Promise<void> {
  if (parts.length > maxSites)
    throw new Failure("usage", `svc top shows at most ${maxSites} sites, not ${parts.length}`);
  const invocations = parts.map(({ value }) => value as TopInvocation);
  const sites = parts.map(({ site }, at) => siteOf(site, invocations[at] ?? invocation));
  await runSession(invocations, { sites, title: sites.map(({ name }) => name).join(", ") }, invocation);
}

function siteOf(name: string, invocation: TopInvocation): Site {
  let scope: Scope | undefined;
  return {
    name,
    globals: invocation.globals,
    connect: () => invocation.connect(),
    scope: async (client) => {
      scope ??= await readScope(group.operations["machines.list"], client, invocation);
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
  dim: hasColors ? ansiStyle(2, 22) : none,
  tail: (text, width) => {
    let rest = text;
    while (measure.widthOf(rest) > width)
      rest = rest.slice(String.fromCodePoint(rest.codePointAt(0) ?? 0).length);
    return rest;
  },
});

const tickMs = 1_000;

interface SessionSettings {
  readonly sites: readonly Site[];
  /** The names of the sites, or of the only service. */
  readonly title: string;
}

/** If a signal arrives, rejects with a `Failure` marked as reported. Always restores the terminal first. */
async function runSession(
  invocations: readonly Invocation[],
  { sites, title }: SessionSettings,
  invocation: TopInvocation,
): Promise<void> {
  const { context, options, globals } = invocation;
  const intervalMs = options.interval ?? defaults.watchIntervalMs;
  const style = await styleFor(globals.color ?? true);
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
    onResize: () => session.dispatch({ kind: "resized", size: screen.size() }),
    onEnd: () => finish(terminationFailure("terminated").with({ reported: true })),
  });
  let isCommandRunning = false;
  const disposeSignals = onTerminationSignal(context, (termination) => {
    // Ctrl-C is meant for the program that uses the terminal.
    if (isCommandRunning && termination === "interrupted") return;
    finish(terminationFailure(termination).with({ reported: true }));
  });
  const runCommand = (effect: Extract<Effect, { kind: "run" }>) => {
    isCommandRunning = true;
    const { command, machine } = effect;
    const site = sites.find(({ name }) => name === machine.site);
    runOnTerminal(command, machine, screen, { context, globals: site?.globals ?? globals })
      .catch(finish)
      .finally(() => {
        isCommandRunning = false;
        wake();
      });
  };
  const view = {
    names: sites.map(({ name }) => name),
    head: { title, intervalMs },
    style,
    preferences: readPreferences((invocations[0] ?? invocation).globals, context.env),
  };
  const session: ScreenSession = openSession(screen, view, finish, sessionAbort.signal, (effect) =>
    effect.kind === "run"
      ? runCommand(effect)
      : effect.kind === "storeOrder"
        ? void storeOrder(effect.order, invocations[0] ?? invocation).then(session.showMessage)
        : perform(effect, workSession, wake, screen, context.suspend),
  );
  const workSession: Session = { ...session, sites, clock: context.clock };
  const readers = sites.map((site) => createReader(workSession, site, intervalMs));
  const wake = () => {
    for (const reader of readers) reader.wake();
  };
  for (const [at, { messages }] of invocations.entries()) {
    const name = sites[at]?.name;
    messages.redirect?.((text) =>
      session.dispatch({ kind: "message", text: name ? `${name}: ${text}` : text }),
    );
  }
  try {
    session.draw();
    tick(context.clock, session).catch(() => undefined);
    for (const reader of readers) reader.run().catch(finish);
    for (const site of sites) identify(site, session).catch((error) => isSignal(error) && finish(error));
    await sessionEnd;
  } finally {
    for (const { messages } of invocations) messages.redirect?.(undefined);
    disposeSignals();
    finish(normalExit);
  }
}

const normalExit = Symbol("left");

async function storeOrder(order: Order, invocation: Invocation): Promise<string> {
  try {
    const profiles = loadProfiles(invocation);
    const name = nameInUse({ ...invocation, arguments: {} }, profiles);
    await changeSettings(invocation, name, [`sort.top=${sortText(order)}`]);
    return `profile '${name}' now sorts by ${sortText(order)}`;
  } catch (error) {
    return asFailure(error).message;
  }
}

async function identify({ name, connect }: Site, { dispatch }: ScreenSession): Promise<void> {
  dispatch({ kind: "identified", site: name, user: await userName(await connect()) });
}

interface View {
  readonly names: readonly string[];
  readonly head: ViewHead;
  readonly style: ViewStyle;
  readonly preferences: Preferences;
}

type ScreenSession = Pick<Session, "state" | "dispatch" | "finish" | "signal"> & {
  draw(): void;
  showMessage(text: string): void;
};

function openSession(
  screen: Screen,
  { names, head, style, preferences }: View,
  finish: (reason: unknown) => void,
  signal: AbortSignal,
  perform: (effect: Effect) => void,
): ScreenSession {
  let state = initialState(screen.size(), preferences, names);
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
      guard(() => screen.draw(viewLines(state, head, style)));
    });
  };
  const dispatch = (event: TopEvent) =>
    guard(() => {
      const step = update(state, event);
      state = step.state;
      for (const effect of step.effects) perform(effect);
      draw();
    });
  const showMessage = (text: string) => dispatch({ kind: "message", text });
  return { state: () => state, dispatch, finish, signal, draw, showMessage };
}

function perform(
  effect: Exclude<Effect, { kind: "run" | "storeOrder" }>,
  session: Session,
  wake: () => void,
  screen: Screen,
  suspend?: () => void,
) {
  switch (effect.kind) {
    case "read":
      return wake();
    case "describe":
      return void describeMachine(session, effect.id);
    case "act":
      return void sendActions(session, effect);
    case "copy":
      return screen.copy(effect.text);
    case "redraw":
      return screen.forget();
    case "suspend":
      return suspend?.();
    case "leave":
      return session.finish(leaveReason(effect.by, session.state()));
  }
}

async function tick(clock: Session["clock"], { dispatch, signal }: ScreenSession): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(tickMs, signal);
    dispatch({ kind: "ticked", now: clock.monotonic() });
  }
}

function leaveReason(by: "quit" | "interrupt", { busy, machines }: State): unknown {
  if (busy.size === 0)
    return by === "quit" ? normalExit : terminationFailure("interrupted").with({ reported: true });
  const names = machines.filter(({ id }) => busy.has(id)).map(nameOf);
  const labels = [...new Set(busy.values())].join(", ");
  return new Failure(
    by === "quit" ? "other" : "interrupted",
    `svc top ended before these actions finished (${labels}): ${names.join(", ")}`,
    { outcome: "unknown", hint: doubtHint },
  );
}
