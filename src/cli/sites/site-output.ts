import { Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Context, TextOutput } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { OutputSettings, RowStream, Shape } from "../output/columns.ts";
import { openRowStream } from "../output/print.ts";
import {
  type SiteAnswer,
  type SiteEndListener,
  type SiteValue,
  timeOf,
  withSiteColumn,
} from "../output/print-sites.ts";
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
  return new Writable({
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
}

/** How long rows wait for earlier rows of other sites, in milliseconds; the first rows wait longer, for slow sites. */
const holdMs = 500;
const firstHoldMs = 3_000;

export function openRowMerger(
  sites: readonly string[],
  { clock, stdout }: Pick<Context, "clock" | "stdout">,
  settingsFor: (shape: Shape) => OutputSettings,
) {
  const silentSites = new Set(sites);
  let pendingRows: unknown[] = [];
  let stream: RowStream | undefined;
  let timeMember: string | undefined;
  let isWriteScheduled = false;
  let error: { readonly cause: unknown } | undefined;
  const answerWaiters = createWaiters();
  /** The first rows wait no longer for this site. */
  const stopAwaiting = (site: string) => {
    silentSites.delete(site);
    if (silentSites.size === 0) answerWaiters.wake();
  };
  const flush = async () => {
    const member = timeMember;
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
      timeMember = shape.timeMember;
      stream ??= openRowStream(withSiteColumn(shape), settingsFor(shape), stdout);
      return {
        write: async (rows) => {
          if (error !== undefined) throw error.cause;
          pendingRows.push(...rows.map((row) => (isRecord(row) ? { ...row, site } : { site, value: row })));
          stopAwaiting(site);
          if (isWriteScheduled) return;
          isWriteScheduled = true;
          void writeLater().catch((cause: unknown) => {
            error = { cause };
          });
        },
      };
    },
    stopAwaiting,
    end: async () => {
      await flush();
      if (error !== undefined) throw error.cause;
    },
  };
}

interface SiteOutput extends Omit<SiteValue, "site"> {
  readonly shape: Shape;
}

interface PendingOutput {
  readonly output: SiteOutput;
  resolve(): void;
  reject(error: unknown): void;
}

export type WriteParts = (
  parts: AsyncIterable<SiteAnswer>,
  shape: Shape | undefined,
  ends: SiteEndListener,
) => Promise<void>;

/** Prints the sites in the given order; when the buffer is full, a site with output goes before one without. */
export function joinOutput(sites: readonly string[], errorValue: (error: unknown) => unknown) {
  const readAhead = createReadAhead();
  const pendingOutputs = new Map<string, PendingOutput[]>(sites.map((site) => [site, []]));
  const endedSites = new Map<string, unknown>();
  const changes = createWaiters();
  let writeError: { readonly error: unknown } | undefined;
  const isReady = (site: string) => endedSites.has(site) || (pendingOutputs.get(site)?.length ?? 0) > 0;
  const nextShape = () => [...pendingOutputs.values()].flat()[0]?.output.shape;

  const nextSite = async (pendingSites: readonly string[]): Promise<string> => {
    let isFull = false;
    for (;;) {
      const [first = ""] = pendingSites;
      const readySite = isFull ? pendingSites.find(isReady) : isReady(first) ? first : undefined;
      if (readySite !== undefined) return readySite;
      await Promise.race([
        changes.next(),
        readAhead.full().then(() => {
          isFull = true;
        }),
      ]);
    }
  };

  async function* nextAnswers(
    isFirst: boolean,
    writtenOutputs: Map<string, PendingOutput>,
  ): AsyncGenerator<SiteAnswer> {
    for (let pendingSites = sites; pendingSites.length > 0; ) {
      const site = await nextSite(pendingSites);
      pendingSites = pendingSites.filter((each) => each !== site);
      const next = pendingOutputs.get(site)?.shift();
      if (next !== undefined) {
        writtenOutputs.set(site, next);
        yield { site, ...next.output };
      } else if (isFirst && endedSites.get(site) !== undefined) yield { site, error: endedSites.get(site) };
    }
  }

  return {
    /** Resolves when the output of the site has been written together with that of the others. */
    print: (site: string, output: SiteOutput) =>
      new Promise<void>((resolve, reject) => {
        if (writeError !== undefined) return reject(writeError.error);
        const bytes = readAhead.start(output.bytes);
        pendingOutputs.get(site)?.push({ output: { ...output, bytes }, resolve, reject });
        changes.wake();
      }),
    /** Marks a site that prints nothing more; `error` is shown in place of its value. */
    end: (site: string, error?: unknown) => {
      endedSites.set(site, error);
      changes.wake();
    },
    run: async (write: WriteParts) => {
      try {
        for (let isFirst = true; ; isFirst = false) {
          while (nextShape() === undefined && !sites.every((site) => endedSites.has(site)))
            await changes.next();
          if (nextShape() === undefined && !isFirst) return;
          const writtenOutputs = new Map<string, PendingOutput>();
          await write(nextAnswers(isFirst, writtenOutputs), nextShape(), {
            done: (site) => writtenOutputs.get(site)?.resolve(),
            failed: (site, error) => {
              writtenOutputs.get(site)?.reject(error);
              return errorValue(error);
            },
          });
          for (const each of writtenOutputs.values()) each.resolve();
          // `write` may have stopped at a row limit, before the outputs of the other sites.
          if (isFirst) await settleRest(writtenOutputs);
        }
      } catch (error) {
        writeError = { error };
        for (const each of [...pendingOutputs.values()].flat()) each.reject(error);
        throw error;
      }
    },
  };

  async function settleRest(writtenOutputs: ReadonlyMap<string, PendingOutput>): Promise<void> {
    for (const site of sites) {
      if (writtenOutputs.has(site)) continue;
      while (!isReady(site)) await changes.next();
      pendingOutputs.get(site)?.shift()?.resolve();
    }
  }
}

/** Maximum bytes of all sites that wait to be printed. */
const maxAheadBytes = 16 * 1024 * 1024;

export function createReadAhead(maxBytes = maxAheadBytes) {
  let bufferedBytes = 0;
  const spaceWaiters = createWaiters();
  const fullWaiters = createWaiters();

  /** Reads a source immediately, so that its site does not wait until it is printed. */
  const start = (source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => {
    const queue: Uint8Array[] = [];
    const chunks = source[Symbol.asyncIterator]();
    let isPrinting = false;
    let isDone = false;
    const readAhead = async () => {
      while (!isPrinting) {
        const next = await chunks.next();
        isDone = next.done === true;
        if (next.done) return;
        queue.push(next.value);
        bufferedBytes += next.value.length;
        while (bufferedBytes >= maxBytes && !isPrinting) {
          fullWaiters.wake();
          await spaceWaiters.next();
        }
      }
    };
    const reading = readAhead();
    function* takeAll() {
      for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
        bufferedBytes -= chunk.length;
        if (bufferedBytes < maxBytes) spaceWaiters.wake();
        yield chunk;
      }
    }
    const discardRest = async () => {
      for (const _ of takeAll());
      await chunks.return?.();
    };
    reading.catch(() => undefined);
    return {
      async *[Symbol.asyncIterator]() {
        isPrinting = true;
        spaceWaiters.wake();
        try {
          yield* takeAll();
          await reading;
          yield* takeAll();
          if (!isDone) yield* { [Symbol.asyncIterator]: () => chunks };
        } finally {
          // Does not wait for the next chunk, which a silent site may never send.
          void reading.then(discardRest, discardRest).catch(() => undefined);
        }
      },
    };
  };
  return {
    start,
    full: async () => {
      if (bufferedBytes < maxBytes) await fullWaiters.next();
    },
  };
}
