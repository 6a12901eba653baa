import { oneLine } from "../../output/escape.ts";
import type { Palette } from "../../output/palette.ts";
import { fleetCounts } from "./page.ts";
import type { FleetStatus } from "./read-status.ts";
import { statusCounts } from "./status-json.ts";
import { emptyTally } from "./tally.ts";

/** The counts of all sites together, below their pages. */
export function totalLines(statuses: readonly FleetStatus[], palette: Palette): readonly string[] {
  const { byStatus, byPower } = emptyTally();
  const sums = { machines: 0, issues: 0, progress: 0 };
  for (const { tally, attention, inProgress } of statuses) {
    sums.machines += tally.machines;
    sums.issues += attention.length;
    sums.progress += inProgress.length;
    for (const [id, { name, machines }] of tally.byStatus)
      byStatus.set(id, { name, machines: (byStatus.get(id)?.machines ?? 0) + machines });
    for (const [state, count] of tally.byPower) byPower.set(state, (byPower.get(state) ?? 0) + count);
  }
  const powerCounts = [...byPower].sort(([a], [b]) => (a < b ? -1 : 1));
  const statusTexts = statusCounts(byStatus).map(({ name, machines }) => `${machines} ${oneLine(name)}`);
  return [
    "",
    palette.header(`==> total of ${statuses.length} ${statuses.length === 1 ? "site" : "sites"} <==`),
    fleetCounts(sums, palette),
    ...(statusTexts.length === 0 ? [] : [`Status: ${statusTexts.join(", ")}`]),
    ...(powerCounts.length === 0
      ? []
      : [`Power: ${powerCounts.map(([state, count]) => `${count} ${oneLine(state)}`).join(", ")}`]),
  ];
}
