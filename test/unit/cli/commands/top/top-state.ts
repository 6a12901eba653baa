import { type TopMachine, topMachine } from "../../../../../src/cli/commands/top/machines.ts";
import { defaultPreferences } from "../../../../../src/cli/commands/top/preferences.ts";
import { initialState, type State } from "../../../../../src/cli/commands/top/state.ts";
import { update } from "../../../../../src/cli/commands/top/update.ts";
import type { ViewStyle } from "../../../../../src/cli/commands/top/view-overlays.ts";
import { colorless, unpainted } from "../../../../../src/cli/output/palette.ts";
import * as measure from "../../../../../src/cli/output/width.ts";
import { machine } from "../status/fleet.ts";

/** Machines in the form that the screen's state contains. */
export const machinesOf = (elements: readonly unknown[], site?: string): readonly TopMachine[] =>
  elements.flatMap((element) => topMachine(element, site) ?? []);

export const sample = [
  machine("web-02", "ready", { pool: { name: "web" }, tag_names: ["ssd"] }),
  machine("web-01", "deployed", {
    pool: { name: "web" },
    power_state: "on",
    owner: "bob",
    distro_series: "jammy",
  }),
  machine("db-01", "deployed", { power_state: "on", owner: "admin", cpu_count: 16, memory: 65_536 }),
  machine("old-01", "broken", {}),
  machine("new-01", "deploying", { owner: "bob" }),
];

/** The state after these machines have been read. */
export function stateOf(
  elements: readonly unknown[] = sample,
  size = { columns: 80, rows: 24 },
  preferences = defaultPreferences,
): State {
  return update(initialState(size, preferences), {
    kind: "read",
    site: "",
    machines: machinesOf(elements),
    at: Date.UTC(2026, 10, 22, 13),
    now: 1_000,
  });
}

/** The state after keys were pressed, with the effects of the last one. */
export const press = (start: State, ...keys: readonly string[]): State =>
  keys.reduce((state, key) => update(state, { kind: "key", key }), start);

/** The displayed host names, in order. */
export const namesIn = (state: State): readonly string[] => state.matches.map(({ hostname }) => hostname);

export const style: ViewStyle = {
  palette: colorless,
  measure,
  inverse: unpainted,
  dim: unpainted,
};
