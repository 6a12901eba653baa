import { Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { TextOutput } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { openSink } from "../output/sink.ts";

/** What one site may write before the others are done. */
const maxCaptured = 64 * 1024 * 1024;

export interface CapturedOutput {
  readonly out: TextOutput;
  text(): Buffer;
}

/** Holds what a site writes. It looks like `real`, with the height of the site's part of the screen at most. */
export function captureOutput(real: TextOutput, sites: number): CapturedOutput {
  const chunks: Buffer[] = [];
  let size = 0;
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size <= maxCaptured) chunks.push(chunk);
      done(size <= maxCaptured ? null : new Failure("other", "the output of one site is larger than 64 MiB"));
    },
  });
  const rows = Math.max(minRows, Math.floor((real.rows ?? 0) / sites) - 1);
  const { isTTY = false, columns = 0 } = real;
  return { out: Object.assign(out, { isTTY, columns, rows }), text: () => Buffer.concat(chunks) };
}

const minRows = 16;

const maxLine = 65_536;

/** Passes on whole lines with `prefix` before each, so that the sites may write at the same time. */
export function prefixWholeLines(real: TextOutput, prefix: string): TextOutput & { flush(): void } {
  const decoder = new StringDecoder("utf8");
  let pending = "";
  const sink = openSink(real);
  const take = async (text: string, isLast: boolean): Promise<void> => {
    pending += text;
    const lines = pending.split("\n");
    pending = isLast || (lines.at(-1)?.length ?? 0) > maxLine ? "" : (lines.pop() ?? "");
    const completeLines = lines.filter((line, at) => !isLast || at < lines.length - 1 || line !== "");
    if (completeLines.length > 0) {
      await sink.text(completeLines.map((line) => `${prefix}${line}\n`).join(""));
      await sink.end();
    }
  };
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      take(decoder.write(chunk), false).then(() => done(), done);
    },
  });
  const flush = () => {
    void take(decoder.end(), true).catch(() => undefined);
    sink.release();
  };
  return Object.assign(out, { flush });
}

/** Standard error of a site: each line begins with its name. */
export function prefixWithSite(real: TextOutput, site: string): TextOutput {
  let isStart = true;
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      const lines = chunk.toString("utf8").split("\n");
      const text = lines
        .map((line, at) => (line !== "" && (at > 0 || isStart) ? `${site}: ${line}` : line))
        .join("\n");
      isStart = text.endsWith("\n");
      real.write(text);
      done();
    },
  });
  return out;
}
