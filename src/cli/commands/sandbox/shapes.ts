import type { Shape } from "../../../output/shape.ts";

/** What `svc sandbox start` prints; its keys open nothing but the emulator. */
export const startedShape: Shape = {
  identity: "url",
  sensitive: false,
  columns: [
    { header: "URL", path: "url" },
    { header: "PROFILE", path: "profile" },
    { header: "MACHINES", path: "machines" },
    { header: "KEY", path: "key", wide: true },
    { header: "USER KEY", path: "user_key", wide: true },
  ],
};

/** What `svc sandbox status` and `reset` print. */
export const statusShape: Shape = {
  identity: "url",
  columns: [
    { header: "URL", path: "url" },
    { header: "PROCESS", path: "pid" },
    { header: "STARTED", path: "started" },
    { header: "MACHINES", path: "machine_count" },
    { header: "FAULTS", path: "faults" },
    { header: "STATE", path: "state_file" },
    { header: "LOG", path: "log" },
    { header: "TIME", path: "time", wide: true },
    { header: "SEED", path: "seed", wide: true },
    { header: "EVENTS", path: "events", wide: true },
  ],
};

/** What `svc sandbox faults` prints. */
export const faultsShape: Shape = {
  identity: "fault",
  columns: [{ header: "FAULT", path: "fault" }],
};
