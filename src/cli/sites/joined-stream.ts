import type { Context } from "../../context.ts";
import { isRecord } from "../../core/json-record.ts";
import type { OutputSettings, RowStream, Shape } from "../output/columns.ts";
import { openRowStream } from "../output/print.ts";
import { timeOf, withSiteColumn } from "../output/print-sites.ts";

/** How long rows wait for earlier ones of other sites, and the first rows for sites that answer late; milliseconds. */
const holdMs = 500;
const firstHoldMs = 3_000;

export interface JoinedStream {
  open(site: string, shape: Shape): RowStream;
  /** The site writes no more rows. */
  leave(site: string): void;
  /** Writes the rows that still wait. */
  end(): Promise<void>;
}

/** Rows of all sites as one stream, in the order of their time where they have one. */
export function joinStream(
  sites: readonly string[],
  { clock, stdout }: Pick<Context, "clock" | "stdout">,
  settingsFor: (shape: Shape) => OutputSettings,
): JoinedStream {
  const silent = new Set(sites);
  let pendingRows: unknown[] = [];
  let stream: RowStream | undefined;
  let latestBy: string | undefined;
  let isWriting = false;
  let error: { readonly cause: unknown } | undefined;
  const changed = new Set<() => void>();
  const leave = (site: string) => {
    silent.delete(site);
    if (silent.size > 0) return;
    for (const wake of changed) wake();
    changed.clear();
  };
  const flush = async () => {
    const member = latestBy;
    const rows = pendingRows;
    pendingRows = [];
    if (member !== undefined) rows.sort((a, b) => timeOf(a, member) - timeOf(b, member));
    await stream?.write(rows);
  };
  const writeLater = async () => {
    const isFirst = silent.size > 0;
    const allAnswered = new Promise<void>((resolve) => changed.add(resolve));
    await Promise.race([clock.sleep(isFirst ? firstHoldMs : holdMs), ...(isFirst ? [allAnswered] : [])]);
    isWriting = false;
    await flush();
  };
  return {
    open: (site, shape) => {
      latestBy = shape.latestBy;
      stream ??= openRowStream(withSiteColumn(shape), settingsFor(shape), stdout);
      return {
        write: async (rows) => {
          if (error !== undefined) throw error.cause;
          pendingRows.push(...rows.map((row) => (isRecord(row) ? { ...row, site } : { site, value: row })));
          leave(site);
          if (isWriting) return;
          isWriting = true;
          void writeLater().catch((cause: unknown) => {
            error = { cause };
          });
        },
      };
    },
    leave,
    end: async () => {
      await flush();
      if (error !== undefined) throw error.cause;
    },
  };
}
