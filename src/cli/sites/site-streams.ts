import { Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Context, TextOutput } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { OutputSettings, RowStream, Shape } from "../output/columns.ts";
import { openRowStream } from "../output/print.ts";
import { timeOf, withSiteColumn } from "../output/print-sites.ts";
import { createWaiters, openSink } from "../output/sink.ts";

/** Maximum bytes buffered for a site while it waits for the sites before it. */
const maxCapturedBytes = 64 * 1024 * 1024;

/** The stream has the width of `terminal` and the site's share of its height. */
export function captureOutput(terminal: TextOutput, siteCount: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size <= maxCapturedBytes) chunks.push(chunk);
      done(
        size <= maxCapturedBytes
          ? null
          : new Failure("other", "the output of one site is larger than 64 MiB"),
      );
    },
  });
  const rows = Math.max(minScreenRows, Math.floor((terminal.rows ?? 0) / siteCount) - 1);
  const { isTTY = false, columns = 0 } = terminal;
  return { out: Object.assign(out, { isTTY, columns, rows }), text: () => Buffer.concat(chunks) };
}

const minScreenRows = 16;

const maxLineLength = 65_536;

/** Writes only complete lines, each with `prefix`, so that sites can write at the same time. */
export function prefixWholeLines(target: TextOutput, prefix: string): TextOutput & { flush(): void } {
  const decoder = new StringDecoder("utf8");
  let pending = "";
  const sink = openSink(target);
  const writeLines = async (text: string, isLast: boolean): Promise<void> => {
    pending += text;
    const lines = pending.split("\n");
    pending = isLast || (lines.at(-1)?.length ?? 0) > maxLineLength ? "" : (lines.pop() ?? "");
    const completeLines = lines.filter((line, at) => !isLast || at < lines.length - 1 || line !== "");
    if (completeLines.length > 0) {
      await sink.text(completeLines.map((line) => `${prefix}${line}\n`).join(""));
      await sink.end();
    }
  };
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writeLines(decoder.write(chunk), false).then(() => done(), done);
    },
  });
  const flush = () => {
    void writeLines(decoder.end(), true).catch(() => undefined);
    sink.release();
  };
  return Object.assign(out, { flush });
}

export function prefixWithSite(target: TextOutput, site: string): TextOutput {
  let isLineStart = true;
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      const lines = chunk.toString("utf8").split("\n");
      const text = lines
        .map((line, at) => (line !== "" && (at > 0 || isLineStart) ? `${site}: ${line}` : line))
        .join("\n");
      isLineStart = text.endsWith("\n");
      target.write(text);
      done();
    },
  });
  return out;
}

/** Milliseconds that rows wait for earlier rows of other sites, and that the first rows wait for slow sites. */
const holdMs = 500;
const firstHoldMs = 3_000;

export function joinStream(
  sites: readonly string[],
  { clock, stdout }: Pick<Context, "clock" | "stdout">,
  settingsFor: (shape: Shape) => OutputSettings,
) {
  const silentSites = new Set(sites);
  let pendingRows: unknown[] = [];
  let stream: RowStream | undefined;
  let latestBy: string | undefined;
  let isWriteScheduled = false;
  let error: { readonly cause: unknown } | undefined;
  const answerWaiters = createWaiters();
  /** Marks a site that writes no more rows. */
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
    open: (site: string, shape: Shape): RowStream => {
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
