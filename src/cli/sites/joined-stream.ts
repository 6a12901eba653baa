import type { Context } from "../../context.ts";
import { isRecord } from "../../core/json-record.ts";
import { createWaiters } from "../../core/waiters.ts";
import type { OutputSettings, RowStream, Shape } from "../output/columns.ts";
import { openRowStream } from "../output/print.ts";
import { timeOf, withSiteColumn } from "../output/print-sites.ts";

/** Milliseconds that rows wait for earlier rows of other sites, and that the first rows wait for slow sites. */
const holdMs = 500;
const firstHoldMs = 3_000;

export interface JoinedStream {
  open(site: string, shape: Shape): RowStream;
  /** Marks a site that writes no more rows. */
  endSite(site: string): void;
  end(): Promise<void>;
}

export function joinStream(
  sites: readonly string[],
  { clock, stdout }: Pick<Context, "clock" | "stdout">,
  settingsFor: (shape: Shape) => OutputSettings,
): JoinedStream {
  const silentSites = new Set(sites);
  let pendingRows: unknown[] = [];
  let stream: RowStream | undefined;
  let latestBy: string | undefined;
  let isWriteScheduled = false;
  let error: { readonly cause: unknown } | undefined;
  const answerWaiters = createWaiters();
  const endSite = (site: string) => {
    silentSites.delete(site);
    if (silentSites.size === 0) answerWaiters.wake();
  };
  const flush = async () => {
    const member = latestBy;
    const rows = pendingRows;
    pendingRows = [];
    if (member !== undefined) rows.sort((a, b) => timeOf(a, member) - timeOf(b, member));
    await stream?.write(rows);
  };
  const writeLater = async () => {
    const isFirst = silentSites.size > 0;
    await Promise.race([
      clock.sleep(isFirst ? firstHoldMs : holdMs),
      ...(isFirst ? [answerWaiters.next()] : []),
    ]);
    isWriteScheduled = false;
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
          endSite(site);
          if (isWriteScheduled) return;
          isWriteScheduled = true;
          void writeLater().catch((cause: unknown) => {
            error = { cause };
          });
        },
      };
    },
    endSite,
    end: async () => {
      await flush();
      if (error !== undefined) throw error.cause;
    },
  };
}
