/** A text of about so many characters. */
export type Family = (length: number) => string;

/** Texts that are one unit again and again, alone and between others. */
export function families(units: readonly string[]): ReadonlyMap<string, Family> {
  const found = new Map<string, Family>();
  for (const unit of units) {
    if (unit === "") continue;
    for (const [before, after] of frames) {
      found.set(
        JSON.stringify([before, unit, after]),
        (length) => `${before}${unit.repeat(Math.ceil(length / unit.length))}${after}`,
      );
    }
  }
  return found;
}

const frames = [
  ["", ""],
  ["", "x\u0001"],
  ['"', "!"],
] as const;

/** Milliseconds of processor time of the quickest of several runs: a neighbour on the machine adds none. */
function quickestMs(run: () => void, times: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < times; count += 1) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const lengths = [16, 24, 64, 256, 1024, 4096, 16_384, 65_536];
/** What is quicker than this has not grown, whatever the ratio. */
const floorMs = 60;
/** The time of four times as much text: 4 for what is linear, 16 for what is quadratic. */
const maxRatio = 9;
/** Measured twice, this is growth with the cube: no disturbance looks like it. */
const cubicRatio = 40;
/** A run that takes longer than this is measured once at a time. */
const longRunMs = 400;
/** With the cube of the time, four times as much text takes so many times as long; twice that is left for disturbances. */
const maxFactor = 2 * 4 ** 3;

/**
 * How many times as long `run` takes for four times as much text where that is out of proportion; undefined
 * where it is quick or linear. Shorter texts come first, so that what is worse than quadratic is found before
 * it takes for ever.
 */
export function growthOf(run: (text: string) => void, family: Family): number | undefined {
  for (const length of lengths) {
    const text = family(length);
    const firstMs = quickestMs(() => run(text), 1);
    // The longest text is made where it could take as long as the floor.
    if (length * 4 === lengths.at(-1) && firstMs * maxFactor < floorMs) return undefined;
    if (firstMs < floorMs) continue;
    const times = firstMs > longRunMs ? 1 : 3;
    const shorter = family(length / 4);
    const ratioNow = () => {
      const longMs = quickestMs(() => run(text), times);
      return longMs < floorMs ? 0 : longMs / quickestMs(() => run(shorter), 5);
    };
    let ratio = ratioNow();
    // Collecting garbage and compiling disturb one measurement, not several.
    for (let again = 0; again < 3 && ratio > maxRatio && !(again > 0 && ratio > cubicRatio); again += 1)
      ratio = Math.min(ratio, ratioNow());
    if (ratio > maxRatio) return ratio;
  }
  return undefined;
}

/** The texts made of `units` for which a parser takes time out of proportion; a text may be refused. */
export function offendersOf(parse: (text: string) => unknown, units: readonly string[]): readonly string[] {
  const run = (text: string) => {
    try {
      parse(text);
    } catch {
      // Whether the text is refused is not asked here.
    }
  };
  return [...families(units)].flatMap(([name, family]) => {
    const ratio = growthOf(run, family);
    return ratio === undefined ? [] : [`${name}: x${ratio.toFixed(0)}`];
  });
}
