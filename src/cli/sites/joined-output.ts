import type { AnswerWatch, Shape } from "../output/columns.ts";
import type { PartEnds, SitePart } from "../output/print-sites.ts";
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

type WriteParts = (parts: AsyncIterable<SitePart>, shape: Shape | undefined, ends: PartEnds) => Promise<void>;

/** Sites print in the order given. One that is silent is overtaken when no more can be held of the others. */
export function joinOutput(sites: readonly string[], shown: (error: unknown) => unknown): JoinedOutput {
  const ahead = createReadAhead();
  const waiting = new Map<string, Waiting[]>(sites.map((site) => [site, []]));
  const ended = new Map<string, unknown>();
  const changed = new Set<() => void>();
  let broken: { readonly error: unknown } | undefined;
  const wake = () => {
    const woken = [...changed];
    changed.clear();
    for (const each of woken) each();
  };
  const change = () => new Promise<void>((resolve) => changed.add(resolve));
  const isSettled = (site: string) => ended.has(site) || (waiting.get(site)?.length ?? 0) > 0;
  const shapeOf = () => [...waiting.values()].flat()[0]?.printed.shape;

  /** The next site to write: the first in order, or one that can be written if memory is short. */
  const nextOf = async (left: readonly string[]): Promise<string> => {
    let isFull = false;
    for (;;) {
      const [first = ""] = left;
      const ready = isFull ? left.find(isSettled) : isSettled(first) ? first : undefined;
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
  async function* round(isFirst: boolean, taken: Map<string, Waiting>): AsyncGenerator<SitePart> {
    for (let left = sites; left.length > 0; ) {
      const site = await nextOf(left);
      left = left.filter((each) => each !== site);
      const next = waiting.get(site)?.shift();
      if (next !== undefined) {
        taken.set(site, next);
        const { printed } = next;
        yield "value" in printed ? { site, value: printed.value } : { site, ...printed };
      } else if (isFirst && ended.get(site) !== undefined) yield { site, error: ended.get(site) };
    }
  }

  return {
    print: (site, printed) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) return reject(broken.error);
        const held = "bytes" in printed ? { ...printed, bytes: ahead.start(printed.bytes) } : printed;
        waiting.get(site)?.push({ printed: held, resolve, reject });
        wake();
      }),
    end: (site, error) => {
      ended.set(site, error);
      wake();
    },
    run: async (write) => {
      try {
        for (let isFirst = true; ; isFirst = false) {
          while (shapeOf() === undefined && !sites.every((site) => ended.has(site))) await change();
          if (shapeOf() === undefined && !isFirst) return;
          const taken = new Map<string, Waiting>();
          await write(round(isFirst, taken), shapeOf(), {
            done: (site) => taken.get(site)?.resolve(),
            failed: (site, error) => {
              taken.get(site)?.reject(error);
              return shown(error);
            },
          });
          for (const each of taken.values()) each.resolve();
          // A limit was reached before the others had their turn.
          if (isFirst) await settleRest(taken);
        }
      } catch (error) {
        broken = { error };
        for (const each of [...waiting.values()].flat()) each.reject(error);
        throw error;
      }
    },
  };

  async function settleRest(taken: ReadonlyMap<string, Waiting>): Promise<void> {
    for (const site of sites) {
      if (taken.has(site)) continue;
      while (!isSettled(site)) await change();
      waiting.get(site)?.shift()?.resolve();
    }
  }
}
