import type { Shape } from "../output/columns.ts";

export const rowShape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ID", path: "system_id" },
    { header: "OK", path: "ok", as: "outcome" },
    { header: "STATUS", path: "status", as: "status", rank: "key" },
    { header: "ERROR", path: "error", rank: "text" },
  ],
};
