import type { AnswerWatch, Shape } from "../output/columns.ts";
import type { SiteAnswer, SiteEndListener } from "../output/print-sites.ts";
import { createReadAhead } from "./read-ahead.ts";

/** What a site prints: its value, or its answer. */
type Printed = { readonly shape: Shape } & (
  | { readonly value: unknown }
  | { readonly bytes: AsyncIterable<Uint8Array>; readonly watch: AnswerWatch | undefined }
);

interface Waiting {
  readonly printed: Printed;
  resolve(): void;
  reject(error: unknown): void;
}

export interface JoinedOutput {
  /** Resolves when what the site prints has been written with that of the others. */
  print(site: string, printed: Printed): Promise<void>;
  /** The site prints no more; `error`: what it shows in place of a value. */
  end(site: string, error?: unknown): void;
  /** Writes what the sites print until all have ended. */
  run(write: WriteParts): Promise<void>;
}

type WriteParts = (
  parts: AsyncIterable<SiteAnswer>,
  shape: Shape | undefined,
  ends: SiteEndListener,
) => Promise<void>;

/** Sites print in the order given. One that is silent is overtaken when no more can be held of the others. */
export function joinOutput(sites: readonly string[], errorValue: (error: unknown) => unknown): JoinedOutput {
  const ahead = createReadAhead();
  const waiting = new Map<string, Waiting[]>(sites.map((site) => [site, []]));
  const finished = new Map<string, unknown>();
  const changed = new Set<() => void>();
  let broken: { readonly error: unknown } | undefined;
  const wake = () => {
    const listeners = [...changed];
    changed.clear();
    for (const each of listeners) each();
  };
  const change = () => new Promise<void>((resolve) => changed.add(resolve));
  const isSettled = (site: string) => finished.has(site) || (waiting.get(site)?.length ?? 0) > 0;
  const shapeOf = () => [...waiting.values()].flat()[0]?.printed.shape;

  /** The next site to write: the first in order, or one that can be written if memory is short. */
  const nextOf = async (pendingSites: readonly string[]): Promise<string> => {
    let isFull = false;
    for (;;) {
      const [first = ""] = pendingSites;
      const ready = isFull ? pendingSites.find(isSettled) : isSettled(first) ? first : undefined;
      if (ready !== undefined) return ready;
      await Promise.race([
        change(),
        ahead.full().then(() => {
          isFull = true;
        }),
      ]);
    }
  };

  /** One print of each site. */
  async function* round(isFirst: boolean, written: Map<string, Waiting>): AsyncGenerator<SiteAnswer> {
    for (let pendingSites = sites; pendingSites.length > 0; ) {
      const site = await nextOf(pendingSites);
      pendingSites = pendingSites.filter((each) => each !== site);
      const next = waiting.get(site)?.shift();
      if (next !== undefined) {
        written.set(site, next);
        const { printed } = next;
        yield "value" in printed ? { site, value: printed.value } : { site, ...printed };
      } else if (isFirst && finished.get(site) !== undefined) yield { site, error: finished.get(site) };
    }
  }

  return {
    print: (site, printed) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) return reject(broken.error);
        const buffered = "bytes" in printed ? { ...printed, bytes: ahead.start(printed.bytes) } : printed;
        waiting.get(site)?.push({ printed: buffered, resolve, reject });
        wake();
      }),
    end: (site, error) => {
      finished.set(site, error);
      wake();
    },
    run: async (write) => {
      try {
        for (let isFirst = true; ; isFirst = false) {
          while (shapeOf() === undefined && !sites.every((site) => finished.has(site))) await change();
          if (shapeOf() === undefined && !isFirst) return;
          const written = new Map<string, Waiting>();
          await write(round(isFirst, written), shapeOf(), {
            done: (site) => written.get(site)?.resolve(),
            failed: (site, error) => {
              written.get(site)?.reject(error);
              return errorValue(error);
            },
          });
          for (const each of written.values()) each.resolve();
          // A limit was reached before the others had their turn.
          if (isFirst) await settleRest(written);
        }
      } catch (error) {
        broken = { error };
        for (const each of [...waiting.values()].flat()) each.reject(error);
        throw error;
      }
    },
  };

  async function settleRest(written: ReadonlyMap<string, Waiting>): Promise<void> {
    for (const site of sites) {
      if (written.has(site)) continue;
      while (!isSettled(site)) await change();
      waiting.get(site)?.shift()?.resolve();
    }
  }
}
