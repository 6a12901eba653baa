import { spawnSync } from "node:child_process";
import { benchCompleting } from "./completing.mjs";
import { benchDescribed } from "./described.mjs";
import { benchDesired } from "./desired.mjs";
import { benchFleet, fleetOptions } from "./fleet.mjs";
import { benchListing } from "./listing.mjs";
import { launcher } from "./run.mjs";
import { benchCopy, benchSites } from "./sites.mjs";
import { benchStandalone } from "./standalone.mjs";
import { benchStartUp } from "./start-up.mjs";
import { benchUpload } from "./upload.mjs";

/**
 * Measures svc's costs as ratios within one run: start-up, also of the executable, described commands,
 * completion, desired state, a copy of a site, a fleet, many sites, large lists, an image. Those with
 * `inSandbox` run in a sandbox that this program starts around itself.
 */
const parts = {
  "start-up": { inSandbox: [], run: benchStartUp },
  standalone: { inSandbox: [], run: benchStandalone },
  described: { inSandbox: ["--instant"], run: benchDescribed },
  completing: { inSandbox: ["--instant", "--machines", "10000"], run: benchCompleting },
  desired: { inSandbox: ["--instant"], run: benchDesired },
  copy: { inSandbox: ["--instant", "--machines", "2000"], run: benchCopy },
  fleet: { inSandbox: fleetOptions, run: () => benchFleet(launcher) },
  sites: { run: benchSites },
  listing: { run: benchListing },
  upload: { run: benchUpload },
};

const [name, isInside] = process.argv.slice(2);
for (const [part, { inSandbox, run }] of Object.entries(parts)) {
  if (name !== undefined && name !== part) continue;
  if (inSandbox === undefined || isInside === "inside") await run();
  else {
    const words = [
      "sandbox",
      "exec",
      ...inSandbox,
      "--",
      process.execPath,
      import.meta.filename,
      part,
      "inside",
    ];
    const { status } = spawnSync(process.execPath, [launcher, ...words], { stdio: "inherit" });
    process.exitCode ||= status ?? 1;
  }
}
